//! The trait that every backend implements, and what follows from the list of its calls.
//!
//! The list is in `from_list!`, and nowhere else. Each `fn` in it is a method of [`Backend`]: a fact takes only
//! `&self`; a call takes `&self`, its arguments and a [`Deadline`], and returns a [`BoxFuture`] of a
//! [`Result`]. `= default` gives it a default. The same list generates [`Layer`] (the trait of backends around
//! another one), [`CallName`], [`Failing`], and the signatures that [`calls!`](crate::calls) writes.
//!
//! Why a list and not an ordinary trait: a layer written as `impl Backend` gets the trait's default for each
//! call that it omits. The default bypasses the wrapped backend, and rustc does not report it. Here every layer
//! forwards a call that is added to the list, and the call passes [`Layer::around`]. Without defaults rustc
//! would report an omission, but every layer would still list all calls, and every new call would break all
//! backends.

#![allow(
    clippy::elidable_lifetime_names,
    reason = "the list does not distinguish the calls that need the lifetime"
)]

mod call;
mod defaults;
#[macro_use]
mod from_list;
mod implement;
mod scanner;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::capability::Capabilities;
use crate::check_and_mutate::CheckAndMutate;
use crate::deadline::Deadline;
use crate::error::{Error, Result};
use crate::mutation::Mutation;
use crate::read::Get;
use crate::row::Row;
use crate::scan::Scan;
use crate::update::{Append, Increment};
use crate::upkeep::Upkeep;
use hbase_model::change::TableChange;
use hbase_model::descriptor::TableDescriptor;
use hbase_model::name::TableName;

pub use call::Call;
pub use scanner::Scanner;

/// A boxed future, so that [`Backend`] can be used as `dyn`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

from_list! {
    ($)

    /// A store of `HBase` tables: embedded, or a cluster that is reached by some protocol.
    ///
    /// Every call has a [`Deadline`] and fails with
    /// [`DeadlineExceeded`](crate::Error::DeadlineExceeded) once it has passed. Dropping a future
    /// cancels the wait; a pending write may or may not take effect.
    pub trait Backend: fmt::Debug + Send + Sync + 'static;

    facts {
        /// The backend's name, for errors and traces: `embedded`, `thrift`, …
        fn name() -> &'static str;

        /// The operations that the backend supports.
        fn capabilities() -> Capabilities;

        /// Number of transparent retries after transient errors.
        fn retries() -> u64 = 0;

        /// Number of batches of writes that one caller may send at a time (default 1). No two of them contain
        /// the same row. A cluster is idle between two batches that are sent one after the other.
        fn concurrent_batches() -> usize = 1;

        /// The store's current time in milliseconds since 1970, by which it expires cells and assigns
        /// timestamps; `None` (the default) for a cluster, whose servers have clocks of their own.
        fn now_ms() -> Option<i64> = None;

        /// Counts of background work; zeros for a backend without files of its own, such as a
        /// cluster's.
        fn upkeep() -> Upkeep = Upkeep::default();
    }

    calls {
        /// Checks that the backend is reachable; returns a line about it (version, servers).
        Ping: fn ping() -> String;

        /// Creates a namespace.
        CreateNamespace: fn create_namespace(name: &'a str) -> ();

        /// Drops a namespace that has no tables.
        DropNamespace: fn drop_namespace(name: &'a str) -> ();

        /// The names of all namespaces, `default` and `hbase` included, in order.
        ListNamespaces: fn list_namespaces() -> Vec<String>;

        /// Creates a table whose namespace exists.
        CreateTable: fn create_table(descriptor: &'a TableDescriptor) -> ();

        /// Drops a table and all its rows.
        DropTable: fn drop_table(table: &'a TableName) -> ();

        /// Removes all rows; keeps the split points if `preserve_splits` is set.
        TruncateTable: fn truncate_table(table: &'a TableName, preserve_splits: bool) -> ();

        /// Applies `changes` to an existing table, in order, up to the first one that fails.
        ///
        /// # Errors
        /// [`Unsupported`](Error::Unsupported) without
        /// [`Capability::AlterTable`](crate::Capability::AlterTable).
        AlterTable: fn alter_table(table: &'a TableName, changes: &'a [TableChange])
            -> () = defaults::alter_table;

        /// The live table: its families, the attributes that the backend reports, and the current split
        /// points.
        DescribeTable: fn describe_table(table: &'a TableName) -> TableDescriptor;

        /// The keys at which the table's regions start, in order, without the first region's, which is empty.
        /// Reads of all regions are divided there. The default describes the table; a backend overrides it if
        /// it can read them with fewer calls or fewer rights.
        ///
        /// They may be outdated on return, because regions are split and merged at any time.
        SplitPoints: fn split_points(table: &'a TableName) -> Vec<Vec<u8>> = defaults::split_points;

        /// Whether the table takes reads and writes. The default, for a backend whose tables cannot
        /// be disabled, returns `true` for a missing table too.
        IsTableEnabled: fn is_table_enabled(table: &'a TableName)
            -> bool = defaults::is_table_enabled;

        /// The names of all user tables, in order.
        ListTables: fn list_tables() -> Vec<TableName>;

        /// Flushes the memstores to files.
        Flush: fn flush(table: &'a TableName) -> ();

        /// Merges all files and drops cells that are deleted, expired or beyond VERSIONS.
        MajorCompact: fn major_compact(table: &'a TableName) -> ();

        /// Reads one row; `None` if it has no cells.
        Get: fn get(table: &'a TableName, get: &'a Get) -> Option<Row>;

        /// Reads several rows, in the order of `gets`.
        GetMany: fn get_many(table: &'a TableName, gets: &'a [Get]) -> Vec<Option<Row>>;

        /// Applies one row's puts and deletes as one atomic step.
        Mutate: fn mutate(table: &'a TableName, mutation: Mutation) -> ();

        /// Writes many rows, each atomically; returns one result per row, in their order. The outer
        /// error concerns all rows: none took effect, or it is unknown which did.
        MutateMany: fn mutate_many(table: &'a TableName, mutations: Vec<Mutation>)
            -> Vec<Result<()>>;

        /// Applies a mutation if a condition holds; returns whether it held.
        CheckAndMutate: fn check_and_mutate(table: &'a TableName, check: CheckAndMutate) -> bool;

        /// Carries out many conditional mutations, each like [`check_and_mutate`](Self::check_and_mutate).
        /// Returns for each mutation, in their order, whether its condition held. Those on one row take effect
        /// in the given order; together they are not atomic. The outer error concerns all of them: none took
        /// effect, or it is unknown which did.
        ///
        /// The default carries them out one after the other; a backend overrides it if it can do so with fewer
        /// requests.
        CheckAndMutateMany: fn check_and_mutate_many(table: &'a TableName, checks: Vec<CheckAndMutate>)
            -> Vec<Result<bool>> = defaults::check_and_mutate_many;

        /// Adds to counters; returns the row of new values.
        Increment: fn increment(table: &'a TableName, increment: Increment) -> Row;

        /// Appends to values; returns the row of new values.
        Append: fn append(table: &'a TableName, append: Append) -> Row;

        /// Opens a scan.
        Scan: fn scan(table: &'a TableName, scan: Scan) -> Box<dyn Scanner>;
    }
}
