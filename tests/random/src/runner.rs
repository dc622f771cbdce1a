//! Makes the calls of a table as a trait object, without the table's type.

use std::marker::PhantomData;
use std::pin::Pin;

use hbase_schema::key::{DecodeKey, RowKey};
use hbase_schema::model::TableDescriptor;
use hbase_schema::{Connection, Error};
use hbase_schema_random_generator::ops::{Op, Outcome};
use hbase_schema_random_generator::{Table, Value};

use crate::driver;
use crate::store::Store;
use crate::subject::{AnySubject, Boxed, Returned, Subject};

/// Makes the calls of a table.
#[derive(Debug)]
pub struct Runner<T> {
    id: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T> Runner<T> {
    /// The runner for the table with this identifier.
    pub fn new(id: &'static str) -> Self {
        Self {
            id,
            of: PhantomData,
        }
    }
}

impl<T: Subject> AnySubject for Runner<T> {
    fn table(&self) -> Table {
        Table::of_id(self.id).expect("the build script wrote the identifier of a table")
    }

    fn create<'c>(&'c self, db: &'c Connection) -> Boxed<'c, ()> {
        T::create(db)
    }

    fn descriptor(&self) -> &'static TableDescriptor {
        T::SCHEMA.table
    }

    fn run<'c>(
        &'c self,
        store: &'c Store,
        op: &'c Op,
    ) -> Pin<Box<dyn Future<Output = Returned> + Send + 'c>> {
        Box::pin(async move {
            match driver::run::<T>(store, op).await {
                Ok(outcome) => (outcome, None),
                Err(error) => (outcome_of::<T>(&error), Some(error.to_string())),
            }
        })
    }

    fn encode(&self, parts: &[Value]) -> Result<Vec<u8>, String> {
        let key = T::key_of(parts).encode();
        key.map(|key| key.as_ref().to_vec())
            .map_err(|error| error.to_string())
    }

    fn decode(&self, key: &[u8]) -> Result<Vec<Value>, String> {
        fn decoded<K: for<'k> DecodeKey<'k>>(key: &[u8]) -> Result<K, String> {
            K::decode(key).map_err(|error| error.to_string())
        }
        decoded::<T::Key>(key).map(|key| T::key_values(&key))
    }

    fn description(&self) -> String {
        T::SCHEMA.to_json()
    }
}

/// An error as the result of a call.
fn outcome_of<T: Subject>(error: &Error) -> Outcome {
    match error {
        Error::Changed(changed) => Outcome::Changed(Box::new(match changed.row::<T>() {
            Ok(row) => Outcome::Row(row.map(|row| row.to_values())),
            Err(_) => Outcome::error("Decode"),
        })),
        Error::Batch(batch) if batch.stopped.is_none() => {
            let failed = batch.failed.iter();
            let failed = failed.map(|failed| (failed.index, outcome_of::<T>(&failed.error)));
            Outcome::Batch(batch.written, failed.collect())
        }
        other => Outcome::Error(format!("{:?}", other.kind())),
    }
}
