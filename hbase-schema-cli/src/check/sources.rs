//! Reads the sources, and asks every rule.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::ReadError;
use hbase_schema_syntax::source::{SourceTable, read_sources};

use super::advice;
use super::diagnostic::Diagnostic;
use crate::error::CliError;
use crate::tables;

/// What was read, and what is to be said of it.
pub(super) struct Checked {
    /// The tables, where all could be read.
    pub(super) tables: Option<usize>,
    /// In the order of the source.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Asks every rule of every table; advice is given where nothing is wrong.
pub(super) fn check(path: &Path, with_advice: bool) -> Result<Checked, CliError> {
    tables::present(path)?;
    let tables = match hbase_schema_build::read(path) {
        Ok(tables) if tables.is_empty() => return Err(tables::none(path)),
        Ok(tables) => tables,
        Err(error) => return mistakes(&error),
    };
    let advice = if with_advice {
        advised(path, &tables)
    } else {
        Vec::new()
    };
    Ok(Checked {
        tables: Some(tables.len()),
        diagnostics: advice,
    })
}

/// What cannot be read at all is an error; everything else is a mistake.
fn mistakes(error: &ReadError) -> Result<Checked, CliError> {
    let mut diagnostics = Vec::new();
    for problem in error.problems() {
        match Diagnostic::mistake(problem) {
            Some(diagnostic) => diagnostics.push(diagnostic),
            None => return Err(tables::of_problem(problem)),
        }
    }
    let files: Vec<String> = diagnostics.iter().map(|d| d.file.clone()).collect();
    let order = |file: &String| files.iter().position(|other| other == file);
    diagnostics.sort_by_key(|d| (order(&d.file), d.from.line, d.from.column));
    Ok(Checked {
        tables: None,
        diagnostics,
    })
}

/// The sources are read once more, for the places of what is advised.
fn advised(path: &Path, tables: &[DescribedTable]) -> Vec<Diagnostic> {
    let sources = read_sources(path).map(|sources| sources.tables);
    let sources: Vec<SourceTable> = sources.unwrap_or_default();
    let both = sources.iter().zip(tables);
    both.flat_map(|(source, table)| advice::of(source, table))
        .collect()
}
