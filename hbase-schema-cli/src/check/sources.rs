//! Reads the sources, and collects errors and advice.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::{DeclaredError, ReadError, declared};
use hbase_schema_syntax::source::{SourceTable, SpannedError, read_sources};

use super::diagnostic::Diagnostic;
use super::{advice, locked, same_table};
use crate::error::CliError;
use crate::tables;

/// The errors of the sources, or the advice on them.
pub(super) struct Checked {
    /// The number of tables; `None` if errors prevent reading them.
    pub(super) tables: Option<usize>,
    /// In the order of the source.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether the diagnostics include advice, which a table may exclude, and not only warnings.
    pub(super) has_advice: bool,
}

impl Checked {
    const fn invalid(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            tables: None,
            diagnostics,
            has_advice: false,
        }
    }
}

/// Collects the errors; without errors, the advice.
pub(super) fn diagnose(path: &Path, with_advice: bool) -> Result<Checked, CliError> {
    tables::require_path(path)?;
    let tables = match hbase_schema_build::read(path) {
        Ok(tables) if tables.is_empty() => return Err(tables::no_table(path)),
        Ok(tables) => tables,
        Err(error) => return errors(&error),
    };
    // Read again for the spans of attributes; a description in JSON has no spans.
    let sources = read_sources(path).ok();
    let unlisted = sources.as_ref().map(locked::of).unwrap_or_default();
    let sources = sources.map(|sources| sources.tables).unwrap_or_default();
    if let Err(error) = declared(&tables) {
        return contradiction(path, &sources, &error);
    }
    let (mut diagnostics, has_advice) = if with_advice {
        advised(&sources, &tables)
    } else {
        (Vec::new(), false)
    };
    if with_advice {
        diagnostics.extend(unlisted);
    }
    Ok(Checked {
        tables: Some(tables.len()),
        diagnostics,
        has_advice,
    })
}

/// Structs that contradict each other.
fn contradiction(
    path: &Path,
    sources: &[SourceTable],
    error: &DeclaredError,
) -> Result<Checked, CliError> {
    let row = match error {
        DeclaredError::Contradiction { row, .. } => {
            sources.iter().find(|source| source.input.ident == row)
        }
        _ => None,
    };
    let Some(source) = row else {
        return Err(CliError::unreachable(error).at(path.display()));
    };
    let span = source.input.ident.span();
    let error = SpannedError::at(&source.file, span, error).into();
    Ok(Checked::invalid(
        Diagnostic::error(&error).into_iter().collect(),
    ))
}

/// The errors in sources; a file that cannot be read ends the command.
fn errors(error: &ReadError) -> Result<Checked, CliError> {
    let mut diagnostics = Vec::new();
    for found in error.diagnostics() {
        match Diagnostic::error(found) {
            Some(diagnostic) => diagnostics.push(diagnostic),
            None => return Err(tables::of_diagnostic(found)),
        }
    }
    let files: Vec<String> = diagnostics.iter().map(|d| d.file.clone()).collect();
    let order = |file: &String| files.iter().position(|other| other == file);
    diagnostics.sort_by_key(|d| (order(&d.file), d.from.line, d.from.column));
    Ok(Checked::invalid(diagnostics))
}

/// Advice and warnings, in the order of the source, and whether they include advice.
fn advised(sources: &[SourceTable], tables: &[DescribedTable]) -> (Vec<Diagnostic>, bool) {
    let mut found = Vec::new();
    let mut has_advice = false;
    for (at, (source, table)) in sources.iter().zip(tables).enumerate() {
        let advice = advice::of(source, table);
        has_advice |= !advice.is_empty();
        found.extend(advice);
        found.extend(same_table::of(source, tables, at));
    }
    (found, has_advice)
}
