//! Restores the stored catalog after the engine's files were opened again.
//!
//! A change whose commit failed may still be in the log. Its caller got an error, and the store continues
//! without the change. The change must not reappear when the store is opened next: for example, a drop would
//! delete rows that were written since.

use std::collections::BTreeMap;

use hbase_backend::Result;

use super::{CATALOG, Catalog, NEXT, RESERVED, damaged, namespace_key, stored, table_key};
use crate::engine::{Batch, Direction, KeyspaceId};

type Entries = BTreeMap<Vec<u8>, Vec<u8>>;

impl super::Change<'_> {
    /// Makes the stored catalog equal to the store's. The caller has the turn.
    ///
    /// # Errors
    /// The engine's errors.
    pub(crate) fn restore(&self) -> Result<()> {
        let found = self.stored_entries()?;
        let expected = self.catalog.read().entries()?;
        let mut batch = Batch::default();
        for (key, entry) in &expected {
            if found.get(key) != Some(entry) {
                batch.put(CATALOG, key, entry);
            }
        }
        for key in found.keys().filter(|key| is_entry(key)) {
            if !expected.contains_key(key) {
                batch.remove(CATALOG, key.clone().into());
            }
        }
        if !batch.is_empty() {
            self.commit(batch)?;
        }
        let next = found.get(NEXT).map(|next| next.as_slice().try_into());
        if let Some(next) = next {
            let next = KeyspaceId::from_be_bytes(next.map_err(|_| damaged("next"))?);
            // A table whose creation is undone may have used the numbers.
            let mut catalog = self.catalog.write();
            catalog.next = catalog.next.max(next);
        }
        Ok(())
    }

    fn stored_entries(&self) -> Result<Entries> {
        let snapshot = self.engine.snapshot();
        let entries = snapshot.range(CATALOG, b"\0", None, Direction::Forward)?;
        let owned = |entry: Result<crate::engine::Entry>| {
            let (key, value) = entry?;
            Ok((key.to_vec(), value.to_vec()))
        };
        entries.map(owned).collect()
    }
}

impl Catalog {
    /// The entries of the namespaces and tables.
    fn entries(&self) -> Result<Entries> {
        let names = self.namespaces.iter().map(String::as_str);
        let stored = names.filter(|name| !RESERVED.contains(name));
        let mut entries: Entries = stored
            .map(|name| (namespace_key(name), Vec::new()))
            .collect();
        for table in self.tables.values() {
            let keyspaces: Vec<_> = table.families().iter().map(|one| one.keyspace).collect();
            let entry = stored::encode(table.descriptor(), &keyspaces)?;
            entries.insert(table_key(table.name()), entry);
        }
        Ok(entries)
    }
}

fn is_entry(key: &[u8]) -> bool {
    key.starts_with(b"n/") || key.starts_with(b"t/")
}
