//! `HBase`'s data model: the interface of backends, with names, descriptors and untyped requests.
//!
//! [`Connection::backend`](crate::Connection::backend) executes these requests, which know no structs. The crates
//! `hbase-backend` and `hbase-model` have further items, for backends and tools.

pub use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, Capability, Cell, CellBlock, CellKind, CellRef,
    CheckAndMutate, ColumnSelection, Comparator, CompareOp, Condition, Deadline, Durability, Error,
    ExceptionKind, Filter, Get, Increment, LATEST_TIMESTAMP, Mutation, PastSnapshot, ReadOptions,
    Result, Row, RowBound, Scan, ScanStep, Scanner, TimeRange, Upkeep,
};
pub use hbase_model::name::{DatedName, NameError};
pub use hbase_model::splits::SplitError;
pub use hbase_model::time::{TimeFormat, TimeKind};
pub use hbase_model::{
    BloomFilter, Compression, CustomEncoding, DataBlockEncoding, Ddl, DescribedIndex,
    DescribedTable, Encoding, FamilyDescriptor, KeepDeletedCells, KeyLayout, KeySink, LayoutError,
    Pad, PartLayout, PartValue, Salt, SaltBytes, SaltLayout, SaltText, Splits, TableChange,
    TableDescriptor, TableName, TimeOrder, Ttl,
};

/// Declared tables compared with live ones, and the steps from the one to the other.
pub mod diff {
    pub use hbase_model::diff::{
        Action, Blocked, Declared, Difference, DifferenceKind, Help, Plan, Step, TableDiff,
    };
}
