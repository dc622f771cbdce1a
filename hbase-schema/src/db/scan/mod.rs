//! Scans: a builder's row ranges → a [`ScanRequest`] → a plan → a stream of rows.

mod delete;
mod execute;
mod fan;
mod fetch;
mod filters;
mod head;
mod latest;
mod open;
mod pace;
mod page;
mod plan;
mod position;
mod precision;
mod reached;
mod request;
mod resume;
mod rows;
mod salt_width;
mod tables;
mod undecodable;
mod unordered;
mod untyped;

#[cfg(feature = "index")]
pub(in crate::db) use filters::add_filtered;
pub use request::ScanRequest;
pub use rows::Rows;
#[cfg(feature = "index")]
pub(in crate::db) use undecodable::log_skipped;
pub use undecodable::{OnUndecodable, UndecodableRow};
