//! The findings of checks.
use std::fmt;
use std::path::PathBuf;

/// One finding of a check: its location and its message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file; relative to the workspace if it is inside.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What was found; more lines may follow, indented.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}
