//! What a store of `HBase` tables receives and returns: the trait [`Backend`], its requests and results, and its errors.
//!
//! The requests ([`Scan`], [`Get`], [`ReadOptions`], [`Increment`], …) are structs with public fields,
//! since a backend has to read each field: one that ignores a field executes another request. Backends
//! may therefore destructure a request without `..` (`let Scan { start, stop, … } = scan`), so that
//! the compiler reports a new field to their authors. Callers set the fields that matter and
//! `..Scan::new()`, which new fields do not break. Results, settings and counts are
//! `#[non_exhaustive]`.
//!
//! This crate does no I/O. [`hbase_model`] describes tables: their names, families, keys and cells.

pub use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, Capability, Cell, CellBlock, CellKind, CellRef,
    CheckAndMutate, ColumnSelection, Comparator, CompareOp, Condition, Deadline, Durability, Error,
    ExceptionKind, Filter, Get, Increment, LATEST_TIMESTAMP, MAX_FILTER_DEPTH, Mutation,
    PastSnapshot, ReadOptions, Result, Row, RowBound, Scan, ScanStep, Scanner, TimeRange, Upkeep,
    backend, block, capability, cell, check_and_mutate, deadline, error, exception, filter,
    mutation, read, row, scan, update, upkeep, validate,
};
