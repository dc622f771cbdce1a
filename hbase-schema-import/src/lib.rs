//! Imports of files and databases into `HBase`, and exports of a table's rows to files.
//!
//! A [`Source`] is a stream of rows of typed values, such as a CSV file or a query. A [`Plan`] maps its columns
//! to cells and to the row key, which a struct of the schema or a policy makes. The whole plan, types included,
//! is checked before the first write. [`import`] reads, encodes and writes concurrently, and holds only a few
//! batches in memory, whatever the source's size:
//!
//! ```text
//! Source → Chunk → cells, key → Batch → duplicates → writes → acknowledged → Checkpoint
//!  thread           thread                task, a few at a time
//! ```
//!
//! - A row that cannot be imported is a [`Reject`], with its line, column and value, up to a maximum.
//! - A run whose process is killed continues from its checkpoint; no row is lost or counted twice.
//! - An import that returns a [`Report`] has accounted for each row: written, rejected or a duplicate.

mod convert;
mod error;
mod export;
mod guess;
mod mapping;
mod plan;
mod reject;
mod run;
pub mod source;
mod value;

pub use convert::{ByteNotation, CellType, UnknownCellType};
pub use error::{ImportError, Result};
pub use export::{
    CompressedFile, Condition, CsvWriter, ExportColumn, ExportError, ExportOptions, ExportPlan,
    ExportQuery, ExportSummary, ExportType, Exported, InvalidCondition, JsonLinesWriter, RowWriter,
    Test, export,
};
#[cfg(feature = "parquet")]
pub use export::{ParquetCompression, ParquetWriter};
pub use guess::{Guess, GuessedColumn, MostValues, guess};
pub use mapping::{JsonOptions, Mapping, Unmapped};
pub use plan::{Plan, Target};
pub use reject::Reject;
pub use run::{
    Counts, DryOptions, DryReport, ImportOptions, KeyLengths, OnDuplicate, Progress, Report,
    Sample, SampleCell, StoreNumbers, create_table, dry_run, import,
};
pub use source::csv::{CsvOptions, CsvSource};
pub use source::jsonl::JsonLinesSource;
#[cfg(feature = "parquet")]
pub use source::parquet::ParquetSource;
pub use source::{
    Amount, Chunk, ChunkRow, ColumnType, Input, OrderValue, Position, RowBuilder, Source,
    SourceColumn, SourceIdentity,
};
pub use value::Value;
