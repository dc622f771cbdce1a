//! Storage engines: ordered keyspaces, atomic batches, snapshots.
//!
//! `HBase`'s semantics are implemented once, on top of [`Engine`], which has two implementations: on disk and
//! in memory.

mod batch;
#[cfg(test)]
pub(crate) mod counted;
mod cursor;
mod disk;
mod entries;
mod interface;
mod keyspace;
mod memory;

pub(crate) use batch::{Batch, Safety};
pub(crate) use cursor::{KeyRange, RowCursor};
#[cfg(test)]
pub(crate) use disk::Disk;
pub use disk::GivenUp;
pub(crate) use disk::{Closing, DropDecider, DropPolicy, ReopeningDisk};
pub(crate) use entries::Entries;
pub(crate) use interface::{Engine, ReadSnapshot, SnapshotSource};
pub(crate) use keyspace::{Direction, Entry, KeyspaceId};
pub(crate) use memory::Memory;
