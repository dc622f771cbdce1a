//! Random operations on two backends, whose results are compared.
//!
//! A run is a table of random attributes and some hundred operations on its few rows, all of them drawn
//! from one seed. There are three sorts of timestamps, so that no result depends on the duration of a run:
//! small numbers, times well before and well after every TTL, and the server's own times, of which results
//! contain only the operation that they come from.
//!
//! A read whose results differ is repeated once: `HBase` was seen to omit cells of a reversed scan, and to
//! return them when it was repeated. That is printed, and is no difference.
//!
//! What depends on chance in `HBase` is left out:
//!
//! - A flush is followed by a major compaction at once, except in tables where a flush drops no cells. In
//!   between, results depend on which cells are in memory and which in files: versions beyond VERSIONS are
//!   dropped by a flush, and only if they are in memory together.
//! - The rows of one `mutate_many` differ: the order in which `HBase` applies two mutations of a row
//!   depends on their types.
//! - [`Page`](hbase_model::Filter::Page) and [`WhileMatch`](hbase_model::Filter::WhileMatch) are used on
//!   tables of one region only, for each region counts for itself.
//! - `Skip` contains a filter of cells and `WhileMatch` one of rows or cells, as they are intended: around a
//!   column's value `HBase` applies them only to rows that have the value's family, and `Skip` around row
//!   ranges makes it fail.
//! - `Skip` and `WhileMatch` are not used on tables with empty qualifiers: whether they see the versions of such
//!   a column that are not read depends on the blocks of files.
//! - Reads with `WhileMatch` are of whole families and all times: with columns, `HBase` may show it the row at
//!   which the scan begins, which need not be in the scan.
//! - Tables in which a flush drops no cells are not scanned raw, for a marker and the cells that it hides
//!   stay until a compaction if they are in two files.
//! - Tables that keep deleted cells have no columns with an empty qualifier: a major compaction of one was
//!   seen not to end, and a flush works alike.
//! - Ranges of `RowRanges` are not empty: a negated range is sent as comparisons of row keys, which `HBase`
//!   does not reject.
//! - `RowRanges` and `FuzzyRow` are not used in reverse, where rows are lost: those of a range below the first
//!   one, and rows that are longer than a pattern.
//! - `FuzzyRow` is in no `Or`, where it passes rows once it is after its last pattern, and its patterns are
//!   no longer than any row, whose comparison depends on the direction of the scan.
//! - Scans do not compare with numbers, which fails for values that are none: `HBase` keeps such a scan open
//!   for a minute, and keeps the cells that it may read from compactions. Gets that do have no time range:
//!   files without a cell in it are skipped, and do not fail.
//! - Tables that keep deleted cells are neither flushed nor compacted: which delete markers a major compaction
//!   drops depends on the puts that earlier flushes have left in the region.
//! - Filters that return "next column" or give a hint are not used on tables with empty qualifiers, nor in raw
//!   scans, whose family markers have one: the result of the first depends on which versions are in files, and
//!   with the second deleted cells reappear.
//! - Reversed scans have no `Or` of filters that give hints: it compares a cell with a hint the wrong way
//!   round.
//! - No read has both a `store_offset` and a `ColumnValue` that leaves out rows without the column: if the
//!   offset skips all cells of the column's family, `HBase` treats the row as empty before it reads the other
//!   families.
//! - No family has a time range of its own that starts at the end of time: `HBase` was seen not to end a raw
//!   scan of one.
//! - No cell replaces one with another TTL: which of them is left once the newer one has expired depends on
//!   flushes.
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
