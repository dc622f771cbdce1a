//! The tables of a source, one for each name in the store.

use std::path::Path;

use hbase_model::diff::{Contradiction, merge};
use hbase_model::{DescribedTable, KeyLayout, TableDescriptor, TableName};

use crate::error::CliError;
use crate::tables;
use crate::text::listed;

/// A table, and the structs that declare it.
pub(super) struct DeclaredTable {
    pub(super) table: TableDescriptor,
    /// Their names.
    pub(super) rows: Vec<String>,
    /// Their keys: one for rows of each age.
    pub(super) keys: Vec<KeyLayout>,
}

impl DeclaredTable {
    pub(super) fn name(&self) -> &TableName {
        &self.table.name
    }
}

/// The tables of a source. Several structs of one table come to one declaration.
///
/// # Errors
/// Where the source cannot be read, or two structs contradict each other.
pub(super) fn read(path: &Path) -> Result<Vec<DeclaredTable>, CliError> {
    let mut declared: Vec<DeclaredTable> = Vec::new();
    for table in tables::read(path)? {
        let known = declared
            .iter_mut()
            .find(|known| *known.name() == table.descriptor.name);
        match known {
            Some(known) => add(path, known, table)?,
            None => declared.push(DeclaredTable {
                table: table.descriptor,
                rows: vec![table.row],
                keys: vec![table.key],
            }),
        }
    }
    Ok(declared)
}

fn add(path: &Path, known: &mut DeclaredTable, table: DescribedTable) -> Result<(), CliError> {
    let contradictions = merge(&mut known.table, &table.descriptor)
        .map_err(|error| CliError::usage(error).at(path.display()))?;
    if let Some(first) = contradictions.first() {
        return Err(contradiction(path, known, &table, first));
    }
    known.rows.push(table.row);
    if !known.keys.contains(&table.key) {
        known.keys.push(table.key);
    }
    Ok(())
}

fn contradiction(
    path: &Path,
    known: &DeclaredTable,
    table: &DescribedTable,
    first: &Contradiction,
) -> CliError {
    let (before, after) = &first.said;
    CliError::usage(format_args!(
        "structs of the table {} contradict each other",
        known.name()
    ))
    .at(path.display())
    .expected(format_args!(
        "{}: {before}, as {} says",
        first.what,
        listed(&known.rows)
    ))
    .found(format_args!("{after}, as `{}` says", table.row))
    .help("say it once, or the same in each")
}
