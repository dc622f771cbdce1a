//! The index's own table. It is created with a mark that names the table that it belongs to. A table without
//! this mark is neither used nor dropped.
//!
//! Each creation has an identifier of its own, by which a build notices that the table was dropped and recreated.

use hbase_backend::{Deadline, Error, Scan};
use hbase_model::descriptor::Ttl;
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor};

use crate::created::{id_of, identify};
use crate::error::{IndexError, Result};
use crate::ids;
use crate::table::IndexedTable;

/// The attribute of an index's table that names the table with the rows.
const MARK: &str = "HBASE_SCHEMA_INDEX_OF";

impl IndexedTable {
    /// Creates an index's table if it is missing; returns the identifier of its creation. One that exists is
    /// accepted if it has the family and the attributes of an index's table, and either the mark of this table, or
    /// no mark and no rows: then it was created by hand, and gets the mark. One without an identifier gets one.
    pub(crate) async fn create_index_table(
        &self,
        index: usize,
        deadline: Deadline,
    ) -> Result<u128> {
        let mut descriptor = self.index(index).descriptor();
        self.mark(&mut descriptor)?;
        identify(&mut descriptor, ids::one())?;
        // The description decides whose table it is: a lost response may have been that of a creation.
        match self.backend.create_table(&descriptor, deadline).await {
            Ok(()) | Err(Error::TableExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let live = self.describe(index, deadline).await?;
        self.check_shape(index, &live)?;
        match live.attribute(MARK) {
            Some(_) => self.check_mark(index, &live)?,
            None => self.check_empty(index, deadline).await?,
        }
        match id_of(&live).filter(|_| live.attribute(MARK).is_some()) {
            Some(id) => Ok(id),
            None => self.adopt(index, deadline).await,
        }
    }

    /// Drops an index's table, if it exists and belongs to the index.
    pub(crate) async fn drop_index_table(&self, index: usize, deadline: Deadline) -> Result<()> {
        let live = match self.describe(index, deadline).await {
            Ok(live) => live,
            Err(IndexError::Backend(Error::TableNotFound { .. })) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.check_families(index, &live)?;
        self.check_mark(index, &live)?;
        let table = &self.index(index).table;
        match self.backend.drop_table(table, deadline).await {
            Ok(()) | Err(Error::TableNotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn mark(&self, descriptor: &mut TableDescriptor) -> Result<()> {
        let table = self.definition.table.to_string();
        let marked = descriptor.set_attribute(MARK, &table);
        marked.map_err(|error| Error::invalid(error.to_string()).into())
    }

    async fn describe(&self, index: usize, deadline: Deadline) -> Result<TableDescriptor> {
        let table = &self.index(index).table;
        Ok(self.backend.describe_table(table, deadline).await?)
    }

    /// Checks that a table that was created by hand has no rows.
    async fn check_empty(&self, index: usize, deadline: Deadline) -> Result<()> {
        let table = &self.index(index).table;
        let scan = Scan {
            limit: Some(1),
            ..Scan::new()
        };
        let mut rows = self.backend.scan(table, scan, deadline).await?;
        if !rows.next_batch(deadline).await?.is_empty() {
            let found = "rows that no index of this library has put there".to_owned();
            return Err(self.other_table(index, found));
        }
        Ok(())
    }

    /// Gives a table that no build has created the mark and an identifier, which it returns.
    async fn adopt(&self, index: usize, deadline: Deadline) -> Result<u128> {
        let table = &self.index(index).table;
        let (mut marked, id) = (TableDescriptor::new(table.clone()), ids::one());
        self.mark(&mut marked)?;
        identify(&mut marked, id)?;
        let changes = [TableChange::AlterTable(Box::new(marked))];
        self.backend.alter_table(table, &changes, deadline).await?;
        Ok(id)
    }

    fn check_mark(&self, index: usize, live: &TableDescriptor) -> Result<()> {
        match live.attribute(MARK) {
            Some(table) if table != self.definition.table.to_string() => {
                Err(self.other_table(index, format!("the index of table {table}")))
            }
            _ => Ok(()),
        }
    }

    fn check_families(&self, index: usize, live: &TableDescriptor) -> Result<()> {
        let names: Vec<&str> = live.families.iter().map(|family| &*family.name).collect();
        let (expected, _) = self.index(index).column();
        if names.iter().map(|name| name.as_bytes()).eq([expected]) {
            return Ok(());
        }
        Err(self.other_table(index, format!("the families {}", names.join(", "))))
    }

    fn check_shape(&self, index: usize, live: &TableDescriptor) -> Result<()> {
        self.check_families(index, live)?;
        let declared = self.index(index).ttl;
        let wrong = live
            .families
            .iter()
            .find_map(|family| wrong_attribute(family, declared));
        let durability = live.attribute("DURABILITY").filter(|durability| {
            ["SKIP_WAL", "ASYNC_WAL"].contains(&durability.to_uppercase().as_str())
        });
        let durability = durability.map(|durability| format!("DURABILITY {durability}"));
        match wrong.or(durability) {
            Some(found) => Err(self.other_table(index, found)),
            None => Ok(()),
        }
    }

    fn other_table(&self, index: usize, found: String) -> IndexError {
        let definition = self.index(index);
        let ttl = definition.ttl.unwrap_or(Ttl::FOREVER).as_secs();
        let family = String::from_utf8_lossy(&definition.column.0);
        IndexError::OtherTable {
            index: definition.table.clone(),
            found,
            expected: format!(
                "an empty one or that of an index of {}, with the family {family} alone, VERSIONS 1, MIN_VERSIONS 0, a TTL of at least {ttl} s, and logged writes",
                self.definition.table
            ),
        }
    }
}

/// An attribute that would lose entries, or show them after their deletion.
fn wrong_attribute(family: &FamilyDescriptor, declared: Option<Ttl>) -> Option<String> {
    let versions = family.versions.unwrap_or(1);
    let min_versions = family.min_versions.unwrap_or(0);
    let ttl = family.ttl.unwrap_or(Ttl::FOREVER).as_secs();
    if versions != 1 {
        Some(format!("VERSIONS {versions}"))
    } else if min_versions != 0 {
        Some(format!("MIN_VERSIONS {min_versions}"))
    } else if ttl < declared.unwrap_or(Ttl::FOREVER).as_secs() {
        Some(format!("a TTL of {ttl} s"))
    } else {
        None
    }
}
