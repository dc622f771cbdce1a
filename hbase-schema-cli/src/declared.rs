//! The declared tables of a source, one for each table of the store.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{DeclaredError, DeclaredTable, declared};

use crate::error::CliError;
use crate::tables;
use crate::text::listed;

/// Reads the tables of a source, and merges the structs of each table.
///
/// # Errors
/// Sources that cannot be read, and structs that contradict each other.
pub(crate) fn read(path: &Path) -> Result<Vec<DeclaredTable>, CliError> {
    merge(path, &tables::read(path)?)
}

/// Merges the structs of each table.
///
/// # Errors
/// Structs that contradict each other.
pub(crate) fn merge(
    path: &Path,
    tables: &[DescribedTable],
) -> Result<Vec<DeclaredTable>, CliError> {
    declared(tables).map_err(|error| contradiction(path, &error))
}

fn contradiction(path: &Path, error: &DeclaredError) -> CliError {
    let DeclaredError::Contradiction {
        table,
        rows,
        row,
        found,
    } = error
    else {
        return CliError::usage(error).at(path.display());
    };
    let (before, after) = &found.declared;
    CliError::usage(format_args!(
        "structs of the table {table} contradict each other"
    ))
    .at(path.display())
    .expected(format_args!("{}: {before} in {}", found.kind, listed(rows)))
    .found(format_args!("{after} in `{row}`"))
    .help("declare it once, or the same in each")
}
