//! Errors of `krb5.conf`.

use std::io;
use std::path::PathBuf;

/// A `krb5.conf` that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A file or folder that cannot be read.
    #[error("{} cannot be read: {source}; check its permissions, `KRB5_CONFIG`, and the line that includes it", file.display())]
    Unreadable {
        /// The file or folder.
        file: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A line that does not follow the format, or a value that is not allowed.
    #[error("{}:{line}: found {found}, expected {expected}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// The text that was found.
        found: String,
        /// The text that is allowed.
        expected: String,
    },
}
