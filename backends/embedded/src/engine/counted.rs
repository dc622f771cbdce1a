//! An engine in memory that counts its calls, for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_backend::{Deadline, Result};

use super::{Batch, Engine, KeyspaceId, Memory, ReadSnapshot, Safety};
use crate::work::Work;

/// Counts of snapshots and commits.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) snapshots: AtomicU64,
    pub(crate) commits: AtomicU64,
}

/// An engine in memory that counts.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    engine: Memory,
    counts: Arc<Counts>,
}

impl Counted {
    pub(crate) fn counts(&self) -> Arc<Counts> {
        Arc::clone(&self.counts)
    }
}

impl Engine for Counted {
    fn create_keyspace(&self, keyspace: KeyspaceId) -> Result<()> {
        self.engine.create_keyspace(keyspace)
    }

    fn drop_keyspace(&self, keyspace: KeyspaceId) -> Result<()> {
        self.engine.drop_keyspace(keyspace)
    }

    fn keyspaces(&self) -> Vec<KeyspaceId> {
        self.engine.keyspaces()
    }

    fn snapshot(&self) -> Arc<dyn ReadSnapshot> {
        self.counts.snapshots.fetch_add(1, Ordering::Relaxed);
        self.engine.snapshot()
    }

    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        self.counts.commits.fetch_add(1, Ordering::Relaxed);
        self.engine.commit(batch, safety, deadline)
    }

    fn flush(&self, keyspace: KeyspaceId, work: &Work) -> Result<()> {
        self.engine.flush(keyspace, work)
    }

    fn compact(&self, keyspace: KeyspaceId, work: &Work) -> Result<()> {
        self.engine.compact(keyspace, work)
    }

    fn waits(&self) -> bool {
        self.engine.waits()
    }

    fn describe(&self) -> String {
        self.engine.describe()
    }
}
