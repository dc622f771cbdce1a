//! Alterations of tables. Each is one entry of the catalog, written atomically.
//!
//! Altering a table waits only for that table's writers, with a deadline.

use std::sync::Arc;

use hbase_backend::{Error, Result};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor, TableName};

use super::{CATALOG, Change, NEXT, stored, table_key};
use crate::engine::{Batch, KeyspaceId};
use crate::table::Table;

impl Change<'_> {
    /// Applies one change to a table without writers.
    pub(crate) fn alter_table(&self, name: &TableName, change: &TableChange) -> Result<()> {
        self.alone(name, |table| {
            let descriptor = changed(table, change)?;
            descriptor.validate()?;
            self.put_altered(table, descriptor)
        })
    }

    fn put_altered(&self, table: &Table, descriptor: TableDescriptor) -> Result<()> {
        let first = self.catalog.read().next;
        let (keyspaces, next) = spaces_of(table, &descriptor, first);
        for keyspace in first..next {
            self.engine.create_keyspace(keyspace)?;
        }
        let mut batch = Batch::default();
        batch.put(CATALOG, NEXT, &next.to_be_bytes());
        let entry = stored::encode(&descriptor, &keyspaces)?;
        batch.put(CATALOG, &table_key(table.name()), &entry);
        self.commit(batch)?;
        let altered = Arc::new(table.altered(descriptor, &keyspaces));
        let mut catalog = self.catalog.write();
        catalog.next = next;
        catalog.tables.insert(table.name().clone(), altered);
        drop(catalog);
        // After the map: whoever finds the table outdated looks it up again, and has to find the new one.
        table.set_altered();
        let mut gone = table
            .families()
            .iter()
            .filter(|f| !keyspaces.contains(&f.keyspace));
        gone.try_for_each(|family| self.engine.drop_keyspace(family.keyspace))
    }
}

/// The keyspaces of the changed table's families, and the next free number.
fn spaces_of(
    table: &Table,
    descriptor: &TableDescriptor,
    first: KeyspaceId,
) -> (Vec<KeyspaceId>, KeyspaceId) {
    let mut next = first;
    let keyspaces = descriptor.families.iter().map(|family| {
        let known = table.family(family.name.as_bytes());
        known.map_or_else(
            |_| {
                next += 1;
                next - 1
            },
            |family| family.keyspace,
        )
    });
    (keyspaces.collect(), next)
}

/// The table's descriptor after a change.
fn changed(table: &Table, change: &TableChange) -> Result<TableDescriptor> {
    let mut descriptor = table.descriptor().clone();
    let families = descriptor.families.to_mut();
    match change {
        TableChange::AddFamily(family) => add(table, families, family)?,
        TableChange::AlterFamily(family) => {
            table.family(family.name.as_bytes())?;
            let there = families.iter_mut().find(|there| there.name == family.name);
            if let Some(there) = there {
                there.set(family);
            }
        }
        TableChange::DropFamily(name) => {
            table.family(name.as_bytes())?;
            if families.len() == 1 {
                return Err(Error::invalid(format!(
                    "table {}, family {name}: it is the only one, and a table has at least one: \
                     drop the table instead",
                    table.name()
                )));
            }
            families.retain(|family| family.name != *name);
        }
        TableChange::AlterTable(other) | TableChange::SetMetadata(other) => descriptor.set(other),
        other => {
            return Err(Error::invalid(format!(
                "table {}: {other:?} is not known to this backend",
                table.name()
            )));
        }
    }
    Ok(descriptor)
}

fn add(
    table: &Table,
    families: &mut Vec<FamilyDescriptor>,
    family: &FamilyDescriptor,
) -> Result<()> {
    if table.family(family.name.as_bytes()).is_ok() {
        return Err(Error::invalid(format!(
            "table {}, family {}: it already exists, alter it instead of adding it",
            table.name(),
            family.name
        )));
    }
    families.push(family.clone());
    Ok(())
}
