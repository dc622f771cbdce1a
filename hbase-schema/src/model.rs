//! `HBase`'s data model: the interface of backends, with names, descriptors and untyped requests.
//!
//! [`Connection::backend`](crate::Connection::backend) executes these requests, which know no structs. The crate
//! `hbase-model` has further items, for backends and tools.

pub use hbase_model::name::{DatedName, NameError};
pub use hbase_model::splits::SplitError;
pub use hbase_model::{
    Append, Backend, BloomFilter, BoxFuture, Capabilities, Capability, Cell, CellBlock, CellKind,
    CellRef, CheckAndMutate, ColumnSelection, Comparator, CompareOp, Compression, Condition,
    DataBlockEncoding, Ddl, Deadline, DescribedIndex, DescribedTable, Durability, Encoding, Error,
    ExceptionKind, FamilyDescriptor, Filter, Get, Increment, KeepDeletedCells, KeyLayout, KeySink,
    LATEST_TIMESTAMP, LayoutError, Mutation, Pad, PartLayout, PartValue, PastSnapshot, ReadOptions,
    Result, Row, RowBound, Salt, SaltBytes, SaltLayout, SaltText, Scan, ScanStep, Scanner, Splits,
    TableChange, TableDescriptor, TableName, TimeRange, Ttl, Upkeep,
};

/// Declared tables compared with live ones, and the steps from the one to the other.
pub mod diff {
    pub use hbase_model::diff::{
        Action, Blocked, Declared, Difference, DifferenceKind, Help, Plan, Step, TableDiff,
    };
}
