//! Changes of the catalog, one at a time. The catalog's lock is held only to update its map, so that lookups
//! never wait for a disk.

use std::sync::Arc;

use hbase_backend::{Deadline, Error, Result};
use hbase_model::validate::check_namespace;
use hbase_model::{TableDescriptor, TableName};
use parking_lot::RwLock;

use super::{CATALOG, Catalog, NEXT, RESERVED, namespace_key, stored, table_key};
use crate::engine::{Batch, Engine, KeyspaceId, Safety};
use crate::gate::Gate;
use crate::key::MAX_KEY;
use crate::table::Table;

/// A change of the catalog in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) catalog: &'a RwLock<Catalog>,
    /// Held exclusively by the thread that changes the catalog.
    pub(crate) turn: &'a Gate,
    pub(crate) deadline: Deadline,
}

/// The operation in timeout errors.
pub(super) const WAITING: &str = "waiting for another change of tables";

impl Change<'_> {
    pub(super) fn table(&self, name: &TableName) -> Result<Arc<Table>> {
        self.catalog.read().table(name)
    }

    /// Calls `act` while the catalog does not change.
    pub(crate) fn alone_in_catalog<T>(&self, act: impl FnOnce() -> T) -> Result<T> {
        let _turn = self.turn.exclude(self.deadline, WAITING)?;
        Ok(act())
    }

    /// Commits with a sync: changes of the catalog are rare, and rows depend on them.
    pub(super) fn commit(&self, batch: Batch) -> Result<()> {
        let len = batch.longest_key();
        if len > MAX_KEY {
            let what = "name of a namespace or a table, as stored";
            return Err(Error::too_large(what, len, MAX_KEY));
        }
        self.engine.commit(batch, Safety::Forced, self.deadline)
    }

    /// Adds a namespace.
    pub(crate) fn add_namespace(&self, name: &str) -> Result<()> {
        check_namespace(name)?;
        let _turn = self.turn.exclude(self.deadline, WAITING)?;
        if self.catalog.read().namespaces.contains(name) {
            return Err(Error::NamespaceExists {
                namespace: name.to_owned(),
            });
        }
        let mut batch = Batch::default();
        batch.put(CATALOG, &namespace_key(name), b"");
        self.commit(batch)?;
        self.catalog.write().namespaces.insert(name.to_owned());
        Ok(())
    }

    /// Drops a namespace that has no tables.
    pub(crate) fn drop_namespace(&self, name: &str) -> Result<()> {
        if RESERVED.contains(&name) {
            return Err(Error::invalid(format!(
                "the namespace {name} is reserved: it cannot be dropped"
            )));
        }
        let _turn = self.turn.exclude(self.deadline, WAITING)?;
        self.check_is_empty(name)?;
        let mut batch = Batch::default();
        batch.remove(CATALOG, namespace_key(name).into());
        self.commit(batch)?;
        self.catalog.write().namespaces.remove(name);
        Ok(())
    }

    fn check_is_empty(&self, namespace: &str) -> Result<()> {
        let catalog = self.catalog.read();
        catalog.check_namespace_exists(namespace)?;
        let names = catalog.tables.keys();
        let tables = names.filter(|name| name.namespace() == namespace).count();
        if tables > 0 {
            return Err(Error::NamespaceNotEmpty {
                namespace: namespace.to_owned(),
                tables,
            });
        }
        Ok(())
    }

    /// Creates a table.
    pub(crate) fn create_table(&self, descriptor: &TableDescriptor) -> Result<()> {
        let _turn = self.turn.exclude(self.deadline, WAITING)?;
        if self.table(&descriptor.name).is_ok() {
            return Err(Error::TableExists {
                table: descriptor.name.clone(),
            });
        }
        self.put_table(descriptor.clone())
    }

    /// Replaces the table by an empty one.
    pub(crate) fn truncate_table(&self, name: &TableName, preserve_splits: bool) -> Result<()> {
        self.alone(name, |old| {
            let mut descriptor = old.descriptor().clone();
            if !preserve_splits {
                descriptor.splits = hbase_model::Splits::None;
            }
            self.put_table(descriptor)?;
            old.set_gone();
            self.drop_spaces(old)
        })
    }

    /// Drops a table.
    pub(crate) fn drop_table(&self, name: &TableName) -> Result<()> {
        self.alone(name, |old| {
            let mut batch = Batch::default();
            batch.remove(CATALOG, table_key(name).into());
            self.commit(batch)?;
            // The keyspaces are dropped last. After a crash before that, no entry names them.
            self.catalog.write().tables.remove(name);
            old.set_gone();
            self.drop_spaces(old)
        })
    }

    /// Changes a table while it has no writers. It waits for the writers before it takes the turn, so that
    /// other tables can be changed meanwhile.
    pub(super) fn alone<T>(
        &self,
        name: &TableName,
        change: impl Fn(&Table) -> Result<T>,
    ) -> Result<T> {
        loop {
            let table = self.table(name)?;
            let _table = table.exclude(self.deadline)?;
            let _turn = self.turn.exclude(self.deadline, WAITING)?;
            // Another change may have ended during the waits.
            if !table.is_outdated() {
                return change(&table);
            }
        }
    }

    /// Adds an empty table to the catalog.
    fn put_table(&self, descriptor: TableDescriptor) -> Result<()> {
        let (keyspaces, next) = self.new_spaces(&descriptor)?;
        for keyspace in &keyspaces {
            // Before the entry: after a crash, `Catalog::load` drops keyspaces that no entry names. An entry
            // without its keyspaces would be a damaged store.
            self.engine.create_keyspace(*keyspace)?;
        }
        let mut batch = Batch::default();
        // In the batch of the entry: a number that an entry names is never given to another table.
        batch.put(CATALOG, NEXT, &next.to_be_bytes());
        let entry = stored::encode(&descriptor, &keyspaces)?;
        batch.put(CATALOG, &table_key(&descriptor.name), &entry);
        self.commit(batch)?;
        let table = Arc::new(Table::new(descriptor, &keyspaces));
        let mut catalog = self.catalog.write();
        catalog.next = next;
        catalog.tables.insert(table.name().clone(), table);
        Ok(())
    }

    /// Numbers for the families of a new table, and the next free number.
    fn new_spaces(&self, descriptor: &TableDescriptor) -> Result<(Vec<KeyspaceId>, KeyspaceId)> {
        let catalog = self.catalog.read();
        catalog.check_namespace_exists(descriptor.name.namespace())?;
        let count = KeyspaceId::try_from(descriptor.families.len()).unwrap_or(KeyspaceId::MAX);
        let next = catalog.next.saturating_add(count);
        Ok(((catalog.next..next).collect(), next))
    }

    fn drop_spaces(&self, table: &Table) -> Result<()> {
        for family in table.families() {
            self.engine.drop_keyspace(family.keyspace)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use hbase_model::{FamilyDescriptor, TableChange};

    use super::*;
    use crate::engine::Memory;
    use crate::options::Options;
    use crate::store::Store;
    use crate::work::Work;

    fn work(ms: u64) -> Work {
        Work::new("testing", Deadline::after(Duration::from_millis(ms)))
    }

    fn descriptor(name: &'static str) -> TableDescriptor {
        let mut table = TableDescriptor::new(TableName::from_static("default", name));
        table.families = vec![FamilyDescriptor::new("f")].into();
        table
    }

    #[test]
    fn a_change_that_waits_for_writes_keeps_nobody_else_waiting() {
        let store = Store::new(Box::new(Memory::default()), Options::default()).unwrap();
        let (busy, other) = (descriptor("BUSY"), descriptor("OTHER"));
        store.create_table(&busy, &work(1000)).unwrap();
        let table = store.table(&busy.name).unwrap();
        let written = table.hold(work(1000).deadline()).unwrap();
        let add = [TableChange::AddFamily(FamilyDescriptor::new("g"))];
        let begun = Instant::now();
        std::thread::scope(|scope| {
            let waiting: Vec<_> = (0..3)
                .map(|what| {
                    let (store, name, add) = (&store, &busy.name, &add);
                    scope.spawn(move || match what {
                        0 => store.alter_table(name, add, &mut work(2000)),
                        1 => store.truncate_table(name, true, &work(2000)),
                        _ => store.drop_table(name, &work(2000)),
                    })
                })
                .collect();
            std::thread::sleep(Duration::from_millis(100));
            store.create_table(&other, &work(500)).unwrap();
            assert_eq!(store.catalog().tables().len(), 2);
            store
                .alter_table(&other.name, &add, &mut work(500))
                .unwrap();
            store.drop_table(&other.name, &work(500)).unwrap();
            assert!(
                begun.elapsed() < Duration::from_millis(1500),
                "{:?}",
                begun.elapsed()
            );
            for change in waiting {
                let error = change.join().unwrap().unwrap_err();
                assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
            }
        });
        drop(written);
        assert!(!table.is_outdated());
        store
            .alter_table(&busy.name, &add, &mut work(1000))
            .unwrap();
        assert!(table.is_outdated());
    }
}
