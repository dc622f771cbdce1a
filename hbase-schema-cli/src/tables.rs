//! The tables of a file or a crate.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{Problem, ReadError};

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
    let mut tables = read(path)?;
    let mut found = (0..tables.len()).filter(|at| is_called(&tables[*at], name));
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(tables.swap_remove(only)),
        (None, _) => Err(unknown(path, name, &tables)),
        (Some(_), Some(_)) => Err(ambiguous(path, name, &tables)),
    }
}

fn is_called(table: &DescribedTable, name: &str) -> bool {
    let full = &table.descriptor.name;
    table.row == name || full.to_string() == name || full.qualifier() == name
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

fn ambiguous(path: &Path, name: &str, tables: &[DescribedTable]) -> CliError {
    let called = tables.iter().filter(|table| is_called(table, name));
    let names: Vec<String> = called.map(|t| t.descriptor.name.to_string()).collect();
    CliError::usage(format_args!("found more than one table `{name}`"))
        .at(path.display())
        .expected(either(&names))
        .help("name the table as it is called in HBase, with its namespace; or name the file it is in")
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
    CliError::usage("found no table")
        .at(path.display())
        .expected("a struct with `#[derive(HTable)]`")
        .help("structs that a macro makes and derives under another name are not seen")
}

/// The first problem, and how to see all of them.
fn unreadable(path: &Path, error: &ReadError) -> CliError {
    let problems = error.problems();
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
pub(crate) fn of_problem(problem: &Problem) -> CliError {
    let error = CliError::unreachable(&problem.message).at(problem.file.display());
    match problem.place {
        Some((line, column, _)) => error.line_column(line, Some(column)),
        None => error,
    }
}
