//! `HBase`'s semantics without `HBase`: a [`Backend`](hbase_backend::Backend) in this process, in
//! memory or in a directory, on the LSM engine fjall.
//!
//! Rows are atomic under concurrent writers. A scan reads a snapshot of the table; once writes pin
//! too much memory for it ([`Options::snapshot_bytes`]), it continues with a new snapshot from one
//! row to the next. Overwritten, deleted and expired cells are removed in the background
//! ([`Options::background_compaction`]). A write is acknowledged once its log record is written to
//! the operating system, so that it survives the end of the process; with
//! [`FsyncWal`](hbase_backend::Durability::FsyncWal) it is synced to the disk first.
//!
//! A store in a directory takes about ten kilobytes of memory per family. For each new family the
//! engine rewrites its list of keyspaces, and retains the old lists until the store is reopened:
//! 600 tables of one family, created by one process, took 113 MiB of disk, and 11 MiB after
//! reopening. Create tables by the hundred in a separate process.
//!
//! # Limits
//!
//! The row key and qualifier of a cell have at most 65,522 bytes together, where a byte `00` counts twice: the
//! engine's keys have at most 65,535 bytes, and keys that sort as `HBase` sorts cells escape `00`. A row of
//! 32,767 bytes, `HBase`'s longest, fits with a short qualifier if it has at most about 32,700 zeros; longer
//! keys are [`TooLarge`](hbase_backend::Error::TooLarge). A shorter escape would not sort among the keys of
//! existing stores.
//!
//! A store is one region: a [`Page`](hbase_backend::Filter::Page) filter counts over the whole table,
//! and split points are stored without effect.

mod activity;
mod backend;
mod brief;
mod catalog;
mod cell;
mod clock;
mod compact;
mod ddl;
mod engine;
mod filter;
mod gate;
mod key;
mod locks;
mod options;
mod point;
mod pool;
mod read;
mod rules;
mod stamps;
mod stats;
mod store;
mod table;
mod upkeep;
mod value;
mod watch;
mod work;
mod write;

pub use backend::Embedded;
pub use clock::{Clock, ManualClock, SystemClock};
pub use engine::GivenUp;
pub use options::Options;
pub use stats::Stats;
