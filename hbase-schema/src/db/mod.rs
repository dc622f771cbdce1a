//! `Connection`: typed reads and writes, single rows and batches.
//!
//! Calls that take a table by its type return boxed futures, and requests implement `Future`: for
//! async functions and `IntoFuture` the compiler reports a missing bound several times, or without
//! its name.

mod apply_error;
mod batch;
mod batch_call;
mod batch_error;
mod batch_report;
mod batch_rows;
mod call_context;
mod cell_arg;
mod check;
mod closed;
mod columns_error;
mod connection;
mod counters;
mod cursor;
mod dated;
mod dated_admin;
mod dates;
mod delete;
mod delete_many;
mod dynamic;
mod error;
mod error_kind;
mod gate;
mod generation;
mod get;
mod get_many;
mod get_raw;
mod history;
mod history_page;
#[cfg(feature = "index")]
mod indexed;
mod insert;
mod keeps_versions;
mod keys;
mod limits;
mod link;
mod metrics;
mod migrate;
mod namespaces;
mod number_blocks;
mod page;
mod pointers;
mod position;
mod put;
mod put_many;
mod query_id;
mod recomputation;
mod recompute;
mod row_mutation;
mod runtime;
mod scan;
mod select;
mod table_ref;
mod tables;
mod time_range;
mod turn;
mod unversioned;
mod update;
mod verify;
mod verify_indexes;
mod version_times;
mod versions;
mod with_timestamp;
mod write;

pub use apply_error::{ApplyError, FailedStep};
pub use batch_error::{BatchError, FailedRow, Stopped};
pub use cell_arg::CellArg;
pub use check::{Check, Checked};
pub use columns_error::ColumnsError;
pub use connection::Connection;
pub use cursor::{Cursor, CursorError};
pub use dated::DatedTables;
pub use dates::{Dates, PeriodRange};
pub use delete::DeleteRequest;
pub use dynamic::{
    ColumnPage, ColumnStream, DynamicRequest, DynamicScan, EntriesRequest, EntryPage, EntryQuery,
    EntryStream, IndexReport, IndexedBy, MissingColumn, StaleColumn, StaleReason, UndecodableEntry,
};
pub(crate) use error::CallContext;
pub use error::{Error, ErrorContext};
pub use error_kind::ErrorKind;
pub use get::GetRequest;
pub use get_raw::GetRaw;
pub use history::HistoryRequest;
#[cfg(feature = "index")]
pub use indexed::{IndexQuery, IndexRows, IndexedRows};
pub use keeps_versions::{KeepsGenerations, KeepsVersions};
pub use limits::Limits;
pub use metrics::Metrics;
pub use migrate::{Applied, Destructive};
pub use number_blocks::NumberBlocks;
pub use page::Page;
pub use recompute::Recomputed;
pub use row_mutation::RowMutation;
pub(crate) use runtime::check_runtime;
pub use scan::{OnUndecodable, Rows, ScanRequest, UndecodableRow};
pub use select::{Cells, ColumnSet, SelectedColumns, Selection, Versions, Whole};
pub use unversioned::Unversioned;
pub use update::AppendCell;
pub use verify::{DiffersError, Verified};
pub use with_timestamp::WithTimestamp;
