//! `HBase`'s semantics without `HBase`: a [`Backend`](hbase_model::Backend) in this process, in
//! memory or in a directory, on the LSM engine fjall.
//!
//! Rows are atomic under concurrent writers, and a scan sees each of them whole: it reads a
//! snapshot of the table, and where so much was written meanwhile that the snapshot would hold too
//! much memory ([`Options::snapshot_bytes`]), it goes on with a new one from one row to the next.
//! What was overwritten, deleted or has expired is removed in the background
//! ([`Options::background_compaction`]). A write is acknowledged once its log record is handed to
//! the operating system, so it survives the end of the process; with
//! [`FsyncWal`](hbase_model::Durability::FsyncWal) it is forced to the disk first.
//!
//! A store in a directory holds some ten kilobytes of memory for each family. The engine keeps the
//! files of its list of keyspaces until the store is opened again, and writes that list anew for
//! each family that is made: 600 tables of one family made by one process took 113 MiB of disk, and
//! 11 MiB once the store was opened again. Make tables by the hundred in a process of its own.
//!
//! # Limits
//!
//! Row key and qualifier of a cell take at most 65,522 bytes together, in which a byte `00` counts
//! twice: the engine's keys end at 65,535 bytes, and a key that sorts as `HBase` sorts cells escapes
//! `00`. So a row of 32,767 bytes, `HBase`'s longest, fits with a short qualifier as long as it
//! holds no more than some 32,700 zeros; what is longer is
//! [`TooLarge`](hbase_model::Error::TooLarge). A shorter escape would have to sort among the keys of
//! stores that were written with this one, and cannot.
//!
//! A store is one region: a [`Page`](hbase_model::Filter::Page) filter counts over the whole table,
//! and splits are kept with the table but split nothing.

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
