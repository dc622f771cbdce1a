//! Calls on any table with an index.

use std::time::Duration;

use futures_util::TryStreamExt;
use hbase_schema::db::{self, ColumnSet};
use hbase_schema::index::{Index, Indexed, Verification};
use hbase_schema::testing::Clock as _;
use hbase_schema::{Connection, Error};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::model::QUERY_LIMIT_MS;
use hbase_schema_random_generator::ops::{
    EntryCounts, IndexCall, IndexQuery, IndexRead, Op, Outcome, Row,
};

use super::scans::Tuple;
use super::{Boxed, Subject};
use crate::driver::{filter, write_rows};
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
    T: Subject + Indexed,
{
    match op {
        Op::Index(call) => index_call::<T>(store, *call).await,
        Op::Query(query) => found::<T>(&store.db, query).await.map(Outcome::Rows),
        op => write_rows::<T>(&store.db, op).await,
    }
}

async fn found<T: Subject + Indexed>(
    db: &Connection,
    query: &IndexQuery,
) -> Result<Vec<Row>, Error> {
    let found: Vec<T> = match query.read {
        IndexRead::Set(set) => return T::query_set(request::<T>(db, query), set).await,
        IndexRead::Pages(size) => return pages::<T>(db, query, size).await,
        IndexRead::Batches => return batches::<T>(db, query).await,
        IndexRead::Stream => {
            let rows = request::<T>(db, query).rows().into_stream();
            rows.try_collect().await?
        }
        IndexRead::Rows => request::<T>(db, query).rows().collect().await?,
    };
    Ok(found.iter().map(T::to_values).collect())
}

/// The request of a query, before the choice of how its rows are read.
fn request<T: Subject + Indexed>(db: &Connection, query: &IndexQuery) -> db::IndexQuery<T> {
    let mut request = T::query(db, query);
    if let Some(of) = &query.filter {
        request = request.filter(filter::<T>(of));
    }
    match query.limit {
        Some(limit) => request.limit(limit),
        None => request,
    }
}

/// Reads all rows page by page.
async fn pages<T: Subject + Indexed>(
    db: &Connection,
    query: &IndexQuery,
    size: usize,
) -> Result<Vec<Row>, Error> {
    let mut found = Vec::new();
    let mut page = request::<T>(db, query).page(size).await?;
    loop {
        assert!(page.items.len() <= size, "a page has too many rows");
        found.extend(page.items.iter().map(T::to_values));
        let Some(next) = page.next else {
            return Ok(found);
        };
        page = request::<T>(db, query).page_after(next, size).await?;
    }
}

/// Reads all rows in the batches of the query.
async fn batches<T: Subject + Indexed>(
    db: &Connection,
    query: &IndexQuery,
) -> Result<Vec<Row>, Error> {
    let (mut found, mut rows) = (Vec::new(), request::<T>(db, query).rows());
    loop {
        let batch = rows.next_page().await?;
        if batch.is_empty() {
            return Ok(found);
        }
        found.extend(batch.iter().map(T::to_values));
    }
}

/// Makes a call on the entries of indexes. A sweep waits only if there are entries to delete; here it always takes as
/// long, so that the reference model knows the store's time.
async fn index_call<T: Subject + Indexed>(
    store: &Store,
    call: IndexCall,
) -> Result<Outcome, Error> {
    let db = &store.db;
    let rows = db.indexes::<T>();
    let (index, waits) = match call {
        IndexCall::CleanUp => return Ok(Outcome::Count(number(rows.clean_up().await?))),
        IndexCall::Lag => return Ok(Outcome::Count(number(rows.lag().waiting))),
        IndexCall::Verify { index, repairs } => (index, repairs),
        IndexCall::Sweep { index, .. } => (index, true),
    };
    let clock = store.clock().filter(|_| waits);
    let end = clock.map(|clock| (clock, clock.now_ms() + QUERY_LIMIT_MS));
    let counts = T::entries_of(db, index, call).await?;
    if let Some((clock, end)) = end {
        clock.set(end);
    }
    Ok(Outcome::Entries(counts, counts))
}

fn number(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
}

/// Verifies or sweeps an index.
///
/// # Errors
/// Those of the call.
pub async fn entry_counts<T: Indexed, F>(
    db: &Connection,
    index: Index<T, F>,
    call: IndexCall,
) -> Result<EntryCounts, Error> {
    let rows = db.indexes::<T>();
    let verification = match call {
        IndexCall::Sweep { min_age, .. } => {
            let min_age = Duration::from_millis(min_age.unsigned_abs());
            let swept = rows.sweep(index, min_age).await?;
            return Ok(EntryCounts {
                live: swept.live,
                deleted: swept.deleted,
                left: swept.left,
                differences: swept.damaged,
            });
        }
        IndexCall::Verify { repairs: true, .. } => Verification::Repair,
        _ => Verification::Report,
    };
    let found = rows.verify(index, verification).await?;
    Ok(EntryCounts {
        live: found.live,
        deleted: found.repaired,
        left: found.stale.saturating_sub(found.repaired),
        differences: found.missing + found.undecodable + found.damaged,
    })
}

/// Reads some columns of the rows of a query.
pub fn found_by_index<T, C>(query: db::IndexQuery<T>, columns: C) -> Boxed<'static, Vec<Vec<Value>>>
where
    T: Subject + Indexed,
    C: ColumnSet<T, Output: Tuple + Send>,
{
    Box::pin(async move {
        let rows = query.columns(columns).rows().collect().await?;
        Ok(rows.into_iter().map(Tuple::values).collect())
    })
}
