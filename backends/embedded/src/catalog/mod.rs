//! Which namespaces and tables there are.
//!
//! Keyspace 0 holds the catalog: `n/NAMESPACE` for each namespace, `t/NAMESPACE:TABLE` for each
//! table, and under `next` the number of the next keyspace, 8 bytes big-endian; entries below `m/`
//! are those of `write/stamps.rs`. A table's entry
//! names its keyspaces, so that one entry, written at once, is the moment at which a table is
//! created, altered, truncated or dropped. Keyspaces that no entry names are left over from a crash, and
//! are dropped when the store is opened.

mod alter;
mod stored;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hbase_model::validate::check_namespace;
use hbase_model::{Error, Result, TableDescriptor, TableName};

use crate::engine::{Batch, Direction, Engine, Safety, Space};
use crate::table::Table;

/// The catalog's own keyspace.
pub(crate) const CATALOG: Space = 0;

/// The key of the next keyspace's number.
const NEXT: &[u8] = b"next";

/// Namespaces that are always there.
const RESERVED: [&str; 2] = [TableName::DEFAULT_NAMESPACE, "hbase"];

/// Which namespaces and tables there are.
#[derive(Debug)]
pub(crate) struct Catalog {
    namespaces: BTreeSet<String>,
    tables: BTreeMap<TableName, Arc<Table>>,
    next: Space,
}

impl Catalog {
    /// Reads the catalog, and drops what a crash has left over.
    pub(crate) fn load(engine: &dyn Engine) -> Result<Self> {
        engine.create_space(CATALOG)?;
        let mut catalog = Self {
            namespaces: RESERVED.map(str::to_owned).into(),
            tables: BTreeMap::new(),
            next: 1,
        };
        let mut used = BTreeSet::from([CATALOG]);
        let entries = engine
            .view()
            .range(CATALOG, b"\0", None, Direction::Forward)?;
        for entry in entries {
            let (key, value) = entry?;
            catalog.read_entry(&key, &value, &mut used)?;
        }
        for space in engine.spaces() {
            if !used.contains(&space) {
                engine.drop_space(space)?;
            }
        }
        Ok(catalog)
    }

    fn read_entry(&mut self, key: &[u8], value: &[u8], used: &mut BTreeSet<Space>) -> Result<()> {
        if key == NEXT {
            let next = <[u8; 8]>::try_from(value).map_err(|_| damaged("next"))?;
            self.next = Space::from_be_bytes(next);
        } else if let Some(name) = key.strip_prefix(b"n/") {
            let name = std::str::from_utf8(name).map_err(|_| damaged("a namespace"))?;
            self.namespaces.insert(name.to_owned());
        } else if key.starts_with(b"t/") {
            let (descriptor, spaces) = stored::decode(value)?;
            used.extend(&spaces);
            let table = Arc::new(Table::new(descriptor, &spaces));
            self.tables.insert(table.name().clone(), table);
        }
        Ok(())
    }

    pub(crate) fn namespaces(&self) -> Vec<String> {
        self.namespaces.iter().cloned().collect()
    }

    pub(crate) fn tables(&self) -> Vec<TableName> {
        self.tables.keys().cloned().collect()
    }

    /// The table of this name.
    ///
    /// # Errors
    /// [`Error::TableNotFound`].
    pub(crate) fn table(&self, name: &TableName) -> Result<Arc<Table>> {
        let table = self.tables.get(name).cloned();
        table.ok_or_else(|| Error::TableNotFound {
            table: name.clone(),
        })
    }

    /// Adds a namespace.
    pub(crate) fn add_namespace(&mut self, engine: &dyn Engine, name: &str) -> Result<()> {
        check_namespace(name)?;
        if self.namespaces.contains(name) {
            return Err(Error::NamespaceExists {
                namespace: name.to_owned(),
            });
        }
        let mut batch = Batch::default();
        batch.put(CATALOG, &namespace_key(name), b"");
        commit(engine, batch)?;
        self.namespaces.insert(name.to_owned());
        Ok(())
    }

    /// Drops a namespace that holds no tables.
    pub(crate) fn drop_namespace(&mut self, engine: &dyn Engine, name: &str) -> Result<()> {
        if RESERVED.contains(&name) {
            return Err(Error::invalid(format!(
                "the namespace {name} is reserved: it cannot be dropped"
            )));
        }
        self.check_namespace_exists(name)?;
        let tables = self.tables.keys().filter(|t| t.namespace() == name).count();
        if tables > 0 {
            return Err(Error::NamespaceNotEmpty {
                namespace: name.to_owned(),
                tables,
            });
        }
        let mut batch = Batch::default();
        batch.remove(CATALOG, namespace_key(name).into());
        commit(engine, batch)?;
        self.namespaces.remove(name);
        Ok(())
    }

    fn check_namespace_exists(&self, name: &str) -> Result<()> {
        if self.namespaces.contains(name) {
            return Ok(());
        }
        Err(Error::NamespaceNotFound {
            namespace: name.to_owned(),
        })
    }

    /// Creates a table, or a new and empty one in the place of the table of the same name.
    pub(crate) fn put_table(
        &mut self,
        engine: &dyn Engine,
        descriptor: TableDescriptor,
    ) -> Result<()> {
        self.check_namespace_exists(descriptor.name.namespace())?;
        let count = Space::try_from(descriptor.families.len()).unwrap_or(Space::MAX);
        let spaces: Vec<Space> = (self.next..self.next.saturating_add(count)).collect();
        for space in &spaces {
            engine.create_space(*space)?;
        }
        let next = self.next + count;
        let mut batch = Batch::default();
        batch.put(CATALOG, NEXT, &next.to_be_bytes());
        let entry = stored::encode(&descriptor, &spaces)?;
        batch.put(CATALOG, &table_key(&descriptor.name), &entry);
        commit(engine, batch)?;
        self.next = next;
        let table = Arc::new(Table::new(descriptor, &spaces));
        if let Some(old) = self.tables.insert(table.name().clone(), table) {
            drop_spaces(engine, &old)?;
        }
        Ok(())
    }

    /// Drops a table.
    pub(crate) fn drop_table(&mut self, engine: &dyn Engine, name: &TableName) -> Result<()> {
        let table = self.table(name)?;
        let mut batch = Batch::default();
        batch.remove(CATALOG, table_key(name).into());
        commit(engine, batch)?;
        self.tables.remove(name);
        drop_spaces(engine, &table)
    }
}

fn drop_spaces(engine: &dyn Engine, table: &Table) -> Result<()> {
    table.exclude().set_gone();
    for family in table.families() {
        engine.drop_space(family.space)?;
    }
    Ok(())
}

/// Changes of the catalog are forced to the disk: they are rare, and rows depend on them.
fn commit(engine: &dyn Engine, batch: Batch) -> Result<()> {
    let patience = std::time::Duration::from_mins(1);
    engine.commit(
        batch,
        Safety::Forced,
        hbase_model::Deadline::after(patience),
    )
}

fn namespace_key(name: &str) -> Vec<u8> {
    format!("n/{name}").into_bytes()
}

fn table_key(name: &TableName) -> Vec<u8> {
    format!("t/{}:{}", name.namespace(), name.qualifier()).into_bytes()
}

fn damaged(what: &str) -> Error {
    Error::Corrupt {
        what: format!("the catalog's entry for {what} cannot be read"),
    }
}
