//! An error or a piece of advice, and its location.

use std::path::Path;

use proc_macro2::{LineColumn, Span};
use serde::Serialize;

/// An error or a piece of advice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagnostic {
    pub(super) severity: Severity,
    pub(super) message: String,
    pub(super) file: String,
    pub(super) from: Position,
    /// After the last character.
    pub(super) to: Position,
    /// The fix, if the message does not name it.
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
    /// An error in a source; `None` if the file itself is at fault.
    pub(super) fn error(found: &hbase_schema_build::Diagnostic) -> Option<Self> {
        let span = found.span?;
        Some(Self {
            severity: Severity::Error,
            message: found.message.clone(),
            file: found.file.display().to_string(),
            from: Position {
                line: span.line,
                column: span.column,
            },
            to: Position {
                line: span.line,
                column: span.column + span.length,
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
    fn from(start: LineColumn) -> Self {
        Self {
            line: start.line,
            column: start.column + 1,
        }
    }
}
