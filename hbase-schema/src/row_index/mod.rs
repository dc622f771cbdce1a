//! Indexes inside the row: entries, such as the mails of a mailbox, that are found by their fields.
//!
//! Entries are dynamic columns, whose qualifier is the MD5 of the entry's value. For each indexed field
//! an entry has an index column in the same row: the field's tag, the field's value, the MD5. Both
//! change in one atomic mutation, so the index always matches its entries.
//!
//! A type of entries derives [`IndexedEntry`](trait@IndexedEntry), a table declares [`Entries`] and a
//! [`RowIndex`], and [`Connection::entries`](crate::Connection::entries) reads and writes them.
//!
//! The bytes of an entry and its index columns never change, since its qualifier is the MD5 of its value. Queries
//! recompute the columns of each entry that they read, and skip any other column. Repairs are conditional
//! on the entry. A mutation of puts only is atomic too: a backend that could not replace an entry atomically writes
//! none. A plain index has neither a tag nor an MD5 in its qualifier, so that a text names one entry; a delete checks
//! that it is that entry.

mod bounds;
mod column;
mod entry;
mod entry_id;
mod field;
mod token;

pub(crate) use bounds::ValueBounds;
pub use bounds::{EntryArg, EntryValue};
pub use column::IndexColumn;
pub use entry::{IndexWriter, IndexedEntry};
pub(crate) use entry::{IndexedValue, values_of};
pub use entry_id::EntryId;
pub use field::{FieldTag, IndexField};
#[cfg(feature = "derive")]
pub use hbase_schema_derive::IndexedEntry;
pub(crate) use token::IndexColumns;
pub use token::{Entries, IndexedEntries, PlainIndex, RowIndex};
