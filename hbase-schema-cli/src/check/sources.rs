//! Reads the sources, and asks every rule.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{DeclaredError, ReadError, declared};
use hbase_schema_syntax::source::{SourceTable, SpannedError, read_sources};

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
    // Once more, for the places of what is said; a description in JSON has none.
    let sources = read_sources(path).map(|sources| sources.tables);
    let sources = sources.unwrap_or_default();
    if let Err(error) = declared(&tables) {
        return contradiction(path, &sources, &error);
    }
    let advice = if with_advice {
        advised(&sources, &tables)
    } else {
        Vec::new()
    };
    Ok(Checked {
        tables: Some(tables.len()),
        diagnostics: advice,
    })
}

/// Structs that are right by themselves, and not together.
fn contradiction(
    path: &Path,
    sources: &[SourceTable],
    error: &DeclaredError,
) -> Result<Checked, CliError> {
    let place = match error {
        DeclaredError::Contradiction { row, .. } => {
            sources.iter().find(|source| source.input.ident == row)
        }
        _ => None,
    };
    let Some(source) = place else {
        return Err(CliError::unreachable(error).at(path.display()));
    };
    let span = source.input.ident.span();
    let problem = SpannedError::at(&source.file, span, error).into();
    Ok(Checked {
        tables: None,
        diagnostics: Diagnostic::mistake(&problem).into_iter().collect(),
    })
}

/// What cannot be read at all is an error; everything else is a mistake.
fn mistakes(error: &ReadError) -> Result<Checked, CliError> {
    let mut diagnostics = Vec::new();
    for problem in error.diagnostics() {
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

fn advised(sources: &[SourceTable], tables: &[DescribedTable]) -> Vec<Diagnostic> {
    let both = sources.iter().zip(tables);
    both.flat_map(|(source, table)| advice::of(source, table))
        .collect()
}
