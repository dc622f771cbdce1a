//! The trait that every backend implements.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

pub use crate::capability::{Capabilities, Capability};
use crate::change::TableChange;
use crate::check::CheckAndMutate;
use crate::deadline::Deadline;
use crate::descriptor::TableDescriptor;
use crate::error::{Error, Result};
use crate::mutation::Mutation;
use crate::name::TableName;
use crate::read::Get;
use crate::row::Row;
use crate::scan::Scan;
use crate::update::{Append, Increment};
use crate::upkeep::Upkeep;

/// A boxed future, so that [`Backend`] can be used as `dyn`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A store of `HBase` tables: embedded, or a cluster behind some protocol.
///
/// Every call has a [`Deadline`] and fails with
/// [`DeadlineExceeded`](crate::Error::DeadlineExceeded) once it has passed. Dropping a future
/// cancels the wait; a write that was under way may or may not take effect.
pub trait Backend: fmt::Debug + Send + Sync + 'static {
    /// The backend's name, for errors and traces: `embedded`, `thrift`, …
    fn name(&self) -> &'static str;

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// How many calls it has repeated by itself after a failure that passes, and that whoever
    /// called does not see.
    fn repeated(&self) -> u64 {
        0
    }

    /// What it has done by itself, unasked; nothing where it keeps no files of its own, or is not
    /// told, as of a cluster.
    fn upkeep(&self) -> Upkeep {
        Upkeep::default()
    }

    /// Whether it can be reached, and a line that says what was reached (version, servers).
    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>>;

    /// Creates a namespace.
    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Drops a namespace that holds no tables.
    fn drop_namespace<'a>(&'a self, name: &'a str, deadline: Deadline)
    -> BoxFuture<'a, Result<()>>;

    /// All namespaces, `default` and `hbase` among them, in order.
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

    /// Removes all rows; the splits are kept where `preserve_splits` says so.
    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Changes a table that is there, in the order given; all of it, or what comes before the
    /// first change that fails.
    ///
    /// # Errors
    /// [`Unsupported`](Error::Unsupported) unless the backend has
    /// [`Capability::AlterTable`].
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

    /// The table as it is: its families, as much of the attributes as the backend tells, and the keys
    /// at which it is split now.
    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>>;

    /// Whether the table takes reads and writes. A backend whose tables cannot be disabled answers
    /// `true` by this default, for a missing table too.
    fn is_table_enabled<'a>(
        &'a self,
        _table: &'a TableName,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    /// The names of all user tables, in order.
    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>>;

    /// Writes what is in memory to files.
    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>>;

    /// Merges all files and drops what is deleted, expired or beyond VERSIONS.
    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// One row; `None` where nothing of it is there.
    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>>;

    /// Several rows, in the order asked for.
    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>>;

    /// One row's puts and deletes, as one atomic step.
    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>>;

    /// Many rows; each is atomic by itself and answered by itself, in the order given. The outer
    /// error stands for all of them: none took effect, or it is not known which did.
    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>>;

    /// A mutation under a condition; whether the condition held.
    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>>;

    /// Adds to counters; the row of new values.
    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>>;

    /// Appends to values; the row of new values.
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

/// A scan under way. Dropping it frees what it holds.
pub trait Scanner: fmt::Debug + Send {
    /// The next rows, at most as many and as large as the scan's `caching` and
    /// `max_result_bytes`; empty at the end, and from then on.
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>>;
}
