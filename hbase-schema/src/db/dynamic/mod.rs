//! Reads and writes of dynamic columns.

mod change;
mod chunks;
mod counters;
mod cut;
mod dated;
mod decode;
mod delete;
mod entries;
mod get;
mod mutation;
mod page;
mod put;
mod read;
mod request;
mod scan;
mod scan_page;
mod selected;
mod source;
mod span;
mod tables;

pub use entries::{
    EntriesRequest, EntryQuery, IndexReport, IndexedBy, MissingColumn, StaleColumn, StaleReason,
    UndecodableEntry,
};
pub use request::DynamicRequest;
pub use scan::DynamicScan;
