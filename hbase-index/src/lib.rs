//! Secondary indexes of `HBase` tables, maintained only by clients.
//!
//! An index is a table of its own with one entry (a row) for each indexed value of each row. `HBase` changes
//! only single rows atomically. So the order of the requests, stamps, and reads after lost responses keep an
//! entry and its row consistent; see [`protocol`].
//!
//! A query by index returns exactly the rows whose current value matches. It returns no other row and no row
//! twice, and misses no row that matched throughout. This holds with any number of clients of this library,
//! even if clients end at any point. A query is not a snapshot across rows; its order is the index's. Writers
//! that bypass the library break it; [`IndexedTable::verify`] finds and repairs the damage.
//!
//! # Cost
//!
//! A write costs a read, a put of its entries and a conditional mutation. If it touches columns that no index depends
//! on, the call of the read has a second get, of newer cells. Later writes delete the old entries, in batches. For many
//! rows, each of these three is one backend call. In a table that had no rows when its index was built, rows are not
//! read once several consecutive ones were new. A query costs a scan of entries and a get of each row, and in an index
//! with buckets a scan of each bucket.
//!
//! # Requirements
//!
//! - The backend has `AtomicRowMutation`, `CellTimestamps` and `CheckAndMutate`; without them, rows
//!   can be queried but not written.
//! - All clients have the same `query_limit` and `write_limit` ([`Settings`]), and servers carry out no request
//!   later than `write_limit` after its client has stopped waiting for it. A client whose machine slept during
//!   a write writes the row once more before it ends.
//! - Clients write above every cell that they read, also above newer cells of other programs and of servers whose
//!   clocks are ahead. But no read shows the markers of deletions. If another program deletes cells, or did so
//!   before the table had an index, a write whose clock has not yet passed the time of that deletion has no effect.
//! - A table with the rows is dropped after [`IndexedTable::drop_indexes`]. One that was dropped otherwise, as by the
//!   shell, is not recreated before twice the `write_limit` has passed: its writes could end in the new table.
//! - The attributes of the tables are as [`IndexDefinition`] and [`TableDefinition`] describe them.
//!
//! # Stored data
//!
//! The table of the states has a row for each index, whose key is the name of the index's table: `STATE`
//! contains the generation (8 bytes, big-endian), the phase (1 byte: 0 dropped, 1 write-only, 2 backfilling, 3
//! readable, 4 dropping) and the index's definition as text ([`TableDefinition::stored_text`]); `BACKFILL` a
//! generation and the last row that was filled; `EMPTY` the generation at which an index of a table without rows
//! became write-only: until it is readable, queries read that table. An index that another definition has filled is
//! not used: it has to be dropped and rebuilt. A state without a definition counts as another definition.
//!
//! For each table, a row with its name lists its indexes: `INDEX:` and the name of an index's table, with a
//! generation as the timestamp. Writers that do not know one of them reject their writes. A table gets such a
//! row with its first index: programs that do not know any index do not read it, and must no longer run.
//! `DROPPED` in that row says that the table with the rows was dropped, and stays: an index of a table that is
//! created afterwards waits for writers. `ALL_STAMPED` in that row says that the table had no rows when an index
//! was built, so all its rows have stamps. Dropping any of the indexes deletes it. `STAMPS_EXAMINED` is the last row
//! whose stamp a sweep has examined.
//!
//! An entry's key is the bytes of the indexed value, then the row key. In an index with buckets, the value's bytes start
//! with the byte of the row's bucket. The cell contains the length of the value's bytes (2 bytes, big-endian).
//!
//! A row keeps its stamp after its deletion or expiry, until a sweep finds it older than twice the
//! `write_limit` and two minutes. The clocks of two clients may differ by at most one minute.
//!
//! An index's table has the attribute `HBASE_SCHEMA_INDEX_OF` with the name of the table with the rows. Tables that
//! this crate creates have `HBASE_SCHEMA_CREATION` with a random identifier, so that a table that was dropped and
//! recreated is another one.

mod absent;
mod backlog;
mod bucket_pages;
mod bulk;
mod cleanup;
mod computed;
mod content;
mod create;
mod created;
mod definition;
mod described;
mod domain;
mod entry;
mod entry_pages;
mod error;
mod execute;
mod fill;
mod fingerprint;
mod gone;
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
mod read;
mod states;
mod sweep;
mod table;
mod time;
mod unfinished;
mod unsettled;
mod verify;
mod waiting;
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
