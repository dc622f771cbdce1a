//! The source of read snapshots, replaced whenever keyspaces are created or dropped.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};

use fjall::{Database, Keyspace};
use hbase_model::{Error, Result};

use super::moment::Moment;
use super::space::Reserve;
use crate::engine::KeyspaceId;

/// The keyspaces at one moment. Snapshots share the map, so that a dropped keyspace stays readable
/// to existing readers.
pub(super) type Keyspaces = HashMap<KeyspaceId, Arc<Keyspace>>;

/// The source of snapshots.
pub(super) struct DiskSource {
    pub(super) dir: Arc<Path>,
    /// Weak, so that a scan does not keep a store open.
    pub(super) database: Weak<Database>,
    pub(super) moment: Arc<Moment>,
    pub(super) reserve: Reserve,
    pub(super) keyspaces: Arc<Keyspaces>,
    /// Set once the database is to be closed, with the error of later reads.
    pub(super) end: Arc<OnceLock<Error>>,
}

impl DiskSource {
    /// The keyspace with an id.
    ///
    /// # Errors
    /// [`Error::Closed`] if it was dropped; the error because of which the database was closed, if it
    /// was.
    pub(super) fn find(&self, id: KeyspaceId) -> Result<&Arc<Keyspace>> {
        self.keyspaces.get(&id).ok_or_else(|| {
            let failure = self.end.get().cloned();
            failure.unwrap_or_else(|| Error::Closed {
                why: format!("keyspace {id} was dropped"),
            })
        })
    }

    /// The same database with other keyspaces.
    pub(super) fn with(&self, keyspaces: Keyspaces) -> Self {
        Self {
            dir: Arc::clone(&self.dir),
            database: Weak::clone(&self.database),
            moment: Arc::clone(&self.moment),
            reserve: self.reserve.clone(),
            keyspaces: Arc::new(keyspaces),
            end: Arc::clone(&self.end),
        }
    }

    /// Releases merged files.
    pub(super) fn renew(&self) {
        if let Some(database) = self.database.upgrade() {
            self.moment.renew(&database);
        }
    }

    /// The number up to which no snapshot needs overwritten entries; `None` after the store was
    /// closed.
    pub(super) fn oldest_snapshot(&self) -> Option<u64> {
        let database = self.database.upgrade()?;
        Some(database.supervisor.snapshot_tracker.get_seqno_safe_to_gc())
    }
}

/// The newest source, which the store's threads share.
#[derive(Clone)]
pub(super) struct Current(Arc<RwLock<Arc<DiskSource>>>);

impl Current {
    pub(super) fn new(source: DiskSource) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(source))))
    }

    pub(super) fn get(&self) -> Arc<DiskSource> {
        let source = self.0.read();
        Arc::clone(&source.unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends the use of the database because of this error: its keyspaces are not read any more, and
    /// scans have to give up their snapshots.
    pub(super) fn end(&self, error: &Error) {
        let _ = self.get().end.set(error.clone());
        self.change(HashMap::clear);
    }

    /// Replaces the source by one with other keyspaces.
    pub(super) fn change(&self, change: impl FnOnce(&mut Keyspaces)) {
        let mut source = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut keyspaces = Keyspaces::clone(&source.keyspaces);
        change(&mut keyspaces);
        *source = Arc::new(source.with(keyspaces));
    }
}

/// The newest source of a store, also after its database was closed and opened again.
#[derive(Clone)]
pub(super) struct Newest(Arc<RwLock<Current>>);

impl Newest {
    pub(super) fn new(current: Current) -> Self {
        Self(Arc::new(RwLock::new(current)))
    }

    pub(super) fn get(&self) -> Arc<DiskSource> {
        let current = self.0.read().unwrap_or_else(PoisonError::into_inner);
        current.get()
    }

    /// Continues with the source of a database that was opened again.
    pub(super) fn replace(&self, current: Current) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = current;
    }

    pub(super) fn later(&self) -> Later {
        Later(Arc::downgrade(&self.0))
    }
}

/// The newest source at a later time, unless the store is closed by then.
#[derive(Clone)]
pub(super) struct Later(Weak<RwLock<Current>>);

impl Later {
    pub(super) fn get(&self) -> Option<Arc<DiskSource>> {
        self.0.upgrade().map(|newest| Newest(newest).get())
    }
}
