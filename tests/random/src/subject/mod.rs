//! Tables under test: the trait that each table implements, and its trait object.

pub mod scans;

use std::fmt::Debug;
use std::pin::Pin;

use hbase_schema::db::{Check, Checked, GetRequest, RowMutation};
use hbase_schema::model::TableDescriptor;
use hbase_schema::{Connection, Error, RowFilter, Table, TableRow};
use hbase_schema_random_generator::ops::{Arg, Op, Outcome, Test};
use hbase_schema_random_generator::{self as random, Value};

use scans::AnyScan;

/// The future of a call.
pub type Boxed<'c, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'c>>;

/// A call that returns nothing.
pub type Done<'c> = Boxed<'c, ()>;
/// A call that returns whether a condition was true.
pub type Flag<'c> = Boxed<'c, bool>;
/// A call that returns a number.
pub type Number<'c> = Boxed<'c, i64>;
/// A call that returns the values of a row.
pub type Found = Boxed<'static, Option<Vec<Value>>>;
/// A call that returns the values of rows.
pub type FoundMany = Boxed<'static, Vec<Vec<Value>>>;

/// The generated program of a table: the code that depends on its types.
pub trait Subject: TableRow + Table<Key: Send + Sync> + Debug + Clone + Send + Sync {
    /// Converts values to a row.
    fn of_values(values: &[Value]) -> Self;
    /// Converts the row to values.
    fn to_values(&self) -> Vec<Value>;
    /// Converts values to a key.
    fn key_of(values: &[Value]) -> Self::Key;
    /// Converts a key to values.
    fn key_values(key: &Self::Key) -> Vec<Value>;
    /// A scan of this shape.
    fn scan_by(db: &Connection, shape: usize, salts: &[Value], args: &[Arg]) -> AnyScan<Self>;
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
    /// A scan of a set of columns.
    fn scan_set(scan: AnyScan<Self>, set: usize) -> FoundMany;

    /// `replace`, for tables without a timestamp field.
    fn replace<'c>(_: &'c Connection, _: &Self) -> Done<'c> {
        unreachable!("the table has a timestamp field")
    }

    /// `replace` with a condition, for tables without a timestamp field.
    fn replace_checked<'c>(_: Checked<Self>, _: &Self) -> Flag<'c> {
        unreachable!("the table has a timestamp field")
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
    /// Drops its table.
    fn drop_table<'c>(&'c self, db: &'c Connection) -> Boxed<'c, ()>;
    /// Makes a call.
    fn run<'c>(
        &'c self,
        db: &'c Connection,
        op: &'c Op,
    ) -> Pin<Box<dyn Future<Output = Returned> + Send + 'c>>;
    /// Encodes a key.
    fn encode(&self, parts: &[Value]) -> Result<Vec<u8>, String>;
    /// Decodes a key into the values of its parts.
    fn decode(&self, key: &[u8]) -> Result<Vec<Value>, String>;
    /// The table's description as JSON.
    fn description(&self) -> String;
}
