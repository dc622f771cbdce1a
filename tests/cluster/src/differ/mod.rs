//! Compares the results of random operations on two backends.
//!
//! A run is a table with random attributes and some hundred operations on its few rows, all generated from one
//! seed. Timestamps are of three kinds, so that no result depends on the duration of a run: small numbers,
//! times well before and well after every TTL, and the server's own times, which results replace with the
//! operation that they come from.
//!
//! A read whose results differ is repeated once: `HBase` was seen to omit cells of a reversed scan, and to
//! return them when it was repeated. This is printed, but does not count as a difference.
//!
//! The runs leave out everything that depends on chance in `HBase`:
//!
//! - A flush is followed by a major compaction at once, except in tables where a flush drops no cells. In
//!   between, results depend on which cells are in memory and which in files: versions beyond VERSIONS are
//!   dropped by a flush, and only if they are in memory together.
//! - The rows of one `mutate_many` differ: the order in which `HBase` applies two mutations of a row
//!   depends on their types.
//! - [`Page`](hbase_backend::Filter::Page) and [`WhileMatch`](hbase_backend::Filter::WhileMatch) are used only on
//!   tables with one region, because each region counts for itself.
//! - `Skip` contains a filter of cells and `WhileMatch` one of rows or cells, as they are intended: around a
//!   column's value `HBase` applies them only to rows that have the value's family, and `Skip` around row
//!   ranges makes it fail.
//! - `Skip` and `WhileMatch` are not used on tables with empty qualifiers: whether they see the versions of such
//!   a column that are not read depends on the blocks of files.
//! - Reads with `WhileMatch` read whole families at all times: with columns, `HBase` may pass it the scan's
//!   start row, which need not be in the scan.
//! - Tables in which a flush drops no cells are not scanned raw, because a marker and the cells that it hides
//!   stay until a compaction if they are in two files.
//! - Tables that keep deleted cells have no columns with an empty qualifier: a major compaction of one was seen
//!   not to end, and a flush works in the same way.
//! - Ranges of `RowRanges` are not empty: a negated range is sent as comparisons of row keys, which `HBase`
//!   does not reject.
//! - `RowRanges` and `FuzzyRow` are not used in reverse, where rows are lost: those of a range below the first
//!   one, and rows that are longer than a pattern.
//! - `FuzzyRow` is never in an `Or`, where it passes rows after its last pattern. Its patterns are not longer
//!   than any row: the comparison with a shorter row depends on the scan's direction.
//! - Scans do not compare with numbers, which fails for values that are not numbers: `HBase` keeps such a scan
//!   open for a minute, and compactions keep the cells that it may read. Gets that do so have no time range:
//!   files without a cell in it are skipped, and do not fail.
//! - Tables that keep deleted cells are neither flushed nor compacted: which delete markers a major compaction
//!   drops depends on the puts that earlier flushes have left in the region.
//! - Filters that return "next column" or give a hint are not used on tables with empty qualifiers, nor in raw
//!   scans, whose family markers have one: the result of the first depends on which versions are in files, and
//!   with the second deleted cells reappear.
//! - Reversed scans have no `Or` of filters that give hints: an `Or` compares a cell with a hint in the wrong
//!   order.
//! - No read has both a `store_offset` and a `ColumnValue` that leaves out rows without the column: if the
//!   offset skips all cells of the column's family, `HBase` treats the row as empty before it reads the other
//!   families.
//! - No family has its own time range that starts at the end of time: `HBase` was seen not to end a raw scan of
//!   one.
//! - No cell replaces a cell with another TTL: flushes decide which of them is left once the newer one has
//!   expired.
//! - No scan has both a limit and a batch: if a row's last partial row is full, `HBase` counts it twice.

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
mod source;
mod tables;
mod values;
mod writes;

pub use run::{Side, compare};
pub use settings::Settings;
