//! Changes of namespaces and tables.

use hbase_backend::Result;
use hbase_model::{TableChange, TableDescriptor, TableName};

use crate::store::Store;
use crate::work::Work;

impl Store {
    pub(crate) fn create_namespace(&self, name: &str, work: &Work) -> Result<()> {
        self.change(work).add_namespace(name)
    }

    pub(crate) fn drop_namespace(&self, name: &str, work: &Work) -> Result<()> {
        self.change(work).drop_namespace(name)
    }

    pub(crate) fn create_table(&self, table: &TableDescriptor, work: &Work) -> Result<()> {
        self.change(work).create_table(table)
    }

    pub(crate) fn drop_table(&self, name: &TableName, work: &Work) -> Result<()> {
        self.change(work).drop_table(name)?;
        self.activity().signal().wake();
        Ok(())
    }

    pub(crate) fn truncate_table(
        &self,
        name: &TableName,
        preserve_splits: bool,
        work: &Work,
    ) -> Result<()> {
        self.change(work).truncate_table(name, preserve_splits)?;
        self.activity().signal().wake();
        Ok(())
    }

    /// Applies the changes in order, each atomically.
    pub(crate) fn alter_table(
        &self,
        name: &TableName,
        changes: &[TableChange],
        work: &mut Work,
    ) -> Result<()> {
        self.table(name)?;
        changes.iter().try_for_each(|change| {
            work.check()?;
            change.validate()?;
            self.change(work).alter_table(name, change)
        })
    }
}
