//! Random operations on two backends, every answer compared.
//!
//! A run is a table of random attributes and some hundred operations on its few rows, all of them
//! made from one seed. Timestamps are of three kinds, so that nothing depends on how long a run
//! takes: small numbers, times well before and well after every limit of a TTL, and the server's
//! own times. Of the last kind an answer says only which operation they come from.
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

mod answer;
mod apply;
mod filters;
mod generator;
mod moments;
mod operation;
mod reads;
mod report;
mod run;
mod shrink;
mod tables;
mod values;
mod writes;

pub use run::{Settings, Side, compare};
