//! Changes of a table that is there. Each one is one entry of the catalog, written at once.

use std::sync::Arc;

use hbase_model::{Error, FamilyDescriptor, Result, TableChange, TableDescriptor, TableName};

use super::{CATALOG, Catalog, NEXT, commit, stored, table_key};
use crate::engine::{Batch, Engine, Space};
use crate::table::Table;

impl Catalog {
    /// Makes one change of a table.
    pub(crate) fn alter_table(
        &mut self,
        engine: &dyn Engine,
        name: &TableName,
        change: &TableChange,
    ) -> Result<()> {
        let table = self.table(name)?;
        let descriptor = changed(&table, change)?;
        descriptor.validate()?;
        let (spaces, next) = self.spaces_of(&table, &descriptor);
        for space in self.next..next {
            engine.create_space(space)?;
        }
        let mut batch = Batch::default();
        batch.put(CATALOG, NEXT, &next.to_be_bytes());
        let entry = stored::encode(&descriptor, &spaces)?;
        batch.put(CATALOG, &table_key(name), &entry);
        self.put_altered(engine, &table, descriptor, &spaces, batch)?;
        self.next = next;
        for family in table.families() {
            if !spaces.contains(&family.space) {
                engine.drop_space(family.space)?;
            }
        }
        Ok(())
    }

    /// The keyspaces of the changed table's families, and the number of the next new one.
    fn spaces_of(&self, table: &Table, descriptor: &TableDescriptor) -> (Vec<Space>, Space) {
        let mut next = self.next;
        let spaces = descriptor.families.iter().map(|family| {
            let known = table.family(family.name.as_bytes());
            known.map_or_else(
                |_| {
                    next += 1;
                    next - 1
                },
                |family| family.space,
            )
        });
        (spaces.collect(), next)
    }

    /// Puts the altered table in the place of the old one, between two writes.
    fn put_altered(
        &mut self,
        engine: &dyn Engine,
        table: &Table,
        descriptor: TableDescriptor,
        spaces: &[Space],
        batch: Batch,
    ) -> Result<()> {
        let mut state = table.exclude();
        commit(engine, batch)?;
        let altered = table.altered(descriptor, spaces, state.set_altered());
        self.tables.insert(table.name().clone(), Arc::new(altered));
        Ok(())
    }
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
        TableChange::AlterTable(other) => descriptor.set(other),
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
            "table {}, family {}: it is there already, alter it instead of adding it",
            table.name(),
            family.name
        )));
    }
    families.push(family.clone());
    Ok(())
}
