//! Errors in source files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use proc_macro2::Span;

use crate::errors::Errors;

/// A file that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum SourceError {
    /// A directory without a crate, or a missing path.
    NoCrate {
        /// The path.
        path: PathBuf,
    },
    /// A file that cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file that is not valid Rust.
    Syntax(SpannedError),
    /// A module without a file.
    NoModule(SpannedError),
}

/// An error with its position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The number of erroneous characters on that line; at least 1.
    pub length: usize,
    /// The error, and the fix.
    pub message: String,
}

/// The errors of one struct; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedErrors(pub Vec<SpannedError>);

impl SpannedError {
    /// An error at a token. Lines are available only on the thread that parsed the file.
    pub fn at(file: &Path, span: Span, message: impl fmt::Display) -> Self {
        Self::of(file, &syn::Error::new(span, message))
    }

    pub(super) fn of(file: &Path, error: &syn::Error) -> Self {
        let (start, end) = (error.span().start(), error.span().end());
        let length = if start.line == end.line {
            end.column.saturating_sub(start.column)
        } else {
            1
        };
        Self {
            file: file.to_path_buf(),
            line: start.line,
            column: start.column + 1,
            length: length.max(1),
            message: error.to_string(),
        }
    }
}

impl SpannedErrors {
    pub(super) fn of(file: &Path, errors: &Errors) -> Self {
        Self(errors.iter().map(|e| SpannedError::of(file, e)).collect())
    }
}

impl fmt::Display for SpannedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        write!(f, "{file}:{}:{}: {}", self.line, self.column, self.message)
    }
}

impl fmt::Display for SpannedErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCrate { path } => write!(
                f,
                "{}: found no Rust file and no crate: expected a .rs file, or the directory of a crate, such as `.`, \
                 with src/lib.rs, src/main.rs or src/bin",
                path.display()
            ),
            Self::Read { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Syntax(error) | Self::NoModule(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpannedError {}
impl std::error::Error for SpannedErrors {}

// The message contains the cause, so `source` returns nothing.
impl std::error::Error for SourceError {}
