//! A connection and what can be asked of it, row by row and in bulk.

mod batch;
mod cell_arg;
mod check;
mod connection;
mod cursor;
mod delete;
mod error;
mod get;
mod get_many;
mod get_raw;
mod history;
mod keys;
mod limits;
mod link;
mod metrics;
mod page;
mod put;
mod put_many;
mod put_report;
mod row_mutation;
mod scan;
mod select;
mod tables;
mod time_range;
mod update;
mod write;

pub use cell_arg::CellArg;
pub use check::{Check, Checked};
pub use connection::Connection;
pub use cursor::Cursor;
pub use delete::DeleteRequest;
#[cfg(feature = "embedded")]
pub(crate) use error::About;
pub use error::{At, Error};
pub use get::GetRequest;
pub use get_raw::GetRaw;
pub use history::HistoryRequest;
pub use limits::Limits;
pub use metrics::Metrics;
pub use page::Page;
pub use put_report::{FailedRow, PutManyError, Stopped};
pub use row_mutation::RowMutation;
pub use scan::{OnUndecodable, Rows, ScanRequest, UndecodableRow};
pub use select::{Cells, ColumnSet, Selection, Versions, Whole};
pub use update::AppendCell;
