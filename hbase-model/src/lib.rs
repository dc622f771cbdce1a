//! `HBase`'s data model as plain types.
//!
//! Names, descriptors and key layouts describe tables; cells, mutations, reads and filters are the
//! requests and results of a [`Backend`]. This crate does no I/O and depends on neither derives nor
//! typed rows.
//!
//! The requests ([`Scan`], [`Get`], [`ReadOptions`], [`Increment`], …) are structs with public fields,
//! since a backend has to read each field: one that ignores a field executes another request. Backends
//! may therefore destructure a request without `..` (`let Scan { start, stop, … } = scan`), so that
//! the compiler reports a new field to their authors. Callers set the fields that matter and
//! `..Scan::new()`, which new fields do not break. Results, settings and counts are
//! `#[non_exhaustive]`.

pub mod backend;
pub mod block;
pub mod capability;
pub mod cell;
pub mod change;
pub mod check_and_mutate;
mod cow;
pub mod ddl;
pub mod deadline;
pub mod decimal;
pub mod described;
#[cfg(feature = "json")]
pub mod description;
pub mod descriptor;
pub mod diff;
pub mod error;
pub mod exception;
pub mod filter;
pub mod hash;
pub mod index;
mod index_encoding;
pub mod index_tables;
pub mod java_bytes;
pub mod layout;
pub mod mutation;
pub mod name;
pub mod ordered_bytes;
pub mod primitive;
pub mod printable;
pub mod read;
pub mod retry;
pub mod row;
pub mod scan;
pub mod sink;
pub mod splits;
pub mod time;
pub mod update;
pub mod upkeep;
pub mod validate;

pub use backend::{Backend, BoxFuture, Scanner};
pub use block::CellBlock;
pub use capability::{Capabilities, Capability};
pub use cell::{Cell, CellKind, CellRef, LATEST_TIMESTAMP};
pub use change::TableChange;
pub use check_and_mutate::{CheckAndMutate, Condition};
pub use ddl::Ddl;
pub use deadline::Deadline;
pub use decimal::Decimal;
pub use described::{
    Absence, AbsentCell, CellCodec, CellFacts, CellFormat, ColumnSchema, DescribedColumn,
    DescribedDynamic, DescribedIndex, DescribedIndexField, DescribedTable, DynamicSchema,
    EmptyCell, LogicalType, TimeLibrary,
};
pub use descriptor::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells,
    TableDescriptor, Ttl,
};
pub use error::{Error, Result};
pub use exception::ExceptionKind;
pub use filter::{Comparator, CompareOp, Filter, MAX_FILTER_DEPTH};
pub use index::STAMP_FAMILY;
pub use layout::{
    Encoding, KeyLayout, LayoutError, Pad, PartLayout, PartValue, Salt, SaltBytes, SaltLayout,
    SaltText,
};
pub use mutation::{Durability, Mutation};
pub use name::TableName;
pub use primitive::ValueError;
pub use read::{ColumnSelection, Get, ReadOptions, TimeRange};
pub use row::Row;
pub use scan::{PastSnapshot, RowBound, Scan, ScanStep};
pub use sink::KeySink;
pub use splits::Splits;
pub use update::{Append, Increment};
pub use upkeep::Upkeep;
