//! The store as the sections use it.

use std::path::Path;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Get, Result, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::data;

pub(crate) const T: TableName = TableName::from_static("default", "BENCH");

pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60 * 60))
}

pub(crate) fn options() -> Options {
    Options::default()
}

pub(crate) async fn open(dir: &Path) -> Result<Embedded> {
    Embedded::open(dir, options()).await
}

/// A store with an empty table.
pub(crate) async fn create(dir: &Path, options: Options) -> Result<Embedded> {
    let store = Embedded::open(dir, options).await?;
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("D1")].into();
    store.create_table(&table, soon()).await?;
    Ok(store)
}

/// Writes all rows as they are in a round.
pub(crate) async fn load(store: &Embedded, rows: usize, round: i64) -> Result<Duration> {
    let begun = Instant::now();
    for numbers in data::batches(rows) {
        let many = numbers.map(|number| data::row(number, round)).collect();
        for outcome in store.mutate_many(&T, many, soon()).await? {
            outcome?;
        }
    }
    Ok(begun.elapsed())
}

pub(crate) async fn scan(store: &Embedded) -> Result<(Duration, usize)> {
    let begun = Instant::now();
    let mut scanner = store.scan(&T, Scan::new(), soon()).await?;
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok((begun.elapsed(), rows));
        }
        rows += batch.len();
    }
}

/// The cells of one row.
pub(crate) async fn get(store: &Embedded, number: usize) -> Result<usize> {
    let row = store.get(&T, &Get::new(data::key(number)), soon()).await?;
    Ok(row.map_or(0, |row| row.cells().count()))
}
