//! Errors in sources and descriptions, with their locations.

use std::fmt;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use hbase_schema_syntax::source::{SourceError, SpannedError};
use proc_macro2::Span;

/// One error in a source or a description, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file.
    pub file: PathBuf,
    /// The characters at fault; `None` if the file itself is.
    pub span: Option<SourceSpan>,
    /// The error and how to fix it.
    pub message: String,
}

/// Characters of one line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct SourceSpan {
    /// The line, from 1.
    pub line: usize,
    /// The column of the first character, from 1, in characters.
    pub column: usize,
    /// The number of characters, at least 1.
    pub length: usize,
}

/// All errors found while reading; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    diagnostics: Vec<Diagnostic>,
    files: Vec<PathBuf>,
}

impl Diagnostic {
    pub(crate) fn at(file: &Path, span: Span, message: impl Display) -> Self {
        SpannedError::at(file, span, message).into()
    }

    pub(crate) fn of_file(file: &Path, message: impl Display) -> Self {
        Self {
            file: file.to_path_buf(),
            span: None,
            message: message.to_string(),
        }
    }

    pub(crate) fn of_source(error: &SourceError) -> Self {
        match error {
            SourceError::Syntax(error) | SourceError::NoModule(error) => error.clone().into(),
            SourceError::Read { path, source } => Self::of_file(path, source),
            SourceError::NoCrate { path } => Self::of_file(
                path,
                "found no Rust file and no crate: expected a .rs file, or the directory of a crate, such as `.`, \
                 with src/lib.rs, src/main.rs or src/bin",
            ),
            other => Self::of_file(Path::new(""), other),
        }
    }

    /// The error in the compiler's format: with the line, and marks below it.
    fn report(&self) -> String {
        let (message, file) = (&self.message, self.file.display());
        let Some(span) = self.span else {
            return format!("error: {message}\n --> {file}");
        };
        let head = format!(
            "error: {message}\n --> {file}:{}:{}",
            span.line, span.column
        );
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let Some(shown) = text.lines().nth(span.line.saturating_sub(1)) else {
            return head;
        };
        let number = span.line.to_string();
        let (margin, blank) = (" ".repeat(number.len()), " ".repeat(span.column - 1));
        let marks = "^".repeat(span.length);
        format!("{head}\n{margin} |\n{number} | {shown}\n{margin} | {blank}{marks}")
    }
}

impl From<SpannedError> for Diagnostic {
    fn from(error: SpannedError) -> Self {
        Self {
            span: Some(SourceSpan {
                line: error.line,
                column: error.column,
                length: error.length,
            }),
            file: error.file,
            message: error.message,
        }
    }
}

impl ReadError {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, files: Vec<PathBuf>) -> Self {
        Self { diagnostics, files }
    }

    /// The errors, in the order of the files.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The errors in the compiler's format: each with its line, and marks below it.
    pub fn report(&self) -> String {
        let reports: Vec<_> = self.diagnostics.iter().map(Diagnostic::report).collect();
        reports.join("\n\n")
    }

    /// The files that were read.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }
}

impl Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(span) = self.span {
            write!(f, "{}:{}:", span.line, span.column)?;
        }
        write!(f, " {}", self.message)
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
impl std::error::Error for ReadError {}
