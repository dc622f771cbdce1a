//! Files that a merge has written and left behind because it failed. The engine deletes them only
//! when the store is opened again.

use std::collections::HashSet;
use std::fs;

use fjall::{AbstractTree, Keyspace};
use lsm_tree::Table;
use lsm_tree::file::TABLES_FOLDER;

/// The files that a merge may leave behind.
pub(super) struct Leftovers<'a> {
    keyspace: &'a Keyspace,
    /// The id of the first one.
    first: u64,
}

impl<'a> Leftovers<'a> {
    /// Of a merge that starts now.
    pub(super) fn of(keyspace: &'a Keyspace) -> Self {
        Self {
            keyspace,
            first: keyspace.tree.next_table_id(),
        }
    }

    /// Deletes them. There must have been no other merge of the keyspace since this one started:
    /// whatever is newer and not in use is then of this one, as flushes are excluded by a lock.
    pub(super) fn delete(&self) {
        let tree = &self.keyspace.tree;
        let _no_flush = tree.get_flush_lock();
        let version = tree.current_version();
        let used: HashSet<u64> = version.iter_tables().map(Table::id).collect();
        let Ok(entries) = fs::read_dir(self.keyspace.path().join(TABLES_FOLDER)) else {
            return;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str());
            let id = name.and_then(|name| name.parse::<u64>().ok());
            if id.is_some_and(|id| id >= self.first && !used.contains(&id)) {
                // A file that stays is deleted when the store is opened again.
                let _ = fs::remove_file(&path);
            }
        }
    }
}
