//! The tables of `examples/`, and others, with rows to exchange with other programs.
//!
//! Each file has the tables of the example with its name, with the same declarations (`tests/interop` compares
//! the text); `cells` and `keys` have codecs and encodings that no example uses.

#![expect(
    missing_docs,
    reason = "the fields are those of the examples, which say what they are"
)]

pub mod calls;
pub mod cells;
pub mod devices;
pub mod events;
pub mod keys;
pub mod logs;
pub mod mail;
pub mod mailbox;
pub mod plain;
pub mod sensors;
pub mod trades;
pub mod weather;

use std::future::Future;

use hbase_schema::{Connection, Error, FixedName, Timestamp, Writable};
use serde::Serialize;

/// A table with rows to exchange. A serialized row has the values that another program needs to write it; this
/// project has encoded none of them.
pub trait Sample: FixedName + Writable + Serialize + Send + Sync {
    /// Rows with the extreme values of their types.
    fn samples() -> Vec<Self>;

    /// All rows of the table.
    fn all(db: &Connection) -> impl Future<Output = Result<Vec<Self>, Error>> + Send;

    /// This row as stored.
    fn again(&self, db: &Connection) -> impl Future<Output = Result<Option<Self>, Error>> + Send;
}

macro_rules! sample {
    ($type:ident, $samples:expr) => {
        impl $crate::tables::Sample for $type {
            fn samples() -> Vec<Self> {
                $samples
            }

            async fn all(db: &hbase_schema::Connection) -> Result<Vec<Self>, hbase_schema::Error> {
                db.scan(Self::scan().all()).rows().collect().await
            }

            async fn again(
                &self,
                db: &hbase_schema::Connection,
            ) -> Result<Option<Self>, hbase_schema::Error> {
                db.get(&self.key()).await
            }
        }
    };
}
use sample;

/// A second of UTC; 1970 if invalid.
fn utc(date: [u16; 3], time: [u8; 3]) -> Timestamp {
    let [year, month, day] = date;
    let [hour, minute, second] = time;
    let small = |n: u16| u8::try_from(n).unwrap_or_default();
    Timestamp::from_utc(year, small(month), small(day), hour, minute, second).unwrap_or_default()
}
