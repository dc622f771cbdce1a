//! `Connection`: typed reads and writes, single rows and batches.
//!
//! Calls that take a table by its type return boxed futures, and requests implement `Future`: for
//! async functions and `IntoFuture` the compiler reports a missing bound several times, or without
//! its name.

#[macro_use]
mod setters;

mod admin;
mod batches;
mod connection;
mod counters;
mod dated;
mod dynamic;
mod error;
#[cfg(feature = "index")]
mod indexed;
mod layout;
mod paging;
mod read;
mod recompute;
mod scan;
mod target;
mod versions;
mod write;

pub use admin::{Applied, Destructive, Verified};
pub(crate) use connection::check_runtime;
pub use connection::{Connection, Limits, Metrics};
pub use counters::NumberBlocks;
pub use dated::{DatedTables, Dates, PeriodRange};
pub use dynamic::{
    DynamicRequest, DynamicScan, EntriesRequest, EntryQuery, IndexReport, IndexedBy, MissingColumn,
    StaleColumn, StaleReason, UndecodableEntry,
};
pub(crate) use error::CallContext;
pub use error::{
    ApplyError, BatchError, ChangedRow, ColumnsError, DiffersError, Error, ErrorContext, ErrorKind,
    FailedRow, FailedStep, LayoutError, Stopped, UpdateError,
};
#[cfg(feature = "index")]
pub use indexed::{IndexQuery, IndexRows, Indexes, Keys};
pub use layout::LayoutCheck;
pub use paging::{Cursor, CursorError, ItemStream, Page};
pub use read::{
    Cells, ColumnSet, GetRaw, GetRequest, SelectedColumns, Selection, Whole, WithTimestamp,
};
pub use recompute::Recomputed;
pub use scan::{OnUndecodable, Rows, ScanRequest, UndecodableRow};
pub use versions::{HistoryRequest, KeepsGenerations, KeepsVersions, Versions};
pub use write::{AppendCell, CellArg, Check, Checked, DeleteRequest, RowMutation, Unversioned};

/// One page of dynamic columns, and the cursor of the next one.
#[deprecated = "use `Page<T, Infallible>`, whose `items` are the columns"]
pub type ColumnPage<T> = Page<T, std::convert::Infallible>;

/// One page of entries, and the cursor of the next one.
#[deprecated = "use `Page<(EntryId, E), StaleColumn>`, whose `items` are the entries"]
pub type EntryPage<E> = Page<(crate::row_index::EntryId, E), StaleColumn>;

/// A stream of dynamic columns.
#[deprecated = "use `ItemStream<T>`"]
pub type ColumnStream<T> = ItemStream<T>;

/// A stream of entries, each with its MD5.
#[deprecated = "use `ItemStream<(EntryId, E)>`"]
pub type EntryStream<E> = ItemStream<(crate::row_index::EntryId, E)>;
