//! A case's table, with short calls.

use hbase_backend::{
    Append, Capability, CheckAndMutate, Condition, Filter, Get, Increment, Mutation, ReadOptions,
    Result, Row, Scan, TimeRange,
};
use hbase_model::TableName;

use super::Cx;
use crate::text::{cells, column, keys};

/// A case's table. Columns are written `f:q`; an error fails the case.
#[derive(Debug)]
pub struct Table<'a> {
    cx: &'a Cx,
    name: TableName,
}

impl<'a> Table<'a> {
    /// An existing table.
    pub fn new(cx: &'a Cx, name: TableName) -> Self {
        Self { cx, name }
    }

    /// The name.
    pub fn name(&self) -> &TableName {
        &self.name
    }

    /// Applies a mutation.
    pub async fn try_mutate(&self, mutation: Mutation) -> Result<()> {
        let backend = self.cx.backend();
        backend.mutate(&self.name, mutation, self.cx.soon()).await
    }

    /// Applies a mutation of a row, which `build` fills.
    pub async fn mutate(&self, row: &str, build: impl FnOnce(&mut Mutation)) {
        let mut mutation = Mutation::new(row);
        build(&mut mutation);
        self.try_mutate(mutation).await.expect("a mutation");
    }

    /// Puts a value at a timestamp.
    pub async fn put(&self, row: &str, at: &str, timestamp: i64, value: &str) {
        let (family, qualifier) = column(at);
        self.mutate(row, |m| {
            m.put_at(family, qualifier, timestamp, value.as_bytes())
                .expect("a short put");
        })
        .await;
    }

    /// Puts several values, each as column, timestamp and value, one after another.
    pub async fn puts(&self, row: &str, puts: &[(&str, i64, &str)]) {
        for (at, timestamp, value) in puts {
            self.put(row, at, *timestamp, value).await;
        }
    }

    /// Puts `f:q` at timestamp 1 with the row's own key as its value, in several rows.
    pub async fn rows(&self, rows: &[&str]) {
        for row in rows {
            self.put(row, "f:q", 1, row).await;
        }
    }

    /// Deletes one version.
    pub async fn delete_version(&self, row: &str, at: &str, timestamp: Option<i64>) {
        let (family, qualifier) = column(at);
        self.mutate(row, |m| {
            m.delete_version(family, qualifier, timestamp)
                .expect("short");
        })
        .await;
    }

    /// Deletes a column up to a timestamp.
    pub async fn delete_column(&self, row: &str, at: &str, timestamp: Option<i64>) {
        let (family, qualifier) = column(at);
        self.mutate(row, |m| {
            m.delete_column(family, qualifier, timestamp)
                .expect("short");
        })
        .await;
    }

    /// Deletes a family up to a timestamp.
    pub async fn delete_family(&self, row: &str, family: &str, timestamp: Option<i64>) {
        self.mutate(row, |m| {
            m.delete_family(family.as_bytes(), timestamp)
                .expect("short");
        })
        .await;
    }

    /// Deletes a row up to a timestamp.
    pub async fn delete_row(&self, row: &str, timestamp: Option<i64>) {
        self.mutate(row, |m| {
            m.delete_row(timestamp);
        })
        .await;
    }

    /// Runs a get.
    pub async fn try_get(&self, get: Get) -> Result<Option<Row>> {
        let backend = self.cx.backend();
        backend.get(&self.name, &get, self.cx.soon()).await
    }

    /// The newest cells of a row.
    pub async fn get(&self, row: &str) -> Vec<String> {
        self.read(row, |_| {}).await
    }

    /// All versions of a row.
    pub async fn versions(&self, row: &str) -> Vec<String> {
        self.read(row, |read| read.max_versions = u32::MAX >> 1)
            .await
    }

    /// The cells of a row in a time range, all versions.
    pub async fn time_range(&self, row: &str, min: i64, max: i64) -> Vec<String> {
        self.read(row, |read| {
            read.max_versions = u32::MAX >> 1;
            read.time_range = TimeRange { min, max };
        })
        .await
    }

    /// The cells of a row, with read options that `set` sets.
    pub async fn read(&self, row: &str, set: impl FnOnce(&mut ReadOptions)) -> Vec<String> {
        let mut get = Get::new(row);
        set(&mut get.read);
        let one_column = matches!(&*get.read.columns, [one] if one.qualifiers.len() == 1);
        if get.read.max_versions > 1 && !one_column && self.cx.lacks(Capability::RowVersions) {
            return self.column_by_column(&get).await;
        }
        let found = self.try_get(get).await.expect("a get");
        found.as_ref().map(cells).unwrap_or_default()
    }

    /// The versions of a row from a backend that returns those of one column at a time.
    async fn column_by_column(&self, get: &Get) -> Vec<String> {
        let mut newest = get.clone();
        newest.read.max_versions = 1;
        let newest = self.try_get(newest).await.expect("a get");
        let mut found = Vec::new();
        for cell in newest.iter().flat_map(Row::cells) {
            let mut column = get.clone();
            column.read.columns.clear();
            column.read.add_column(cell.family, cell.qualifier);
            let versions = self.try_get(column).await.expect("a get");
            found.extend(versions.iter().flat_map(cells));
        }
        found
    }

