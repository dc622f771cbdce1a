//! Secondary indexes of `HBase` tables, kept by clients alone.
//!
//! An index is a table of its own with one entry (a row) for each indexed value of each row. `HBase`
//! has atomic rows and nothing larger, so that an entry and its row are kept in step by the order of
//! the requests, by stamps and by reading back; see [`protocol`].
//!
//! A query by index returns exactly the rows whose current value matches: no others, none that
//! matched throughout missing, none twice, whichever client ends at any point, with any number of clients of
//! this library. It is no snapshot across rows, and its order is that of the index. Writers that
//! bypass the library break it; [`IndexedTable::verify`] finds what they did, and repairs it.
//!
//! # Cost
//!
//! A write costs a read, a put of its entries and a conditional mutation; the deletions of the old
//! entries follow in batches, [`IndexedTable::clean_up`]. Of many rows, each of the three is one call
//! of the backend. New rows are not read, once several in a row were new, in a table that had no rows
//! when its index was built. A query costs a scan of entries and a get
//! of each row.
//!
//! # Requirements
//!
//! - The backend has `AtomicRowMutation`, `CellTimestamps` and `CheckAndMutate`; without them, rows
//!   can be queried but not written.
//! - All clients have the same `query_limit` and `write_limit` ([`Settings`]), and servers carry out no
//!   request later than `write_limit` after its client has stopped waiting for it. A client whose machine
//!   slept within a write does not end before it has written the row once more.
//! - The attributes of the tables are as [`IndexDefinition`] and [`TableDefinition`] describe them.
//!
//! # Stored data
//!
//! The table of the states has a row for each index, whose key is the name of the index's table: `STATE`
//! contains the generation (8 bytes, big-endian), the phase (1 byte: 0 dropped, 1 write-only,
//! 2 backfilling, 3 readable, 4 dropping) and the index's definition as text
//! ([`TableDefinition::stored_text`]); `BACKFILL` a generation and the last row that was filled. An index
//! that another definition has filled is not used: it has to be dropped and rebuilt. A state without a
//! definition counts as one of another definition.
//!
//! For each table, a row with its name lists its indexes: `INDEX:` and the name of an index's table, with
//! a generation as the timestamp. Writers that do not know one of them reject their writes. A table gets
//! such a row with its first index: programs that know none do not read it, and must not run any more.
//! `ALL_STAMPED` in that row says that the table had no rows when an index was built, so that all have
//! stamps; it is deleted with any of the indexes.
//!
//! An index's table has the attribute `HBASE_SCHEMA_INDEX_OF` with the name of the table with the rows.

mod backlog;
mod bulk;
mod cleanup;
mod content;
mod definition;
mod described;
mod domain;
mod entry;
mod error;
mod execute;
mod fill;
mod fingerprint;
mod ids;
mod index_table;
mod intent;
mod lifecycle;
mod listing;
mod new_rows;
mod overlay;
pub mod protocol;
mod query;
mod queue;
mod states;
mod sweep;
mod table;
mod time;
mod verify;
mod wanted;
mod write;
mod write_many;

pub use backlog::Backlog;
pub use definition::{Column, IndexDefinition, Settings, TableDefinition, ValuesOf};
pub use error::{IndexError, Result};
pub use fill::Progress;
pub use intent::Intent;
pub use query::Rows;
pub use queue::{Lag, LagCounts};
pub use sweep::Swept;
pub use table::IndexedTable;
pub use time::{Clocks, SystemClocks};
pub use verify::{Findings, Verification};
pub use wanted::ValueRange;
pub use write::Written;
