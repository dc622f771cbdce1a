//! The interface of stores of `HBase` tables: the trait [`Backend`], its requests and results, and its errors.
//!
//! The requests ([`Scan`], [`Get`], [`ReadOptions`], [`Increment`], …) are structs with public fields,
//! since a backend has to read each field: one that ignores a field executes another request. Backends
//! may therefore destructure a request without `..` (`let Scan { start, stop, … } = scan`), so that
//! the compiler reports a new field to their authors. Callers set the fields that matter and
//! `..Scan::new()`, which new fields do not break. Results, settings and counts are
//! `#[non_exhaustive]`.
//!
//! This crate does no I/O. [`hbase_model`] describes tables: their names, families, keys and cells.

pub mod backend;
pub mod block;
pub mod capability;
pub mod cell;
pub mod check_and_mutate;
pub mod deadline;
pub mod error;
pub mod exception;
pub mod filter;
pub mod mutation;
pub mod read;
pub mod retry;
pub mod row;
pub mod scan;
pub mod update;
pub mod upkeep;
pub mod validate;

pub use backend::{Backend, BoxFuture, Scanner};
pub use block::CellBlock;
pub use capability::{Capabilities, Capability};
pub use cell::{Cell, CellKind, CellRef, LATEST_TIMESTAMP};
pub use check_and_mutate::{CheckAndMutate, Condition};
pub use deadline::Deadline;
pub use error::{Error, Result};
pub use exception::ExceptionKind;
pub use filter::{Comparator, CompareOp, Filter, MAX_FILTER_DEPTH};
pub use mutation::{Durability, Mutation};
pub use read::{ColumnSelection, Get, ReadOptions, TimeRange};
pub use row::Row;
pub use scan::{PastSnapshot, RowBound, Scan, ScanStep};
pub use update::{Append, Increment};
pub use upkeep::Upkeep;
