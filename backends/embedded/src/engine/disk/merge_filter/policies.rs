//! The drop policies of a store's keyspaces.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, Weak};

use fjall::Keyspace;
use fjall::compaction::filter::Factory;

use super::super::snapshot::Keyspaces;
use super::DropPolicy;
use super::adapter::FilterFactory;
use super::crash_safety::CrashSafety;
use super::drops::MergeDrops;
use crate::engine::KeyspaceId;

/// The registry of the keyspaces' drop policies, which the store and the engine's filters share.
#[derive(Clone, Default)]
pub(in super::super) struct DropPolicies(Arc<RwLock<Registry>>);

#[derive(Default)]
struct Registry {
    policies: HashMap<KeyspaceId, Registered>,
    /// Set once the database is open; nothing is dropped earlier.
    safety: Option<CrashSafety>,
}

/// A keyspace and its policy.
struct Registered {
    /// A strong handle would keep the keyspace open for ever.
    keyspace: Weak<Keyspace>,
    policy: Arc<dyn DropPolicy>,
}

impl DropPolicies {
    fn registry(&self) -> RwLockWriteGuard<'_, Registry> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The factory of the filters that the engine applies to merges of a keyspace.
    pub(in super::super) fn filter_factory(&self, id: KeyspaceId) -> Arc<dyn Factory> {
        Arc::new(FilterFactory::new(id, self.clone()))
    }

    /// Lets merges drop entries from now on.
    pub(in super::super) fn allow_drops(&self, safety: CrashSafety) {
        self.registry().safety = Some(safety);
    }

    /// Sets a keyspace's policy for later merges.
    pub(in super::super) fn set(
        &self,
        id: KeyspaceId,
        keyspace: &Arc<Keyspace>,
        policy: Arc<dyn DropPolicy>,
    ) {
        let keyspace = Arc::downgrade(keyspace);
        let registered = Registered { keyspace, policy };
        self.registry().policies.insert(id, registered);
    }

    /// Moves the policies to the same keyspaces of a database that was opened again.
    pub(in super::super) fn rebind(&self, keyspaces: &Keyspaces) {
        for (id, registered) in &mut self.registry().policies {
            registered.keyspace = keyspaces.get(id).map_or_else(Weak::new, Arc::downgrade);
        }
    }

    /// Removes a keyspace's policy: its merges drop nothing.
    pub(in super::super) fn remove(&self, id: KeyspaceId) {
        self.registry().policies.remove(&id);
    }

    /// Starts a merge of a keyspace; `None` if it keeps everything.
    pub(super) fn start_merge(&self, id: KeyspaceId) -> Option<MergeDrops> {
        let registry = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Registered { keyspace, policy } = registry.policies.get(&id)?;
        let (keyspace, safety) = (keyspace.upgrade()?, registry.safety.clone()?);
        Some(MergeDrops::new(keyspace, policy.as_ref(), safety))
    }
}
