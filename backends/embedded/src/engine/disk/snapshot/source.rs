//! The source of read snapshots, replaced whenever keyspaces are created or dropped.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock, Weak};

use fjall::{Database, Keyspace};
use hbase_backend::{Error, Result};
use parking_lot::RwLock;

use super::super::merge_filter::Reserve;
use super::commit_point::CommitPoint;
use crate::engine::KeyspaceId;

/// The keyspaces at one moment. Snapshots share the map, so that a dropped keyspace stays readable
/// to existing readers.
pub(in super::super) type Keyspaces = HashMap<KeyspaceId, Arc<Keyspace>>;

/// The source of snapshots.
pub(in super::super) struct DiskSource {
    pub(in super::super) dir: Arc<Path>,
    /// Weak, so that a scan does not keep a store open.
    pub(in super::super) database: Weak<Database>,
    pub(in super::super) commit_point: Arc<CommitPoint>,
    pub(in super::super) reserve: Reserve,
    pub(in super::super) keyspaces: Arc<Keyspaces>,
    /// Set once the database is to be closed, with the error of later reads.
    pub(in super::super) end: Arc<OnceLock<Error>>,
}

impl DiskSource {
    /// The keyspace with an id.
    ///
    /// # Errors
    /// [`Error::Closed`] if it was dropped; if the database was closed because of an error, that error.
    pub(in super::super) fn find(&self, id: KeyspaceId) -> Result<&Arc<Keyspace>> {
        self.keyspaces.get(&id).ok_or_else(|| {
            let failure = self.end.get().cloned();
            failure.unwrap_or_else(|| Error::Closed {
                why: format!("keyspace {id} was dropped"),
            })
        })
    }

    /// The same database with other keyspaces.
    pub(in super::super) fn with(&self, keyspaces: Keyspaces) -> Self {
        Self {
            dir: Arc::clone(&self.dir),
            database: Weak::clone(&self.database),
            commit_point: Arc::clone(&self.commit_point),
            reserve: self.reserve.clone(),
            keyspaces: Arc::new(keyspaces),
            end: Arc::clone(&self.end),
        }
    }

    /// Releases merged files.
    pub(in super::super) fn renew(&self) {
        if let Some(database) = self.database.upgrade() {
            self.commit_point.renew(&database);
        }
    }

    /// The number up to which no snapshot needs overwritten entries; `None` if the store is closed.
    pub(in super::super) fn oldest_snapshot(&self) -> Option<u64> {
        let database = self.database.upgrade()?;
        Some(database.supervisor.snapshot_tracker.get_seqno_safe_to_gc())
    }
}

/// The newest source, which the store's threads share.
#[derive(Clone)]
pub(in super::super) struct SharedSource(Arc<RwLock<Arc<DiskSource>>>);

impl SharedSource {
    pub(in super::super) fn new(source: DiskSource) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(source))))
    }

    pub(in super::super) fn get(&self) -> Arc<DiskSource> {
        Arc::clone(&self.0.read())
    }

    /// Ends the use of the database because of this error: its keyspaces are no longer read, and scans have to
    /// release their snapshots.
    pub(in super::super) fn end(&self, error: &Error) {
        let _ = self.get().end.set(error.clone());
        self.change(HashMap::clear);
    }

    /// Replaces the source by one with other keyspaces.
    pub(in super::super) fn change(&self, change: impl FnOnce(&mut Keyspaces)) {
        let mut source = self.0.write();
        let mut keyspaces = Keyspaces::clone(&source.keyspaces);
        change(&mut keyspaces);
        *source = Arc::new(source.with(keyspaces));
    }
}

/// The newest source of a store, even after its database was closed and opened again.
#[derive(Clone)]
pub(in super::super) struct StoreSource(Arc<RwLock<SharedSource>>);

impl StoreSource {
    pub(in super::super) fn new(current: SharedSource) -> Self {
        Self(Arc::new(RwLock::new(current)))
    }

    pub(in super::super) fn get(&self) -> Arc<DiskSource> {
        self.0.read().get()
    }

    /// Continues with the source of a database that was opened again.
    pub(in super::super) fn replace(&self, current: SharedSource) {
        *self.0.write() = current;
    }

    pub(in super::super) fn downgrade(&self) -> WeakStoreSource {
        WeakStoreSource(Arc::downgrade(&self.0))
    }
}

/// The newest source at a later time, unless the store is closed by then.
#[derive(Clone)]
pub(in super::super) struct WeakStoreSource(Weak<RwLock<SharedSource>>);

impl WeakStoreSource {
    pub(in super::super) fn get(&self) -> Option<Arc<DiskSource>> {
        self.0.upgrade().map(|newest| StoreSource(newest).get())
    }
}
