//! The declared indexes of a source.

use std::path::Path;

use hbase_model::{DescribedIndex, DescribedTable, TableDescriptor, TableName};
use hbase_schema_build::DeclaredContent;

use crate::declared;
use crate::error::CliError;
use crate::tables;
use crate::text::{listed, nearest};

/// A declared index, with the table of its rows.
#[derive(Clone)]
pub(super) struct DeclaredIndex {
    pub(super) index: DescribedIndex,
    /// The struct that declares it.
    pub(super) rows: DescribedTable,
    /// The table of the rows, with the families of all structs.
    pub(super) table: TableDescriptor,
}

/// The tables of a source, and their indexes.
pub(super) struct Schema {
    pub(super) indexes: Vec<DeclaredIndex>,
    /// A table of each namespace, which determines the table of the states.
    pub(super) tables: Vec<TableName>,
}

impl Schema {
    /// # Errors
    /// Sources that cannot be read, and structs that contradict each other.
    pub(super) fn read(path: &Path) -> Result<Self, CliError> {
        let all = tables::read(path)?;
        let mut schema = Self {
            indexes: Vec::new(),
            tables: Vec::new(),
        };
        for declared in declared::merge(path, &all)? {
            let DeclaredContent::Rows { indexes, .. } = &declared.content else {
                continue;
            };
            let namespace = declared.name().namespace();
            if !schema
                .tables
                .iter()
                .any(|known| known.namespace() == namespace)
            {
                schema.tables.push(declared.name().clone());
            }
            for index in indexes {
                let declares = |table: &&DescribedTable| {
                    table.descriptor.name == *declared.name() && table.indexes.contains(index)
                };
                schema
                    .indexes
                    .extend(all.iter().find(declares).map(|rows| DeclaredIndex {
                        index: index.clone(),
                        rows: rows.clone(),
                        table: declared.table.clone(),
                    }));
            }
        }
        Ok(schema)
    }

    /// The indexes with these names; all indexes if no name is given.
    ///
    /// # Errors
    /// An unknown name, and a source without indexes.
    pub(super) fn select(
        &self,
        path: &Path,
        names: &[String],
    ) -> Result<Vec<&DeclaredIndex>, CliError> {
        if self.indexes.is_empty() {
            return Err(
                CliError::usage("found no index that has a table of its own")
                    .at(path.display())
                    .expected("`#[index(\"NAMESPACE:TABLE_BY_FIELD\")]` on a field"),
            );
        }
        if names.is_empty() {
            return Ok(self.indexes.iter().collect());
        }
        let selected = names.iter();
        selected
            .map(|name| self.find(name).ok_or_else(|| self.unknown(path, name)))
            .collect()
    }

    pub(super) fn find(&self, name: &str) -> Option<&DeclaredIndex> {
        self.indexes
            .iter()
            .find(|declared| is_named(&declared.index.table, name))
    }

    pub(super) fn unknown(&self, path: &Path, name: &str) -> CliError {
        let names = self.indexes.iter();
        let names: Vec<_> = names.map(|known| known.index.table.to_string()).collect();
        let error = CliError::usage(format_args!("found no index `{name}`"))
            .at(path.display())
            .expected(listed(&names));
        match nearest(name, &names) {
            Some(near) => error.help(format_args!("did you mean `{near}`?")),
            None => error.help("name an index by its own table"),
        }
    }
}

/// Whether a name is the table's, with or without its namespace.
pub(super) fn is_named(table: &TableName, name: &str) -> bool {
    table.to_string() == name || table.qualifier() == name
}
