//! The engine's compaction filter: decides which entries a merge of files drops.
//!
//! 1. A merge starts within [`MergeLimits`] (`limits`). The engine then asks the keyspace's
//!    `FilterFactory` for the merge's filter (`adapter`), and passes it each entry.
//! 2. The keyspace's [`DropPolicy`] decides about each entry, judging by the merged files alone (`drops`).
//! 3. The drop is then confirmed by the whole keyspace, memtables and all files included (`confirmation`): a
//!    file that is not merged may have removed the entry that supersedes this one. Reading a row of the keyspace
//!    takes a seek in each level, or steps over all rows in between. So the keyspace is read only for entries to
//!    drop, and an entry that is superseded in other files stays until it is merged with them.
//! 4. Before the first confirmed entry is dropped, the drop is made crash-safe ([`CrashSafety`]), because the
//!    merged files permanently replace the log's entries, including those that they no longer contain. The log
//!    that the decision depends on is synced to disk, and
//!    [`DroppedNumbers`](super::log::dropped::DroppedNumbers) prevents the log from bringing the entry back.
//! 5. If any of this fails, the merge keeps all its other entries. If its limits end it, it fails,
//!    and its files stay as they were.
//!
//! The engine removes an entry by its sequence number, so that a concurrent write of the same key
//! is kept, and open snapshots continue to read the old files.

mod adapter;
mod confirmation;
mod crash_safety;
mod drops;
mod limits;
mod policies;
mod space;
#[cfg(test)]
mod tests;

use hbase_backend::Result;

pub(super) use self::crash_safety::CrashSafety;
pub(super) use self::limits::MergeLimits;
pub(super) use self::policies::DropPolicies;
pub(super) use self::space::Reserve;

/// Decides which entries of a keyspace its merges drop.
pub(crate) trait DropPolicy: Send + Sync {
    /// Starts deciding about the entries of a merge.
    fn decider(&self) -> Box<dyn DropDecider>;
}

/// Decides about entries, row by row.
pub(crate) trait DropDecider: Send {
    /// Starts a row.
    fn start_row(&mut self);

    /// Whether an entry is dropped. Called for the row's entries in order, from the first on.
    ///
    /// # Errors
    /// [`Error::Corrupt`](hbase_backend::Error::Corrupt) if the entry cannot be read.
    fn drops(&mut self, prefix: &[u8], key: &[u8], value: &[u8]) -> Result<bool>;

    /// Records the number of entries that a merge has dropped.
    fn note_dropped(&self, entries: u64);
}

/// The keyspace cannot be read, or a record that a drop needs cannot be written.
struct Undecided;
