//! Scans: questions about many rows, answered as a stream.

mod ask;
mod delete;
mod fan;
mod fetch;
mod head;
mod latest;
mod pace;
mod page;
mod plan;
mod request;
mod rows;

pub use request::ScanRequest;
pub use rows::{OnUndecodable, Rows, UndecodableRow};
