//! Pairs of structs: a random one, and the same with one change. The program writes rows with the first one, and reads them
//! with the second one.
#![allow(
    clippy::missing_panics_doc,
    reason = "a panic is a bug in the tests: a value's type differs from the table's"
)]

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;

use hbase_model::lock::TableFacts;
use hbase_schema::query::ScanStart;
use hbase_schema::{Connection, Error, KeyFor, TableRow};
use hbase_schema_random_generator::pair::{Expected, expected, new_key};
use hbase_schema_random_generator::{Pair, Value};

/// A struct whose rows and keys are made from values.
pub trait Rows: TableRow<Key: KeyFor<Self> + Send + Sync> + fmt::Debug + Send + Sync {
    /// Converts values to a row.
    fn of_values(values: &[Value]) -> Self;
    /// Converts the row to values.
    fn to_values(&self) -> Vec<Value>;
    /// Converts values to a key.
    fn key_of(values: &[Value]) -> Self::Key;
    /// Converts a key to values.
    fn key_values(key: &Self::Key) -> Vec<Value>;
}

/// What the new struct reads at the new key of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// No row.
    NoRow,
    /// These values.
    Row(Vec<Value>),
    /// An error.
    Error(String),
}

/// A row of the old struct.
#[derive(Clone, Debug)]
pub struct ReadRow {
    /// The values that were put.
    pub put: Vec<Value>,
    /// What the new struct should read.
    pub expected: Expected,
    /// What it reads.
    pub found: Found,
}

impl ReadRow {
    /// Whether the new struct reads the row as the old one wrote it.
    pub fn is_as_expected(&self) -> bool {
        match (&self.expected, &self.found) {
            (Expected::Row(expected), Found::Row(found)) => expected == found,
            (Expected::NoRow, Found::NoRow) => true,
            _ => false,
        }
    }
}

/// The future of a pair's calls.
pub type Reading<'c> = Pin<Box<dyn Future<Output = Result<Vec<ReadRow>, Error>> + Send + 'c>>;

/// Both structs of a pair, without their types.
pub trait AnyPair: fmt::Debug {
    /// The pair.
    fn pair(&self) -> Pair;
    /// The facts of the old struct, and those of the new one.
    fn facts(&self) -> [TableFacts; 2];
    /// The fingerprints that the compiler computes of both: with the lock of this crate, which has no tables, the derive makes
    /// them from hashed parts.
    fn fingerprints(&self) -> [u64; 2];
    /// Writes rows of the old struct into an empty store, and reads them with the new one.
    fn read<'c>(&'c self, pair: &'c Pair, db: &'c Connection) -> Reading<'c>;
}

/// Both structs of a pair.
#[derive(Debug)]
pub struct Both<O, N> {
    seed: u64,
    of: PhantomData<fn() -> (O, N)>,
}

impl<O, N> Both<O, N> {
    /// The structs of the pair with this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            of: PhantomData,
        }
    }
}

impl<O: Rows, N: Rows> AnyPair for Both<O, N> {
    fn pair(&self) -> Pair {
        Pair::of_seed(self.seed)
    }

    fn facts(&self) -> [TableFacts; 2] {
        [O::SCHEMA.facts(), N::SCHEMA.facts()]
    }

    fn fingerprints(&self) -> [u64; 2] {
        [O::LOCKED.fingerprint(), N::LOCKED.fingerprint()]
    }

    fn read<'c>(&'c self, pair: &'c Pair, db: &'c Connection) -> Reading<'c> {
        Box::pin(async move {
            db.create_table::<O>().await?;
            let mut read = Vec::new();
            for put in pair.rows() {
                let expected = expected(pair, &put);
                if expected != Expected::NoRow {
                    db.put(&O::of_values(&put)).await?;
                }
                let found = match new_key(pair, &put) {
                    Some(key) => at_key::<N>(db, &N::key_of(&key)).await,
                    // No key of the new struct selects the row.
                    None => scanned::<N>(db).await,
                };
                read.push(ReadRow {
                    put,
                    expected,
                    found,
                });
            }
            Ok(read)
        })
    }
}

/// The row at a key.
async fn at_key<N: Rows>(db: &Connection, key: &N::Key) -> Found {
    match db.get::<_, N>(key).await {
        Ok(Some(row)) => Found::Row(row.to_values()),
        Ok(None) => Found::NoRow,
        Err(error) => Found::Error(error.to_string()),
    }
}

/// The first row of a table, unless one of its rows is an error.
async fn scanned<N: Rows>(db: &Connection) -> Found {
    match db.scan(N::scan().all()).rows().collect().await {
        Ok(rows) => rows
            .first()
            .map_or(Found::NoRow, |row| Found::Row(row.to_values())),
        Err(error) => Found::Error(error.to_string()),
    }
}

/// The imports of the pairs' modules.
#[allow(unused_imports, reason = "each struct uses some of the imports")]
mod prelude {
    pub(crate) use std::sync::Arc;

    pub(crate) use hbase_schema::{Columns, HTable, Sequence, TimeOfDay, Timestamp};
    pub(crate) use hbase_schema_random_generator::Value;
    pub(crate) use hbase_schema_random_generator::value::Json;
    pub(crate) use hbase_schema_random_tests::convert::{Typed, fields};
    pub(crate) use hbase_schema_random_tests::externs::*;
    pub(crate) use hbase_schema_random_tests::types::*;

    pub(crate) use crate::Rows;
}

/// The structs that the build script generated.
#[allow(warnings, clippy::all, clippy::pedantic)]
pub mod pairs {
    include!(concat!(env!("OUT_DIR"), "/pairs.rs"));
}
