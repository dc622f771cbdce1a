//! Tables under test: the trait that each table implements, and its trait object.

pub mod dated;
pub mod dynamic;
pub mod entries;
pub mod indexed;
pub mod scans;
pub mod version;

use std::fmt::Debug;
use std::pin::Pin;

use hbase_schema::db::{self, Check, Checked, DeleteRequest, GetRequest, RowMutation};
use hbase_schema::key::DecodeKey;
use hbase_schema::model::TableDescriptor;
use hbase_schema::{Connection, Error, FromRowOwned, KeyFor, RowFilter, Table};
use hbase_schema_random_generator::ops::{
    Arg, DatedCall, Dates, DynamicCall, EntryCall, EntryCounts, IndexCall, IndexQuery, Op, Outcome,
    Row, Test,
};
use hbase_schema_random_generator::{self as random, Value};

use crate::convert::Typed;
use crate::store::Store;
use scans::AnyScan;

/// The future of a call.
pub type Boxed<'c, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'c>>;

/// A call that returns nothing.
pub type Done<'c> = Boxed<'c, ()>;
/// A call that returns whether a condition was true.
pub type Flag<'c> = Boxed<'c, bool>;
/// A call that returns the changed row, if it was changed.
pub type Updated<'c, T> = Boxed<'c, Option<T>>;
/// A call that returns a number of rows.
pub type Counted<'c> = Boxed<'c, u64>;
/// A call that returns a number.
pub type Number<'c> = Boxed<'c, i64>;
/// A call that returns the values of a row.
pub type Found = Boxed<'static, Option<Vec<Value>>>;
/// A call that returns the values of rows.
pub type FoundMany = Boxed<'static, Vec<Vec<Value>>>;

