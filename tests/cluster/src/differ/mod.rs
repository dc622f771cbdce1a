//! Random operations on two backends, every answer compared.
//!
//! A run is a table of random attributes and some hundred operations on its few rows, all of them
//! made from one seed. Timestamps are of three kinds, so that nothing depends on how long a run
//! takes: small numbers, times well before and well after every limit of a TTL, and the server's
//! own times. Of the last kind an answer says only which operation they come from.
//!
//! A read whose answers differ is asked once more: `HBase` was seen to leave cells out of a scan in
//! reverse, and to have them when asked again. That is printed, and no difference.
//!
//! What `HBase` leaves to chance is left out:
//!
//! - A flush is followed by a major compaction at once, except in tables where a flush drops
//!   nothing. In between, what is read depends on which cells lie in memory and which in files:
//!   versions beyond VERSIONS go with a flush, and only where they lie in memory together.
//! - The rows of one `mutate_many` differ: in which order `HBase` takes two mutations of a row
//!   depends on their kinds.
//! - [`Page`](hbase_model::Filter::Page) and [`WhileMatch`](hbase_model::Filter::WhileMatch) are
//!   asked only of tables of one region, for each region counts for itself.
//! - `Skip` holds a filter of cells and `WhileMatch` one of rows or cells, as they are meant: around a
//!   column's value `HBase` asks them only about rows that have the value's family, and `Skip` around
//!   row ranges makes it fail.
//! - Tables in which a flush drops nothing are not scanned raw, for where a marker and what it hides
//!   lie in two files, both stay until a compaction.
//! - Tables that keep deleted cells have no columns without a name: a major compaction of one was
//!   seen not to end, and a flush works alike.
//! - `RowRanges` and `FuzzyRow` are not asked for in reverse, where rows are lost: of a range below
//!   the first one, and rows that are longer than a pattern.
//! - `FuzzyRow` stands in no `Or`, where it lets rows through once it is behind its last pattern, and
//!   its patterns are no longer than any row, which it judges by the direction of the scan.
//! - Scans do not compare with numbers, which fails where there are none: `HBase` keeps such a scan
//!   open for a minute, and keeps what it might read from compactions. Gets that do have no time
//!   range: files without a cell in it are passed over, and do not fail.
//! - Tables that keep deleted cells are neither flushed nor compacted: which delete markers a major
//!   compaction drops depends on which puts the flushes before it have left in the region.
//! - Filters that say "next column" or give a hint are not asked of tables with columns that have
//!   no name, nor in raw scans, whose family markers lie there: what comes of the first depends on
//!   which versions lie in files, and the second shows deleted cells again.
//! - Scans in reverse have no `Or` of filters that give hints: it compares a cell with a hint the
//!   wrong way round.
//! - No read has both a `store_offset` and a `ColumnValue` that leaves out rows without the column:
//!   where the offset passes over all cells of the column's family, `HBase` takes the row for empty
//!   before it reads the other families.
//! - No family has a time range of its own that begins at the end of time: `HBase` was seen not to
//!   end a raw scan of one.
//! - No cell replaces one with another time to live: which of them is left when the newer one has
//!   expired depends on flushes.
//! - No scan has both a limit and a batch: where a row's last piece is full, `HBase` counts it twice.

mod answer;
mod apply;
mod filters;
mod generator;
mod moments;
mod operation;
mod reads;
mod report;
mod run;
mod settings;
mod shrink;
mod tables;
mod values;
mod writes;

pub use run::{Side, compare};
pub use settings::Settings;
