//! The catalog: namespaces and tables.
//!
//! Keyspace 0 contains the catalog: `n/NAMESPACE` for each namespace, `t/NAMESPACE:TABLE` for each table, and
//! under `next` the number of the next keyspace, 8 bytes big-endian. Entries with the prefix `m/` belong to
//! `stamps.rs`. A table's entry names its keyspaces: writing that one entry creates, alters, truncates or drops
//! the table atomically. Keyspaces that no entry names remain from a crash, and are dropped when the store is
//! opened.

mod alter;
mod change;
mod restore;
mod stored;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hbase_backend::{Error, Result};
use hbase_model::TableName;

use crate::engine::{Direction, Engine, KeyspaceId};
use crate::table::Table;

pub(crate) use change::Change;

/// The catalog's own keyspace.
pub(crate) const CATALOG: KeyspaceId = 0;

/// The key of the next keyspace's number.
const NEXT: &[u8] = b"next";

/// Namespaces that always exist.
const RESERVED: [&str; 2] = [TableName::DEFAULT_NAMESPACE, "hbase"];

/// The namespaces and tables of a store.
#[derive(Debug)]
pub(crate) struct Catalog {
    namespaces: BTreeSet<String>,
    tables: BTreeMap<TableName, Arc<Table>>,
    next: KeyspaceId,
}

impl Catalog {
    /// Reads the catalog, and drops keyspaces that remain from a crash.
    pub(crate) fn load(engine: &dyn Engine) -> Result<Self> {
        engine.create_keyspace(CATALOG)?;
        let mut catalog = Self {
            namespaces: RESERVED.map(str::to_owned).into(),
            tables: BTreeMap::new(),
            next: 1,
        };
        let mut used = BTreeSet::from([CATALOG]);
        let entries = engine
            .snapshot()
            .range(CATALOG, b"\0", None, Direction::Forward)?;
        for entry in entries {
            let (key, value) = entry?;
            catalog.read_entry(&key, &value, &mut used)?;
        }
        check_keyspaces(engine, &used)?;
        for keyspace in engine.keyspaces() {
            if !used.contains(&keyspace) {
                engine.drop_keyspace(keyspace)?;
            }
        }
        Ok(catalog)
    }

    fn read_entry(
        &mut self,
        key: &[u8],
        value: &[u8],
        used: &mut BTreeSet<KeyspaceId>,
    ) -> Result<()> {
        if key == NEXT {
            let next = <[u8; 8]>::try_from(value).map_err(|_| damaged("next"))?;
            self.next = KeyspaceId::from_be_bytes(next);
        } else if let Some(name) = key.strip_prefix(b"n/") {
            let name = std::str::from_utf8(name).map_err(|_| damaged("a namespace"))?;
            self.namespaces.insert(name.to_owned());
        } else if key.starts_with(b"t/") {
            let (descriptor, keyspaces) = stored::decode(value)?;
            used.extend(&keyspaces);
            let table = Arc::new(Table::new(descriptor, &keyspaces));
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

    /// The table with this name.
    ///
    /// # Errors
    /// [`Error::TableNotFound`].
    pub(crate) fn table(&self, name: &TableName) -> Result<Arc<Table>> {
        let table = self.tables.get(name).cloned();
        table.ok_or_else(|| Error::TableNotFound {
            table: name.clone(),
        })
    }

    fn check_namespace_exists(&self, name: &str) -> Result<()> {
        if self.namespaces.contains(name) {
            return Ok(());
        }
        Err(Error::NamespaceNotFound {
            namespace: name.to_owned(),
        })
    }
}

/// Checks that every keyspace in the catalog has its files.
fn check_keyspaces(engine: &dyn Engine, named: &BTreeSet<KeyspaceId>) -> Result<()> {
    let mut missing = engine.missing().iter();
    match missing.find(|keyspace| named.contains(keyspace)) {
        None => Ok(()),
        Some(keyspace) => Err(Error::Corrupt {
            what: format!(
                "the store {}: the catalog names the keyspace {keyspace}, whose files are missing: \
                 copy the store again, whole and while it is closed, or restore it from a backup",
                engine.describe()
            ),
        }),
    }
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
