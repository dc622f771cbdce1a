//! The source of read snapshots, replaced whenever keyspaces are created or dropped.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Weak};

use fjall::{Database, Keyspace};
use hbase_model::{Error, Result};

use super::moment::Moment;
use crate::engine::KeyspaceId;

/// The keyspaces at one moment. Snapshots share the map, so that a keyspace that is dropped stays
/// readable by those who read it already.
pub(super) type Keyspaces = HashMap<KeyspaceId, Arc<Keyspace>>;

/// The keyspace of an id.
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
    pub(super) keyspaces: Arc<Keyspaces>,
}

impl DiskSource {
    /// The same with other keyspaces.
    pub(super) fn with(&self, keyspaces: Keyspaces) -> Self {
        Self {
            dir: Arc::clone(&self.dir),
            database: Weak::clone(&self.database),
            moment: Arc::clone(&self.moment),
            keyspaces: Arc::new(keyspaces),
        }
    }
}
