//! Makes calls on any table.

use futures_util::stream;
use hbase_schema::db::{Unversioned, UpdateError};
use hbase_schema::table::{WithoutIndex, Writable};
use hbase_schema::{Connection, Error, RowFilter};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{
    Change, Condition, Direction, Filter, Op, Outcome, Read, Row, Scan, Then,
};

use crate::store::Store;
use crate::subject::scans::{AnyScan, each};
use crate::subject::{Subject, Updated};

/// Makes a call.
pub(crate) async fn run<T: Subject>(store: &Store, op: &Op) -> Result<Outcome, Error> {
    let db = &store.db;
    match op {
        Op::Get(key) => Ok(Outcome::Row(
            db.get::<_, T>(&T::key_of(key))
                .await?
                .map(|row| row.to_values()),
        )),
        Op::GetSet(key, set) => Ok(Outcome::Row(
            T::get_set(db.get(&T::key_of(key)), *set).await?,
        )),
        Op::GetMany(keys) => get_many::<T>(db, keys).await,
        Op::Exists(key) => Ok(Outcome::Flag(db.exists::<_, T>(&T::key_of(key)).await?)),
        Op::History(key, limit) => Ok(Outcome::Rows(
            T::history(db, &T::key_of(key), *limit).await?,
        )),
        Op::Dynamic(key, call) => T::dynamic(db, &T::key_of(key), call).await,
        Op::Entries(key, call) => T::entries(db, &T::key_of(key), call).await,
        Op::Dated(call) => T::dated(db, call).await,
        Op::Scan(scan) => self::scan::<T>(db, scan).await,
        Op::Rewrite(key, version) => {
            T::rewrite(db, &T::key_of(key), version.as_ref()).await?;
            Ok(Outcome::Done)
        }
        // The caller advances the clock.
        Op::Advance(_) => Ok(Outcome::Done),
        _ => T::write(store, op).await,
    }
}

async fn get_many<T: Subject>(db: &Connection, keys: &[Row]) -> Result<Outcome, Error> {
    let keys: Vec<T::Key> = keys.iter().map(|key| T::key_of(key)).collect();
    let rows: Vec<Option<T>> = db.get_many(&keys).await?;
    Ok(Outcome::Found(
        rows.iter()
            .map(|row| row.as_ref().map(T::to_values))
            .collect(),
    ))
}

/// Makes a call that writes, on a table without an index.
///
/// # Errors
/// Those of the call.
pub async fn write<T: Subject + WithoutIndex>(store: &Store, op: &Op) -> Result<Outcome, Error> {
    let db = &store.db;
    let numbers = |rows: &[(Row, i64)]| {
        let rows = rows.iter();
        rows.map(|(key, number)| (T::key_of(key), *number))
            .collect()
    };
    Ok(match op {
        Op::Increment(key, column, by) => {
            Outcome::Number(T::increment(db, &T::key_of(key), *column, *by).await?)
        }
        Op::IncrementMany(column, rows) => {
            Outcome::Count(T::increment_many(db, *column, numbers(rows)).await?)
        }
        Op::SetCounters(column, rows) => {
            Outcome::Count(T::set_counters(db, *column, numbers(rows)).await?)
        }
        Op::Append(key, column, value) => Outcome::Row(Some(vec![
            T::append(db, &T::key_of(key), *column, value).await?,
        ])),
        _ => return write_rows::<T>(db, op).await,
    })
}

/// Makes a call that writes, on a table with or without an index.
pub(crate) async fn write_rows<T: Subject + Writable>(
    db: &Connection,
    op: &Op,
) -> Result<Outcome, Error> {
    match op {
        Op::Put(row) => db.put(&T::of_values(row)).await?,
        Op::PutMany(rows) => {
            let rows: Vec<T> = rows.iter().map(|row| T::of_values(row)).collect();
            return Ok(Outcome::Count(db.put_many(rows).await?));
        }
        Op::PutStream(rows) => {
            let rows: Vec<T> = rows.iter().map(|row| T::of_values(row)).collect();
            return Ok(Outcome::Count(db.put_stream(stream::iter(rows)).await?));
        }
        Op::Insert(row) => db.insert(&T::of_values(row)).await?,
        Op::Replace(row) => T::replace(db, &T::of_values(row)).await?,
        Op::Update(key, row) => {
            let row = row.as_ref().map(|row| T::of_values(row));
            let updated = T::update(db, &T::key_of(key), row).await?;
            return Ok(Outcome::Row(updated.map(|row| row.to_values())));
        }
        Op::Delete(key) => db.delete::<_, T>(&T::key_of(key)).await?,
        Op::DeleteMany(keys) => {
            let keys: Vec<T::Key> = keys.iter().map(|key| T::key_of(key)).collect();
            return Ok(Outcome::Count(db.delete_many::<_, _, T>(&keys).await?));
        }
        Op::DeleteSet(key, set) => T::delete_set(db.delete(&T::key_of(key)), *set).await?,
        Op::Check(key, condition, then) => return check::<T>(db, key, condition, then).await,
        Op::Mutate(key, changes) => mutation::<T>(db, key, changes).await?,
        other => unreachable!("the table has no call {other:?}"),
    }
    Ok(Outcome::Done)
}

