//! The tables of a source, one for each name in the store.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{DeclaredError, DeclaredTable, declared};

use crate::error::CliError;
use crate::tables;
use crate::text::listed;

/// The tables of a source. Several structs of one table come to one declaration.
///
/// # Errors
/// Where the source cannot be read, or two structs contradict each other.
pub(crate) fn read(path: &Path) -> Result<Vec<DeclaredTable>, CliError> {
    of(path, &tables::read(path)?)
}

/// The same of tables that were read.
///
/// # Errors
/// Where two structs contradict each other.
pub(crate) fn of(path: &Path, tables: &[DescribedTable]) -> Result<Vec<DeclaredTable>, CliError> {
    declared(tables).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &DeclaredError) -> CliError {
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
    .expected(format_args!(
        "{}: {before}, as {} says",
        found.kind,
        listed(rows)
    ))
    .found(format_args!("{after}, as `{row}` says"))
    .help("say it once, or the same in each")
}
