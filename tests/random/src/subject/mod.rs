//! A table under test, as a trait object.

pub mod scans;

use std::fmt::Debug;
use std::pin::Pin;

use hbase_schema::db::{Check, Checked, GetRequest, RowMutation};
use hbase_schema::{Connection, Error, RowFilter, Table, TableRow};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{Arg, Op, Outcome, Test};

use scans::AnyScan;

/// A call under way.
pub type Boxed<'c, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'c>>;

/// A call that returns nothing.
pub type Done<'c> = Boxed<'c, ()>;
/// A call that returns whether a condition held.
pub type Flag<'c> = Boxed<'c, bool>;
/// A call that returns a number.
pub type Number<'c> = Boxed<'c, i64>;
/// A call that returns the values of a row.
pub type Found = Boxed<'static, Option<Vec<Value>>>;
/// A call that returns the values of rows.
pub type FoundMany = Boxed<'static, Vec<Vec<Value>>>;

/// The program of a table: what its types decide.
pub trait Subject: TableRow + Table<Key: Send + Sync> + Debug + Clone + Send + Sync {
    /// The row of values.
    fn of_values(values: &[Value]) -> Self;
    /// The values of the row.
    fn to_values(&self) -> Vec<Value>;
    /// The key of values.
    fn key_of(values: &[Value]) -> Self::Key;
    /// The values of a key.
    fn key_values(key: &Self::Key) -> Vec<Value>;
    /// A scan of a form.
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

    /// `replace`, of a table without timestamps.
    fn replace<'c>(_: &'c Connection, _: &Self) -> Done<'c> {
        unreachable!("the table has timestamps")
    }

    /// `replace` under a condition.
    fn replace_checked<'c>(_: Checked<Self>, _: &Self) -> Flag<'c> {
        unreachable!("the table has timestamps")
    }

    /// `history`, of a table with versions.
    fn history(_: &Connection, _: &Self::Key, _: Option<u32>) -> FoundMany {
        unreachable!("the table has one version")
    }

    /// `newest_first`, of a table whose key has a time.
    fn newest_first(_: AnyScan<Self>) -> AnyScan<Self> {
        unreachable!("the key has no time")
    }

    /// `increment`, of a table with counters.
    fn increment<'c>(_: &'c Connection, _: &Self::Key, _: usize, _: i64) -> Number<'c> {
        unreachable!("the table has no counter")
    }
}

/// A result, with the error's message.
pub type Returned = (Outcome, Option<String>);

/// A table under test.
pub trait AnySubject: Send + Sync {
    /// Its seed.
    fn seed(&self) -> u64;
    /// Creates its table.
    fn create<'c>(&'c self, db: &'c Connection) -> Boxed<'c, ()>;
    /// Carries out a call.
    fn run<'c>(
        &'c self,
        db: &'c Connection,
        op: &'c Op,
    ) -> Pin<Box<dyn Future<Output = Returned> + Send + 'c>>;
    /// The bytes of a key.
    fn encode(&self, parts: &[Value]) -> Result<Vec<u8>, String>;
    /// The parts of a key.
    fn decode(&self, key: &[u8]) -> Result<Vec<Value>, String>;
    /// The table's description in JSON.
    fn description(&self) -> String;
}