/// Changes a row to another one; without another one, the function declines.
pub fn update<'c, T>(db: &'c Connection, key: &T::Key, row: Option<T>) -> Updated<'c, T>
where
    T: Subject + Writable + Unversioned,
{
    #[derive(Debug)]
    struct Declined;

    let updated = db.update(key, move |_: T| row.clone().ok_or(Declined));
    Box::pin(async move {
        match updated.await {
            Ok(row) => Ok(Some(row)),
            Err(UpdateError::Call(error)) => Err(error),
            Err(_) => Ok(None),
        }
    })
}

fn mutation<T: Subject + Writable>(
    db: &Connection,
    key: &[Value],
    changes: &[Change],
) -> hbase_schema::db::RowMutation<T> {
    let mutation = db.mutate::<_, T>(&T::key_of(key));
    changes.iter().fold(mutation, |mutation, (column, value)| {
        T::change(mutation, *column, value.as_ref())
    })
}

async fn check<T: Subject + Writable>(
    db: &Connection,
    key: &[Value],
    condition: &Condition,
    then: &Then,
) -> Result<Outcome, Error> {
    let check = db.check::<_, T>(&T::key_of(key));
    let checked = match condition {
        Condition::Is(column, value) => T::checked(check, *column, value),
        Condition::That(filter) => check.that(self::filter::<T>(filter)),
    };
    Ok(Outcome::Flag(match then {
        Then::Put(row) => checked.put(&T::of_values(row)).await?,
        Then::Replace(row) => T::replace_checked(checked, &T::of_values(row)).await?,
        Then::Delete => checked.delete().await?,
        Then::Mutate(changes) => checked.mutate(mutation::<T>(db, key, changes)).await?,
    }))
}

pub(crate) fn filter<T: Subject>(of: &Filter) -> RowFilter<T> {
    match of {
        Filter::Column(column, test) => T::filter(*column, test),
        Filter::And(a, b) => filter::<T>(a) & filter::<T>(b),
        Filter::Or(a, b) => filter::<T>(a) | filter::<T>(b),
        Filter::Not(inner) => !filter::<T>(inner),
    }
}

/// The request of a scan, before the choice of how its rows are read.
fn request<T: Subject>(db: &Connection, of: &Scan) -> AnyScan<T> {
    let args = [&of.args[..], of.condition.as_slice()].concat();
    let mut scan = T::scan_by(db, of.shape, &of.salts, &args, of.dates);
    if of.is_current {
        scan = T::current(scan);
    }
    if let Some(filter) = &of.filter {
        scan = scan.filter(self::filter::<T>(filter));
    }
    if let Some(limit) = of.limit {
        scan = scan.limit(limit);
    }
    if of.offset > 0 {
        scan = scan.offset(of.offset);
    }
    match of.direction {
        Direction::Forward => scan,
        Direction::Reversed => scan.reversed(),
        Direction::NewestFirst => T::newest_first(scan),
        Direction::Unordered => scan.unordered(),
    }
}

async fn scan<T: Subject>(db: &Connection, of: &Scan) -> Result<Outcome, Error> {
    if of.read == Read::Columns {
        let args = [&of.args[..], of.condition.as_slice()].concat();
        return T::scan_columns(db, of.shape, &of.salts, &args, of.limit).await;
    }
    let scan = request::<T>(db, of);
    Ok(match of.read {
        Read::Rows => {
            let rows: Vec<T> = each!(scan, |scan| scan.rows()).collect().await?;
            Outcome::Rows(rows.iter().map(T::to_values).collect())
        }
        Read::First => {
            Outcome::Row(each!(scan, |scan| scan.first().await?).map(|row| row.to_values()))
        }
        Read::Count => Outcome::Count(each!(scan, |scan| scan.count().await?)),
        Read::Keys => {
            let keys: Vec<T::Key> = each!(scan, |scan| scan.keys()).collect().await?;
            Outcome::Rows(keys.iter().map(T::key_values).collect())
        }
        Read::Set(set) => Outcome::Rows(T::scan_set(scan, set).await?),
        Read::Delete => Outcome::Count(T::delete_found(scan).await?),
        Read::Pages(size) => Outcome::Rows(pages::<T>(db, of, size).await?),
        Read::Columns => unreachable!("the scan has no rows"),
    })
}

/// Reads all rows page by page.
async fn pages<T: Subject>(db: &Connection, of: &Scan, size: usize) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let mut cursor = None;
    loop {
        let (page, next) = request::<T>(db, of).page(cursor.as_deref(), size).await?;
        assert!(
            page.len() <= size,
            "a page has {} rows, the maximum is {size}",
            page.len()
        );
        rows.extend(page.iter().map(T::to_values));
        match next {
            Some(next) => cursor = Some(next),
            None => return Ok(rows),
        }
    }
}
