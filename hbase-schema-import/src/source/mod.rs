//! Sources: streams of rows of typed values, with their positions.

mod chunk;
pub mod csv;
pub mod database;
mod difference;
mod file;
mod foreign;
mod json_value;
pub mod jsonl;
mod lines;
#[cfg(feature = "mysql")]
pub mod mysql;
mod order;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "mysql"))]
mod sql;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod transcode;

pub use chunk::{Chunk, ChunkRow, RowBuilder};
pub(crate) use difference::difference;
pub use file::{FileHead, Input};
pub use order::OrderValue;
pub(crate) use order::order_key;

use hbase_backend::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::error::Result;

/// A stream of rows.
///
/// ```text
/// Source::read → Chunk → encode → Batch → write → Checkpoint
/// ```
///
/// A file and a database differ only in [`order`](Self::order): a file continues at an offset or after a number
/// of rows, a database after the last values of a unique order. `seek` and `read` run on the reader's thread,
/// within the import's runtime, and may block or wait.
// For a new file format, also change these places:
// - the exports in this file and in `lib.rs`;
// - for a binary format, `foreign.rs`, which recognizes such files and suggests `--format`;
// - the tests: a module in `tests/it`, and an entry in `FORMATS` of its `round_trip.rs`.
pub trait Source: Send {
    /// The source in messages: a path, or a table without the password of its database.
    fn name(&self) -> &str;

    /// The columns, in the order of each row's values.
    fn columns(&self) -> &[SourceColumn];

    /// The source's own name of a column's type, for messages.
    fn declared_type(&self, _column: usize) -> Option<&str> {
        None
    }

    /// The columns of the unique order by which a database is read: a [`Position`] keeps their values, and rejects name
    /// them. Empty for files, and for a database that is read in any order.
    ///
    /// [`OrderValue::of`] has a value for each of them in every row.
    fn order(&self) -> &[usize] {
        &[]
    }

    /// Reads only the values of these columns, by their indexes; others may be NULL. It is called before the
    /// first `read`, if at all.
    fn use_columns(&mut self, _columns: &[usize]) {}

    /// The identity; a checkpoint recognizes the source by it.
    ///
    /// # Errors
    /// The reason why an import of this source cannot be resumed.
    fn identity(&self) -> Result<SourceIdentity, String>;

    /// The amount of the source, if it is known.
    fn total(&self) -> Option<Amount>;

    /// The amount read so far, in the unit of [`total`](Self::total).
    fn progress(&self) -> u64;

    /// Continues after a row. Called before the first `read`.
    ///
    /// # Errors
    /// A source that ends before this position.
    fn seek<'a>(&'a mut self, position: &'a Position) -> BoxFuture<'a, Result<()>>;

    /// Appends rows to an empty chunk until it is full; leaves it empty at the end of the source.
    ///
    /// # Errors
    /// Errors of the source as a whole; an invalid row is added as
    /// [`invalid`](Chunk::push_invalid).
    fn read<'a>(&'a mut self, chunk: &'a mut Chunk) -> BoxFuture<'a, Result<()>>;
}

/// A column of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceColumn {
    /// The name.
    pub name: String,
    /// The type of its values.
    pub column_type: ColumnType,
}

/// The type of a source column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Unknown before a value is read.
    Unknown,
    /// Booleans.
    Bool,
    /// Integers.
    Integer,
    /// Floats.
    Float,
    /// Decimals.
    Decimal,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Moments: times with a zone.
    Moment,
    /// Times without a zone.
    Local,
    /// Dates.
    Date,
    /// Times of day.
    TimeOfDay,
    /// A type whose values are not supported, such as an array: its columns have to be skipped.
    Unsupported,
}

/// The identity of a source in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceIdentity {
    /// The source in messages.
    pub name: String,
    /// Changes if the source changes. For a file: size, time of change and a hash of its head; for a database:
    /// the query and its order.
    pub fingerprint: String,
}

/// The amount of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Bytes.
    Bytes(u64),
    /// Rows.
    Rows(u64),
}

/// The position after a row, from which a source continues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The number of rows up to here.
    pub rows: u64,
    /// Files: the offset after the row in the decompressed UTF-8.
    #[serde(default)]
    pub offset: u64,
    /// Files of text: the line after the row, from 1.
    #[serde(default)]
    pub line: u64,
    /// Databases: the row's values of the unique order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<OrderValue>,
}
