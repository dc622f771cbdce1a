//! The tables of a file or a crate.

use std::path::Path;

use hbase_model::{DescribedTable, LayoutError, PartValue};
use hbase_schema_build::{Diagnostic, KeyCodes, ReadError};

use crate::error::CliError;
use crate::text::{counted, either, nearest};

/// Every table, in the order of the source; at least one.
///
/// # Errors
/// Where nothing can be read, something is wrong in it, or there is no table in it.
pub(crate) fn read(path: &Path) -> Result<Vec<DescribedTable>, CliError> {
    present(path)?;
    let tables = hbase_schema_build::read(path).map_err(|error| unreadable(path, &error))?;
    if tables.is_empty() {
        return Err(none(path));
    }
    Ok(tables)
}

/// The table of this name: the struct's, or the table's with or without its namespace.
///
/// # Errors
/// As [`read`]; where there is no such table, or more than one.
pub(crate) fn find(path: &Path, name: &str) -> Result<DescribedTable, CliError> {
    let tables = read(path)?;
    match called(&tables, name).as_slice() {
        [only] => Ok((*only).clone()),
        [] => Err(unknown(path, name, &tables)),
        several => Err(ambiguous(path, name, several)),
    }
}

/// The codes of the enums in a table's key; none where the source says none.
pub(crate) fn codes(path: &Path, table: &DescribedTable) -> Option<KeyCodes> {
    let codes = hbase_schema_build::key_codes(path);
    let mut codes = codes.into_iter().filter(|codes| !codes.is_empty());
    codes.find(|codes| codes.is_of(table))
}

/// Checks the values of a key's parts against the codes of their enums.
///
/// # Errors
/// The first that is no declared code.
pub(crate) fn check_codes(
    codes: Option<&KeyCodes>,
    table: &DescribedTable,
    values: &[PartValue],
) -> Result<(), LayoutError> {
    codes.map_or(Ok(()), |codes| codes.check(table, values))
}

/// Every struct of the one table of this name, among tables that were read.
///
/// # Errors
/// Where there is no such table, or more than one.
pub(crate) fn of_table(
    path: &Path,
    tables: &[DescribedTable],
    name: &str,
) -> Result<Vec<DescribedTable>, CliError> {
    let found = called(tables, name);
    let Some(first) = found.first() else {
        return Err(unknown(path, name, tables));
    };
    let is_other = |table: &&&DescribedTable| table.descriptor.name != first.descriptor.name;
    if found.iter().any(|table| is_other(&table)) {
        return Err(ambiguous(path, name, &found));
    }
    Ok(found.into_iter().cloned().collect())
}

/// What is called so in full comes before what is called so without its namespace.
fn called<'t>(tables: &'t [DescribedTable], name: &str) -> Vec<&'t DescribedTable> {
    let in_full =
        |table: &&DescribedTable| table.row == name || table.descriptor.name.to_string() == name;
    let found: Vec<_> = tables.iter().filter(in_full).collect();
    if !found.is_empty() {
        return found;
    }
    let in_short = |table: &&DescribedTable| table.descriptor.name.qualifier() == name;
    tables.iter().filter(in_short).collect()
}

fn unknown(path: &Path, name: &str, tables: &[DescribedTable]) -> CliError {
    let names: Vec<String> = tables.iter().map(both_names).collect();
    let single = tables.iter().flat_map(|table| {
        let full = &table.descriptor.name;
        [
            table.row.clone(),
            full.to_string(),
            full.qualifier().to_owned(),
        ]
    });
    let single: Vec<String> = single.collect();
    let error = CliError::usage(format_args!("found no table `{name}`"))
        .at(path.display())
        .expected(names.join(", "));
    match nearest(name, &single) {
        Some(near) => error.help(format_args!("did you mean `{near}`?")),
        None => error.help("name a table by its struct, or by its name in HBase"),
    }
}

/// `Call` (`DLQX:CALL_RECORD`).
fn both_names(table: &DescribedTable) -> String {
    format!("`{}` (`{}`)", table.row, table.descriptor.name)
}

/// Structs of one table are told apart by their own names, and those of one name by the table's.
fn ambiguous(path: &Path, name: &str, called: &[&DescribedTable]) -> CliError {
    let full = |table: &&DescribedTable| table.descriptor.name.to_string();
    let row = |table: &&DescribedTable| table.row.clone();
    let share_table = called.iter().all(|table| full(table) == full(&called[0]));
    let names: Vec<String> = if share_table {
        called.iter().map(row).collect()
    } else {
        called.iter().map(full).collect()
    };
    let what = if share_table {
        "struct of the table"
    } else {
        "table"
    };
    CliError::usage(format_args!("found more than one {what} `{name}`"))
        .at(path.display())
        .expected(either(&names))
        .help("name it by one of these; where they are the same, name the file that it is in")
}

/// Whether there is anything at the path.
///
/// # Errors
/// What the operating system says.
pub(crate) fn present(path: &Path) -> Result<(), CliError> {
    path.metadata()
        .map(|_| ())
        .map_err(|error| CliError::cannot("read it", &error).at(path.display()))
}

/// Nothing to work with.
pub(crate) fn none(path: &Path) -> CliError {
    let error = CliError::usage("found no table").at(path.display());
    if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        return error.expected("what `hbase-schema ddl --format json` prints");
    }
    error.expected("a struct with `#[derive(HTable)]`").help(
        "structs that a macro makes are not seen, and those of tests (`#[cfg(test)]`, `#[test]`) \
         are left out",
    )
}

/// The first problem, and how to see all of them.
fn unreadable(path: &Path, error: &ReadError) -> CliError {
    let problems = error.diagnostics();
    let Some(first) = problems.first() else {
        return CliError::unreachable(error).at(path.display());
    };
    let error = of_problem(first);
    match problems.len() {
        1 => error,
        more => error.help(format_args!(
            "`hbase-schema check {}` shows all {}",
            path.display(),
            counted(more as u64, "mistake"),
        )),
    }
}

/// One problem as an error.
pub(crate) fn of_problem(problem: &Diagnostic) -> CliError {
    let error = CliError::unreachable(&problem.message).at(problem.file.display());
    match problem.place {
        Some((line, column, _)) => error.line_column(line, Some(column)),
        None => error,
    }
}
