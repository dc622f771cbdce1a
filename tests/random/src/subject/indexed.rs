//! Calls on any table with an index.

use futures_util::TryStreamExt;
use hbase_schema::db::{self, ColumnSet, IndexedRows, Unversioned};
use hbase_schema::index::Indexed;
use hbase_schema::{Connection, Error};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{IndexQuery, IndexRead, Op, Outcome, Row};

use super::scans::Tuple;
use super::{Boxed, Subject};
use crate::driver::filter;
use crate::store::{self, Store};

/// Creates the table and its indexes.
pub fn create_indexed<T: Indexed>(db: &Connection) -> Boxed<'_, ()> {
    Box::pin(store::create::<T>(db))
}

/// Makes a call that writes, or a query.
///
/// # Errors
/// Those of the call.
pub async fn write_indexed<T>(store: &Store, op: &Op) -> Result<Outcome, Error>
where
    T: Subject + Indexed + Unversioned,
{
    let rows = store.rows::<T>();
    match op {
        Op::Put(row) => rows.put(&T::of_values(row)).await?,
        Op::PutMany(many) => {
            let many: Vec<T> = many.iter().map(|row| T::of_values(row)).collect();
            return Ok(Outcome::Count(rows.put_many(many).await?));
        }
        Op::Insert(row) => rows.insert(&T::of_values(row)).await?,
        Op::Replace(row) => rows.replace(&T::of_values(row)).await?,
        Op::Delete(key) => rows.delete(&T::key_of(key)).await?,
        Op::Update(key, row) => {
            let row = row.as_ref().map(|row| T::of_values(row));
            let updated = rows.update(&T::key_of(key), move |_| row.clone()).await?;
            return Ok(Outcome::Row(updated.map(|row| row.to_values())));
        }
        Op::Query(query) => return found(rows, query).await.map(Outcome::Rows),
        other => unreachable!("an indexed table has no call {other:?}"),
    }
    Ok(Outcome::Done)
}

async fn found<T: Subject + Indexed>(
    rows: &IndexedRows<T>,
    query: &IndexQuery,
) -> Result<Vec<Row>, Error> {
    let request = || {
        let mut request = T::query(rows, query);
        if let Some(of) = &query.filter {
            request = request.filter(filter::<T>(of));
        }
        match query.limit {
            Some(limit) => request.limit(limit),
            None => request,
        }
    };
    match query.read {
        IndexRead::Set(set) => T::query_set(request(), set).await,
        IndexRead::Pages(size) => {
            let mut found = Vec::new();
            let mut page = request().page(size).await?;
            loop {
                assert!(page.items.len() <= size, "a page has too many rows");
                found.extend(page.items.iter().map(T::to_values));
                let Some(next) = page.next else {
                    return Ok(found);
                };
                page = request().page_after(next, size).await?;
            }
        }
        IndexRead::Batches => {
            let (mut found, mut rows) = (Vec::new(), request().rows());
            loop {
                let batch = rows.next_page().await?;
                if batch.is_empty() {
                    return Ok(found);
                }
                found.extend(batch.iter().map(T::to_values));
            }
        }
        IndexRead::Stream => {
            let found: Vec<T> = request().rows().into_stream().try_collect().await?;
            Ok(found.iter().map(T::to_values).collect())
        }
        IndexRead::Rows => {
            let found: Vec<T> = request().rows().collect().await?;
            Ok(found.iter().map(T::to_values).collect())
        }
    }
}

/// Reads some columns of the rows of a query.
pub fn found_by_index<T, C>(query: db::IndexQuery<'_, T>, columns: C) -> Boxed<'_, Vec<Vec<Value>>>
where
    T: Subject + Indexed,
    C: ColumnSet<T, Output: Tuple + Send>,
{
    Box::pin(async move {
        let rows = query.columns(columns).rows().collect().await?;
        Ok(rows.into_iter().map(Tuple::values).collect())
    })
}