    /// The newest cells of a row that pass a filter.
    pub async fn filter_row(&self, row: &str, filter: Filter) -> Vec<String> {
        self.read(row, |read| read.filter = Some(filter)).await
    }

    /// The rows, or partial rows, of a scan.
    pub async fn try_scan(&self, scan: Scan) -> Result<Vec<Row>> {
        let backend = self.cx.backend();
        let mut scanner = backend.scan(&self.name, scan, self.cx.soon()).await?;
        let mut rows = Vec::new();
        loop {
            let batch = scanner.next_batch(self.cx.soon()).await?;
            if batch.is_empty() {
                return Ok(rows);
            }
            rows.extend(batch);
        }
    }

    /// The rows, or partial rows, of a scan that `set` fills.
    pub async fn scan(&self, set: impl FnOnce(&mut Scan)) -> Vec<Row> {
        let mut scan = Scan::new();
        set(&mut scan);
        self.try_scan(scan).await.expect("a scan")
    }

    /// The keys of a scan's rows.
    pub async fn scan_keys(&self, set: impl FnOnce(&mut Scan)) -> Vec<String> {
        keys(&self.scan(set).await)
    }

    /// The keys of the rows that pass a filter.
    pub async fn filter_keys(&self, filter: Filter) -> Vec<String> {
        self.scan_keys(|scan| scan.read.filter = Some(filter)).await
    }

    /// All cells of all rows.
    pub async fn scan_cells(&self, set: impl FnOnce(&mut Scan)) -> Vec<String> {
        let rows = self.scan(set).await;
        rows.iter().flat_map(cells).collect()
    }

    /// All stored cells, delete markers and all versions included.
    pub async fn raw(&self) -> Vec<String> {
        self.scan_cells(|scan| {
            scan.raw = true;
            scan.read.max_versions = u32::MAX >> 1;
        })
        .await
    }

    /// Puts a value under a condition; whether the condition held.
    pub async fn check_and_put(&self, condition: Condition, put: (&str, &str, i64, &str)) -> bool {
        let (row, at, timestamp, value) = put;
        let (family, qualifier) = column(at);
        // If a backend supports no timestamp under a condition, the put is at the server's time.
        let mut mutation = Mutation::new(row);
        let put = if self.cx.lacks(Capability::CheckAndMutate) {
            mutation.put(family, qualifier, value.as_bytes())
        } else {
            mutation.put_at(family, qualifier, timestamp, value.as_bytes())
        };
        put.expect("a short put");
        let check = CheckAndMutate::new(condition, mutation);
        self.try_check(check).await.expect("a check")
    }

    /// Applies a conditional mutation.
    pub async fn try_check(&self, check: CheckAndMutate) -> Result<bool> {
        let backend = self.cx.backend();
        let done = backend.check_and_mutate(&self.name, check, self.cx.soon());
        done.await
    }

    /// Applies conditional mutations in one call; whether each condition held, or the error's text.
    pub async fn check_many(&self, checks: Vec<CheckAndMutate>) -> Vec<Result<bool, String>> {
        let (backend, count) = (self.cx.backend(), checks.len());
        let done = backend.check_and_mutate_many(&self.name, checks, self.cx.soon());
        let done = done.await.expect("results");
        assert_eq!(done.len(), count, "a result for each");
        let done = done.into_iter();
        done.map(|one| one.map_err(|error| error.to_string()))
            .collect()
    }

    /// Adds to one counter.
    pub async fn increment(&self, row: &str, at: &str, amount: i64) -> Result<Row> {
        let (family, qualifier) = column(at);
        self.try_increment(Increment {
            row: row.into(),
            columns: vec![(family.to_vec(), qualifier.to_vec(), amount)],
            ..Increment::default()
        })
        .await
    }

    /// Adds to counters.
    pub async fn try_increment(&self, increment: Increment) -> Result<Row> {
        let backend = self.cx.backend();
        let done = backend.increment(&self.name, increment, self.cx.soon());
        done.await
    }

    /// Appends to one value.
    pub async fn append(&self, row: &str, at: &str, addition: &str) -> Result<Row> {
        let (family, qualifier) = column(at);
        let append = Append {
            row: row.into(),
            columns: vec![(family.to_vec(), qualifier.to_vec(), addition.into())],
            ..Append::default()
        };
        let backend = self.cx.backend();
        backend.append(&self.name, append, self.cx.soon()).await
    }

    /// Flushes and major-compacts, so that results do not depend on files. Returns `false` where the
    /// backend cannot, so that the case must be skipped.
    pub async fn compact(&self) -> bool {
        if self.cx.lacks(Capability::Maintenance) {
            return false;
        }
        let backend = self.cx.backend();
        let flushed = backend.flush(&self.name, self.cx.soon()).await;
        flushed.expect("a flush");
        let compacted = backend.major_compact(&self.name, self.cx.soon()).await;
        compacted.expect("a major compaction");
        true
    }
}
