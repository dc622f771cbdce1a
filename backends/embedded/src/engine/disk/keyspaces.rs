//! Creating, dropping and sampling keyspaces.

use std::sync::Arc;

use fjall::config::FilterPolicy;
use fjall::{AbstractTree, Keyspace, KeyspaceCreateOptions};
use hbase_backend::{Error, Result};

use super::{Disk, merging};
use crate::engine::KeyspaceId;

/// The maximum number of keyspaces. When the engine opens a store, it queues each keyspace that has files in
/// the first level before any worker takes them from the queue. The queue holds a thousand (`Database::recover`
/// and `WorkerPool::prepare` of fjall 3.1); with more keyspaces the engine would wait for ever.
#[cfg(not(test))]
const MOST_KEYSPACES: usize = 1000;
#[cfg(test)]
const MOST_KEYSPACES: usize = 40;

impl Disk {
    /// Creates a keyspace, or opens an existing one.
    pub(super) fn create_keyspace(&self, id: KeyspaceId) -> Result<()> {
        let name = id.to_string();
        self.check_count(&name)?;
        let keyspace = self
            .database
            .keyspace(&name, || self.keyspace_options())
            .map_err(|error| self.explain("creating a keyspace", &error))?;
        self.current
            .change(|all| drop(all.insert(id, Arc::new(keyspace))));
        Ok(())
    }

    pub(super) fn drop_keyspace(&self, id: KeyspaceId) -> Result<()> {
        let mut found = None;
        // First, so that no merge begins unseen: one that takes its turn later finds no keyspace, and
        // `cancel` below ends an earlier one.
        self.current.change(|all| found = all.remove(&id));
        let Some(keyspace) = found else {
            return Ok(());
        };
        self.policies.remove(id);
        self.merger.cancel(id);
        self.dropped_numbers.forget(&keyspace);
        let handle = Keyspace::clone(&keyspace);
        self.dropped_keyspaces.lock().push(keyspace);
        self.database
            .delete_keyspace(handle)
            .map_err(|error| self.explain("dropping a keyspace", &error))
    }

    /// Fails if the store has the maximum number of keyspaces.
    fn check_count(&self, name: &str) -> Result<()> {
        let count = self.database.keyspace_count();
        if count < MOST_KEYSPACES || self.database.keyspace_exists(name) {
            return Ok(());
        }
        Err(Error::InvalidRequest {
            what: format!(
                "{} has {count} keyspaces, one for each family of a table and one for the catalog, \
                 and may have {MOST_KEYSPACES}: drop tables, use fewer families, or another \
                 directory",
                self.dir.display()
            ),
        })
    }

    /// Without bloom filters: every read is a range read, which cannot use one, and building one takes 8 bytes
    /// of memory for each key.
    fn keyspace_options(&self) -> KeyspaceCreateOptions {
        KeyspaceCreateOptions::default()
            .max_memtable_size(self.memtable_bytes)
            .filter_policy(FilterPolicy::disabled())
            .compaction_strategy(Arc::new(merging::of_engine()))
    }

    /// Prefixes of up to `count` rows: the first row of each file.
    pub(super) fn sample(&self, id: KeyspaceId, count: usize) -> Vec<Vec<u8>> {
        let all = self.all();
        let Some(keyspace) = all.get(&id) else {
            return Vec::new();
        };
        let version = keyspace.tree.current_version();
        let firsts = version.iter_tables().filter_map(|table| {
            let first = table.metadata.key_range.min();
            let len = crate::key::row_len(first)?;
            Some(first[..len].to_vec())
        });
        firsts.take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn there_are_no_more_keyspaces_than_the_engine_can_open() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::open(dir.path(), &Options::default()).unwrap();
        let most = MOST_KEYSPACES;
        let next = most as KeyspaceId;
        (0..next).for_each(|id| disk.create_keyspace(id).unwrap());
        assert_eq!(disk.keyspaces().len(), most);
        let error = disk.create_keyspace(next).unwrap_err();
        assert!(matches!(error, Error::InvalidRequest { .. }), "{error}");
        disk.create_keyspace(1).unwrap();
        disk.drop_keyspace(1).unwrap();
        disk.create_keyspace(next).unwrap();
    }
}
