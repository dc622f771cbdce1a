//! A connection and what can be asked of it, row by row and in bulk.

mod batch;
mod connection;
mod error;
mod get;
mod get_many;
mod keys;
mod limits;
mod link;
mod metrics;
mod put;
mod put_many;
mod put_report;
mod scan;
mod select;
mod tables;
mod time_range;

pub use connection::Connection;
pub(crate) use error::About;
pub use error::{At, Error};
pub use get::GetRequest;
pub use limits::Limits;
pub use metrics::Metrics;
pub use put_report::{FailedRow, PutManyError, Stopped};
pub use scan::{OnUndecodable, Rows, ScanRequest, UndecodableRow};
pub use select::{Cells, ColumnSet, Selection, Versions, Whole};
