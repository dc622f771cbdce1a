//! The declared tables of a source, one for each table of the store.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_model::lock::TableFacts;
use hbase_model::name::DatedName;
use hbase_schema_build::{DateRange, DeclaredError, DeclaredTable, declared};

use crate::error::CliError;
use crate::tables;
use crate::text::listed;

/// Reads the tables of a source (for names with a date, the tables of these dates), and merges the structs of
/// each table.
///
/// # Errors
/// Sources that cannot be read, and structs that contradict each other.
pub(crate) fn read(path: &Path, dates: Option<DateRange>) -> Result<Vec<DeclaredTable>, CliError> {
    let tables = tables::read(path)?;
    merge(path, &tables::dated(path, &tables, dates)?)
}

/// Reads the tables of a former source, which may have no dates yet.
///
/// # Errors
/// As for [`read`].
pub(crate) fn read_before(
    path: &Path,
    dates: Option<DateRange>,
) -> Result<Vec<DeclaredTable>, CliError> {
    let dates = dates.filter(|_| dated_names(path).is_ok_and(|names| !names.is_empty()));
    read(path, dates)
}

/// The facts of the tables of a source, as of [`read`].
///
/// # Errors
/// As for [`read`].
pub(crate) fn facts(path: &Path, dates: Option<DateRange>) -> Result<Vec<TableFacts>, CliError> {
    let dates = dates.filter(|_| dated_names(path).is_ok_and(|names| !names.is_empty()));
    let tables = tables::dated(path, &tables::read(path)?, dates)?;
    let facts: Vec<_> = tables.iter().map(DescribedTable::facts).collect();
    Ok(TableFacts::united(&facts))
}

/// The names of tables that contain a date, as declared.
///
/// # Errors
/// Sources that cannot be read.
pub(crate) fn dated_names(path: &Path) -> Result<Vec<DatedName>, CliError> {
    let tables = tables::read(path)?;
    Ok(tables
        .iter()
        .filter_map(DescribedTable::dated_name)
        .collect())
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
