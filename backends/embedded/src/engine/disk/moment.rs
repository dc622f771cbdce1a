//! The moment that readers see.
//!
//! The engine shows a batch once all of it is applied. But a flush or a merge that ends meanwhile
//! takes a number behind the batch's and makes all up to it visible (`SuperVersions::upgrade_version`
//! of lsm-tree 3.1), and a snapshot that is taken then holds half of the batch. So readers share the
//! snapshot that was taken behind the last batch, while no other was being applied; nobody waits for
//! a batch to read.

use std::sync::{Mutex, PoisonError, RwLock};

use fjall::{Database, Snapshot};

/// The moment behind the last batch.
pub(super) struct Moment {
    /// Held while a batch is applied.
    turn: Mutex<()>,
    newest: RwLock<Snapshot>,
}

impl Moment {
    /// For a database to which nobody writes yet.
    pub(super) fn of(database: &Database) -> Self {
        Self {
            turn: Mutex::default(),
            newest: RwLock::new(database.snapshot()),
        }
    }

    /// Applies a batch, and shows it.
    pub(super) fn commit(
        &self,
        database: &Database,
        batch: fjall::OwnedWriteBatch,
    ) -> fjall::Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        batch.commit()?;
        let newest = database.snapshot();
        *self.newest.write().unwrap_or_else(PoisonError::into_inner) = newest;
        Ok(())
    }

    /// A snapshot of this moment.
    pub(super) fn snapshot(&self) -> Snapshot {
        let newest = self.newest.read();
        newest.unwrap_or_else(PoisonError::into_inner).clone()
    }
}