/// The generated program of a table: the code that depends on its types.
pub trait Subject:
    Table<Key: KeyFor<Self> + Clone + for<'k> DecodeKey<'k> + Send + Sync>
    + FromRowOwned
    + Debug
    + Clone
    + Send
    + Sync
    + 'static
{
    /// Makes a call that writes, or a query by an index.
    fn write<'c>(store: &'c Store, op: &'c Op) -> Boxed<'c, Outcome>;
    /// Creates the table, or the first tables by date.
    fn create(db: &Connection) -> Done<'_>;

    /// Converts values to a row.
    fn of_values(values: &[Value]) -> Self;
    /// Converts the row to values.
    fn to_values(&self) -> Vec<Value>;
    /// Converts values to a key.
    fn key_of(values: &[Value]) -> Self::Key;
    /// Converts a key to values.
    fn key_values(key: &Self::Key) -> Vec<Value>;
    /// A scan of this shape. The dates are those of tables by date.
    fn scan_by(
        db: &Connection,
        shape: usize,
        salts: &[Value],
        args: &[Arg],
        dates: Option<Dates>,
    ) -> AnyScan<Self>;
    /// A filter of a column.
    fn filter(column: usize, test: &Test) -> RowFilter<Self>;
    /// A condition of a column.
    fn checked(check: Check<Self>, column: usize, value: &Value) -> Checked<Self>;
    /// A change of a column.
    fn change(
        mutation: RowMutation<Self>,
        column: usize,
        value: Option<&Value>,
    ) -> RowMutation<Self>;
    /// A read of a set of columns.
    fn get_set(get: GetRequest<Self>, set: usize) -> Found;
    /// A delete of a set of columns.
    fn delete_set(delete: DeleteRequest<Self>, set: usize) -> DeleteRequest<Self>;
    /// A scan of a set of columns.
    fn scan_set(scan: AnyScan<Self>, set: usize) -> FoundMany;

    /// `replace`, for tables without a timestamp field.
    fn replace<'c>(_: &'c Connection, _: &Self) -> Done<'c> {
        unreachable!("the table has a timestamp field")
    }

    /// `update`, for tables without a timestamp field. Without a row, the function declines.
    fn update<'c>(_: &'c Connection, _: &Self::Key, _: Option<Self>) -> Updated<'c, Self> {
        unreachable!("the table has a timestamp field")
    }

    /// `replace` with a condition, for tables without a timestamp field.
    fn replace_checked<'c>(_: Checked<Self>, _: &Self) -> Flag<'c> {
        unreachable!("the table has a timestamp field")
    }

    /// A write of the version by another program, for tables with a version and without a date.
    fn rewrite<'c>(_: &'c Connection, _: &Self::Key, _: Option<&Value>) -> Done<'c> {
        unreachable!("the table has no version")
    }

    /// `history`, for tables that keep several versions.
    fn history(_: &Connection, _: &Self::Key, _: Option<u32>) -> FoundMany {
        unreachable!("the table keeps one version")
    }

    /// `newest_first`, for tables whose key contains a time.
    fn newest_first(_: AnyScan<Self>) -> AnyScan<Self> {
        unreachable!("the key contains no time")
    }

    /// `increment`, for tables with counters.
    fn increment<'c>(_: &'c Connection, _: &Self::Key, _: usize, _: i64) -> Number<'c> {
        unreachable!("the table has no counter")
    }

    /// `increment_many`, for tables with counters.
    fn increment_many(_: &Connection, _: usize, _: Vec<(Self::Key, i64)>) -> Counted<'_> {
        unreachable!("the table has no counter")
    }

    /// `set_counter_many`, for tables with counters.
    fn set_counters(_: &Connection, _: usize, _: Vec<(Self::Key, i64)>) -> Counted<'_> {
        unreachable!("the table has no counter")
    }

    /// `append`, for tables with a column of text or bytes.
    fn append<'c>(_: &'c Connection, _: &'c Self::Key, _: usize, _: &Value) -> Boxed<'c, Value> {
        unreachable!("the table has no column of text or bytes")
    }

    /// A call on the tables, for tables by date.
    fn dated<'c>(_: &'c Connection, _: &'c DatedCall) -> Boxed<'c, Outcome> {
        unreachable!("the name of the table contains no date")
    }

    /// `recompute`, for tables by date.
    fn recompute(_: &Connection, _: i64, _: &[Row]) -> Counted<'static> {
        unreachable!("the name of the table contains no date")
    }

    /// `current`, for tables by date.
    fn current(_: AnyScan<Self>) -> AnyScan<Self> {
        unreachable!("the name of the table contains no date")
    }

    /// `delete` of the rows of a scan, for tables without an index.
    fn delete_found(_: AnyScan<Self>) -> Counted<'static> {
        unreachable!("the table has an index")
    }

    /// A query, for tables with an index.
    fn query(_: &Connection, _: &IndexQuery) -> db::IndexQuery<Self> {
        unreachable!("the table has no index")
    }

    /// A call on the entries of an index, for tables with an index.
    fn entries_of(_: &Connection, _: usize, _: IndexCall) -> Boxed<'_, EntryCounts> {
        unreachable!("the table has no index")
    }

    /// A query of a set of columns, for tables with an index.
    fn query_set(_: db::IndexQuery<Self>, _: usize) -> Boxed<'static, Vec<Vec<Value>>> {
        unreachable!("the table has no index")
    }

    /// A call on entries, for tables with entries in their rows.
    fn entries<'c>(_: &'c Connection, _: &'c Self::Key, _: &'c EntryCall) -> Boxed<'c, Outcome> {
        unreachable!("the table has no entries")
    }

    /// The dynamic columns of a scan of this shape, for tables with such columns and without a date.
    fn scan_columns<'c>(
        _: &'c Connection,
        _: usize,
        _: &'c [Value],
        _: &'c [Arg],
        _: Option<u64>,
    ) -> Boxed<'c, Outcome> {
        unreachable!("the table has no dynamic columns")
    }

    /// A call on dynamic columns, for tables with such columns.
    fn dynamic<'c>(_: &'c Connection, _: &'c Self::Key, _: &'c DynamicCall) -> Boxed<'c, Outcome> {
        unreachable!("the table has no dynamic columns")
    }
}

/// Converts the result of a call to a value.
pub fn value_of<'c, T: Typed + Send + 'c>(call: Boxed<'c, T>) -> Boxed<'c, Value> {
    Box::pin(async move { Ok(call.await?.value()) })
}

/// The result of a call, and the message if it is an error.
pub type Returned = (Outcome, Option<String>);

/// A table under test.
pub trait AnySubject: Send + Sync {
    /// Its table.
    fn table(&self) -> random::Table;
    /// Creates its table.
    fn create<'c>(&'c self, db: &'c Connection) -> Boxed<'c, ()>;
    /// The description of its table for the store.
    fn descriptor(&self) -> &'static TableDescriptor;

    /// Makes a call.
    fn run<'c>(
        &'c self,
        store: &'c Store,
        op: &'c Op,
    ) -> Pin<Box<dyn Future<Output = Returned> + Send + 'c>>;
    /// Encodes a key.
    fn encode(&self, parts: &[Value]) -> Result<Vec<u8>, String>;
    /// Decodes a key into the values of its parts.
    fn decode(&self, key: &[u8]) -> Result<Vec<Value>, String>;
    /// The table's description as JSON.
    fn description(&self) -> String;
}
