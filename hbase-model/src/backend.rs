//! The trait that every backend implements.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::capability::{Capabilities, Capability};
use crate::change::TableChange;
use crate::check_and_mutate::CheckAndMutate;
use crate::deadline::Deadline;
use crate::descriptor::TableDescriptor;
use crate::error::{Error, Result};
use crate::mutation::Mutation;
use crate::name::TableName;
use crate::read::Get;
use crate::row::Row;
use crate::scan::{Scan, ScanStep};
use crate::update::{Append, Increment};
use crate::upkeep::Upkeep;

/// A boxed future, so that [`Backend`] can be used as `dyn`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A store of `HBase` tables: embedded, or a cluster behind some protocol.
///
/// Every call has a [`Deadline`] and fails with
/// [`DeadlineExceeded`](crate::Error::DeadlineExceeded) once it has passed. Dropping a future
/// cancels the wait; a pending write may or may not take effect.
pub trait Backend: fmt::Debug + Send + Sync + 'static {
    /// The backend's name, for errors and traces: `embedded`, `thrift`, …
    fn name(&self) -> &'static str;

    /// The operations that the backend supports.
    fn capabilities(&self) -> Capabilities;

    /// Number of transparent retries after transient errors.
    fn retries(&self) -> u64 {
        0
    }

    /// Number of batches of writes that one caller may send at a time, without a row in common
    /// (default 1). A cluster is idle between two batches that are sent one after the other.
    fn concurrent_batches(&self) -> usize {
        1
    }

    /// Counts of background work; zeros for a backend without files of its own, such as a
    /// cluster's.
    fn upkeep(&self) -> Upkeep {
        Upkeep::default()
    }

    /// Checks that the backend is reachable; returns a line about it (version, servers).
    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>>;

    /// Creates a namespace.
    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Drops a namespace that has no tables.
    fn drop_namespace<'a>(&'a self, name: &'a str, deadline: Deadline)
    -> BoxFuture<'a, Result<()>>;

    /// The names of all namespaces, `default` and `hbase` included, in order.
    fn list_namespaces(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<String>>>;

    /// Creates a table whose namespace exists.
    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Drops a table and all its rows.
    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Removes all rows; keeps the split points if `preserve_splits` is set.
    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Applies `changes` to an existing table, in order, up to the first one that fails.
    ///
    /// # Errors
    /// [`Unsupported`](Error::Unsupported) without [`Capability::AlterTable`].
    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let (_, _, _) = (table, changes, deadline);
        let error = Error::Unsupported {
            backend: self.name(),
            capability: Capability::AlterTable,
            instead: "run `alter` in HBase's shell".to_owned(),
        };
        Box::pin(std::future::ready(Err(error)))
    }

    /// The live table: its families, the attributes that the backend reports, and the current split
    /// points.
    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>>;

    /// The keys at which the table's regions start, in order, without the first region's, which is
    /// empty: where reads of all regions are divided. The default describes the table; a backend
    /// overrides it if it can read them with fewer calls or fewer rights.
    ///
    /// They may be outdated on return, for regions are split and merged at any time.
    fn split_points<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Vec<u8>>>> {
        Box::pin(async move {
            let table = self.describe_table(table, deadline).await?;
            let points = table.splits.keys();
            points.map_err(|error| Error::invalid(error.to_string()))
        })
    }

    /// Whether the table takes reads and writes. The default, for a backend whose tables cannot
    /// be disabled, returns `true` for a missing table too.
    fn is_table_enabled<'a>(
        &'a self,
        _table: &'a TableName,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    /// The names of all user tables, in order.
    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>>;

    /// Flushes the memstores to files.
    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>>;

    /// Merges all files and drops cells that are deleted, expired or beyond VERSIONS.
    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Reads one row; `None` if it has no cells.
    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>>;

    /// Reads several rows, in the order of `gets`.
    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>>;

    /// Applies one row's puts and deletes as one atomic step.
    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Writes many rows, each atomically; returns one result per row, in their order. The outer
    /// error concerns all rows: none took effect, or it is unknown which did.
    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>>;

    /// Applies a mutation if a condition holds; returns whether it held.
    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>>;

    /// Carries out many conditional mutations, each as
    /// [`check_and_mutate`](Self::check_and_mutate); returns one result per mutation, in their order:
    /// whether its condition held. Those on one row take effect in the given order; together they are
    /// not atomic. The outer error concerns all of them: none took effect, or it is unknown which did.
    ///
    /// The default carries out one after the other; a backend overrides it if it needs fewer requests.
    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move {
            let mut results = Vec::with_capacity(checks.len());
            for check in checks {
                results.push(self.check_and_mutate(table, check, deadline).await);
            }
            Ok(results)
        })
    }

    /// Adds to counters; returns the row of new values.
    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>>;

    /// Appends to values; returns the row of new values.
    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>>;

    /// Opens a scan.
    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>>;
}

/// An open scan. Dropping it releases its resources.
pub trait Scanner: fmt::Debug + Send {
    /// The next rows, at most as many and as large as the scan's `caching` and `max_result_bytes`; or how far the
    /// scan has read without finding one, if the backend knows. The deadline is that of one step.
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>>;

    /// The rows of the next step that has any; empty at the end, and from then on. The deadline is that of all
    /// steps.
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            loop {
                match self.next_step(deadline).await? {
                    ScanStep::Rows(rows) => return Ok(rows),
                    ScanStep::Passed(_) => {}
                    ScanStep::End => return Ok(Vec::new()),
                }
            }
        })
    }
}
