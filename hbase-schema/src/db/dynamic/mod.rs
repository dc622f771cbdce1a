//! Reads and writes of dynamic columns.

mod change;
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
mod stream;
mod tables;

pub use entries::{
    EntriesRequest, EntryQuery, EntryStream, IndexReport, IndexedBy, MissingColumn, StaleColumn,
    StaleReason, UndecodableEntry,
};
pub use request::DynamicRequest;
pub use scan::DynamicScan;
pub use stream::ColumnStream;
