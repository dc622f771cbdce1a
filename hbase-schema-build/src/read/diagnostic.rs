//! What is wrong with what was read.

use std::fmt;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use hbase_schema_syntax::source::{SourceError, SpannedError};
use proc_macro2::Span;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1, and how many characters; none where the file itself is at fault.
    pub place: Option<(usize, usize, usize)>,
    /// What is wrong, and the way out.
    pub message: String,
}

/// Everything that is wrong with what was read; at least one diagnostic.
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
            place: None,
            message: message.to_string(),
        }
    }

    pub(crate) fn of_source(error: &SourceError) -> Self {
        match error {
            SourceError::Syntax(mistake) | SourceError::NoModule(mistake) => mistake.clone().into(),
            SourceError::Read { path, source } => Self::of_file(path, source),
            SourceError::NoCrate { path } => Self::of_file(
                path,
                "found no Rust file and no crate: expected a .rs file, or a directory with \
                 src/lib.rs, src/main.rs or src/bin",
            ),
            other => Self::of_file(Path::new(""), other),
        }
    }
}

impl Diagnostic {
    /// As the compiler shows its own: with the line, and marks below it.
    fn report(&self) -> String {
        let (message, file) = (&self.message, self.file.display());
        let Some((line, column, length)) = self.place else {
            return format!("error: {message}\n --> {file}");
        };
        let head = format!("error: {message}\n --> {file}:{line}:{column}");
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let Some(shown) = text.lines().nth(line.saturating_sub(1)) else {
            return head;
        };
        let number = line.to_string();
        let (margin, blank) = (" ".repeat(number.len()), " ".repeat(column - 1));
        let marks = "^".repeat(length);
        format!("{head}\n{margin} |\n{number} | {shown}\n{margin} | {blank}{marks}")
    }
}

impl From<SpannedError> for Diagnostic {
    fn from(mistake: SpannedError) -> Self {
        Self {
            place: Some((mistake.line, mistake.column, mistake.length)),
            file: mistake.file,
            message: mistake.message,
        }
    }
}

impl ReadError {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, files: Vec<PathBuf>) -> Self {
        Self { diagnostics, files }
    }

    /// Every diagnostic, in the order of the files.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Every diagnostic as the compiler shows its own: with the line, and marks below it.
    pub fn report(&self) -> String {
        let reports: Vec<_> = self.diagnostics.iter().map(Diagnostic::report).collect();
        reports.join("\n\n")
    }

    /// The files that were read until then.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }
}

impl Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some((line, column, _)) = self.place {
            write!(f, "{line}:{column}:")?;
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
