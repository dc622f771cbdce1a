//! Entries with an index inside the row.

mod cells;
mod check;
mod delete;
mod expiry;
mod found;
mod load;
mod mutation;
mod page;
mod query;
mod repair;
mod report;
mod request;
mod stream;

pub use query::{EntryQuery, IndexedBy};
pub use report::{IndexReport, MissingColumn, StaleColumn, StaleReason, UndecodableEntry};
pub use request::EntriesRequest;
