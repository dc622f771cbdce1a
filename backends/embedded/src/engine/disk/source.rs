//! The source of read snapshots, replaced whenever keyspaces are created or dropped.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use fjall::{Database, Keyspace};
use hbase_model::{Error, Result};

use super::moment::Moment;
use super::space::Reserve;
use crate::engine::KeyspaceId;

/// The keyspaces at one moment. Snapshots share the map, so that a dropped keyspace stays readable
/// to existing readers.
pub(super) type Keyspaces = HashMap<KeyspaceId, Arc<Keyspace>>;

/// The keyspace with an id.
///
/// # Errors
/// [`Error::Closed`] if it was dropped.
pub(super) fn find(keyspaces: &Keyspaces, id: KeyspaceId) -> Result<&Arc<Keyspace>> {
    keyspaces.get(&id).ok_or_else(|| Error::Closed {
        why: format!("keyspace {id} was dropped"),
    })
}

/// The source of snapshots.
pub(super) struct DiskSource {
    pub(super) dir: Arc<Path>,
    /// Weak, so that a scan does not keep a store open.
    pub(super) database: Weak<Database>,
    pub(super) moment: Arc<Moment>,
    pub(super) reserve: Reserve,
    pub(super) keyspaces: Arc<Keyspaces>,
}

impl DiskSource {
    /// The same database with other keyspaces.
    pub(super) fn with(&self, keyspaces: Keyspaces) -> Self {
        Self {
            dir: Arc::clone(&self.dir),
            database: Weak::clone(&self.database),
            moment: Arc::clone(&self.moment),
            reserve: self.reserve.clone(),
            keyspaces: Arc::new(keyspaces),
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

    /// Replaces the source by one with other keyspaces.
    pub(super) fn change(&self, change: impl FnOnce(&mut Keyspaces)) {
        let mut source = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut keyspaces = Keyspaces::clone(&source.keyspaces);
        change(&mut keyspaces);
        *source = Arc::new(source.with(keyspaces));
    }
}
