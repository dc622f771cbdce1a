//! Makes drops survive a crash.

use std::sync::{Arc, Weak};

use fjall::{Database, Keyspace, PersistMode, Snapshot};

use super::super::log::dropped::DroppedNumbers;
use super::Undecided;

/// The log of a store, and its record of drops.
#[derive(Clone)]
pub(in super::super) struct CrashSafety {
    /// Weak, so that a merge does not keep a store open.
    pub(in super::super) database: Weak<Database>,
    pub(in super::super) dropped: Arc<DroppedNumbers>,
}

impl CrashSafety {
    pub(super) fn snapshot(&self) -> Result<Snapshot, Undecided> {
        Ok(self.database()?.snapshot())
    }

    /// Forces the log to disk.
    pub(super) fn sync_log(&self) -> Result<(), Undecided> {
        let synced = self.database()?.persist(PersistMode::SyncAll);
        synced.map_err(|_| Undecided)
    }

    /// Records that entries of a keyspace's files are dropped, so that the log does not bring them back.
    pub(super) fn record_drops(&self, keyspace: &Keyspace) -> Result<(), Undecided> {
        self.dropped.note(keyspace).map_err(|_| Undecided)
    }

    fn database(&self) -> Result<Arc<Database>, Undecided> {
        self.database.upgrade().ok_or(Undecided)
    }
}
