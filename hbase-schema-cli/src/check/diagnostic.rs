//! One mistake or one piece of advice, and where it stands.

use std::path::Path;

use proc_macro2::{LineColumn, Span};
use serde::Serialize;

/// One mistake or one piece of advice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagnostic {
    pub(super) severity: Severity,
    pub(super) message: String,
    pub(super) file: String,
    pub(super) from: Position,
    /// Behind the last character.
    pub(super) to: Position,
    /// The way out, where the message does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    Error,
    Warning,
}

/// A line and a column in characters, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Diagnostic {
    /// A mistake in a source; none where the file itself is at fault.
    pub(super) fn mistake(problem: &hbase_schema_build::Diagnostic) -> Option<Self> {
        let (line, column, length) = problem.place?;
        Some(Self {
            severity: Severity::Error,
            message: problem.message.clone(),
            file: problem.file.display().to_string(),
            from: Position { line, column },
            to: Position {
                line,
                column: column + length,
            },
            help: None,
        })
    }

    /// Advice at a token of a file.
    pub(super) fn advice(file: &Path, span: Span, message: String, help: &str) -> Self {
        Self {
            severity: Severity::Warning,
            message,
            file: file.display().to_string(),
            from: span.start().into(),
            to: span.end().into(),
            help: Some(help.to_owned()),
        }
    }
}

impl From<LineColumn> for Position {
    fn from(place: LineColumn) -> Self {
        Self {
            line: place.line,
            column: place.column + 1,
        }
    }
}
