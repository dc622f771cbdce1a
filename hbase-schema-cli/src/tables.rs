//! The tables of a file or a crate.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{DateRange, DatesError, Diagnostic, ReadError};
use hbase_schema_syntax::source::Build;

use crate::error::CliError;
use crate::text::{counted, either, nearest};

/// Reads the tables, in the order of the source; at least one.
///
/// # Errors
/// Sources that cannot be read or that declare no table.
pub(crate) fn read(path: &Path) -> Result<Vec<DescribedTable>, CliError> {
    read_for(path, Build::default())
}

/// [`read`] for a build.
///
/// # Errors
/// The errors of [`read`].
pub(crate) fn read_for(path: &Path, build: Build) -> Result<Vec<DescribedTable>, CliError> {
    require_path(path)?;
    let tables = hbase_schema_build::read_for(path, build);
    let tables = tables.map_err(|error| unreadable(path, &error))?;
    if tables.is_empty() {
        return Err(no_table(path));
    }
    Ok(tables)
}

/// Reads the table with a name: the struct's, or the table's with or without its namespace.
///
/// # Errors
/// The errors of [`read`]; an unknown or ambiguous name.
pub(crate) fn find(path: &Path, name: &str) -> Result<DescribedTable, CliError> {
    let tables = read(path)?;
    match named(&tables, name).as_slice() {
        [only] => Ok((*only).clone()),
        [] => Err(unknown(path, name, &tables)),
        several => Err(ambiguous(path, name, several)),
    }
}

/// Replaces tables whose name contains a date with the tables of the dates.
///
/// # Errors
/// Such a table without dates, and dates without such a table.
pub(crate) fn dated(
    path: &Path,
    tables: &[DescribedTable],
    dates: Option<DateRange>,
) -> Result<Vec<DescribedTable>, CliError> {
    hbase_schema_build::dated(tables, dates).map_err(|error| {
        let help = match &error {
            DatesError::Missing { .. } => {
                Some("give the dates: `--dates 20151226`, or a range: `--dates 20151201..20151231`")
            }
            DatesError::Unused => {
                Some("leave out `--dates`, or write a date into a table's name: `TRADE_{yyyyMMdd}`")
            }
            _ => None,
        };
        let error = CliError::usage(&error).at(path.display());
        match help {
            Some(help) => error.help(help),
            None => error,
        }
    })
}

/// The structs of the table with a name.
///
/// # Errors
/// An unknown or ambiguous name.
pub(crate) fn of_table(
    path: &Path,
    tables: &[DescribedTable],
    name: &str,
) -> Result<Vec<DescribedTable>, CliError> {
    let found = named(tables, name);
    let Some(first) = found.first() else {
        return Err(unknown(path, name, tables));
    };
    let is_other = |table: &&&DescribedTable| table.descriptor.name != first.descriptor.name;
    if found.iter().any(|table| is_other(&table)) {
        return Err(ambiguous(path, name, &found));
    }
    Ok(found.into_iter().cloned().collect())
}

/// Tables by their full names, otherwise by their names without namespace.
fn named<'t>(tables: &'t [DescribedTable], name: &str) -> Vec<&'t DescribedTable> {
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

/// Structs of one table are distinguished by their own names, structs with one name by their tables' names.
fn ambiguous(path: &Path, name: &str, found: &[&DescribedTable]) -> CliError {
    let full = |table: &&DescribedTable| table.descriptor.name.to_string();
    let row = |table: &&DescribedTable| table.row.clone();
    let share_table = found.iter().all(|table| full(table) == full(&found[0]));
    let (what, names): (_, Vec<String>) = if share_table {
        ("struct of the table", found.iter().map(row).collect())
    } else {
        ("table", found.iter().map(full).collect())
    };
    CliError::usage(format_args!("found more than one {what} `{name}`"))
        .at(path.display())
        .expected(either(&names))
        .help("name it by one of these; where they are the same, name the file that it is in")
}

/// Checks that the path exists.
///
/// # Errors
/// The I/O error.
pub(crate) fn require_path(path: &Path) -> Result<(), CliError> {
    path.metadata()
        .map(|_| ())
        .map_err(|error| CliError::cannot("read it", &error).at(path.display()))
}

/// The error for a source without tables.
pub(crate) fn no_table(path: &Path) -> CliError {
    let error = CliError::usage("found no table").at(path.display());
    if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        return error.expected("what `hbase-schema ddl --format json` prints");
    }
    error.expected("a struct with `#[derive(HTable)]`").help(
        "structs that a macro expands to are not found, and those of tests (`#[cfg(test)]`, `#[test]`) \
         are left out",
    )
}

/// The first error, and the command that lists all.
fn unreadable(path: &Path, error: &ReadError) -> CliError {
    let diagnostics = error.diagnostics();
    let Some(first) = diagnostics.first() else {
        return CliError::unreachable(error).at(path.display());
    };
    let error = of_diagnostic(first);
    match diagnostics.len() {
        1 => error,
        more => error.help(format_args!(
            "`hbase-schema check {}` shows all {}",
            path.display(),
            counted(more as u64, "error"),
        )),
    }
}

/// Converts a diagnostic of the source.
pub(crate) fn of_diagnostic(diagnostic: &Diagnostic) -> CliError {
    let error = CliError::unreachable(&diagnostic.message).at(diagnostic.file.display());
    match diagnostic.span {
        Some(span) => error.line_column(span.line, Some(span.column)),
        None => error,
    }
}
