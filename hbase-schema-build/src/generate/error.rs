//! Errors from generating or checking files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::cargo::WRITE_VARIABLE;
use crate::dates::DatesError;
use crate::declared::DeclaredError;
use crate::read::ReadError;
use crate::text::Unsupported;

/// Errors from generating or checking files.
///
/// `Debug` prints what `Display` does, since Cargo shows the `Debug` text of a build script's error.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Errors in the sources, each with its line.
    #[error("{}", .0.report())]
    Read(ReadError),
    /// An I/O error of a file or folder.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// No folder is set, and no build script runs.
    #[error(
        "found neither a folder nor `OUT_DIR`, which build scripts have: set the folder with `out`"
    )]
    NoFolder,
    /// Structs of one table that contradict each other, or splits that cannot be computed.
    #[error(transparent)]
    Declared(#[from] DeclaredError),
    /// Tables whose name contains a date, without dates, or the other way round.
    #[error(transparent)]
    Dates(#[from] DatesError),
    /// Tables that Hive or Phoenix cannot express.
    #[error("{}", joined(.0))]
    Unsupported(Vec<Unsupported>),
    /// Two tables with the same file name: `A.B` of the default namespace, and `A:B`.
    #[error("two tables would be written to `{name}`, with different content: rename one of them")]
    Clash {
        /// The file.
        name: String,
    },
    /// A folder whose files differ from those generated.
    #[error("{}", list_of(.folder, .stale, .missing, .superfluous))]
    Stale {
        /// The folder.
        folder: PathBuf,
        /// Files with other content.
        stale: Vec<String>,
        /// Missing files.
        missing: Vec<String>,
        /// Files of tables that no longer exist.
        superfluous: Vec<String>,
    },
}

impl GenerateError {
    pub(super) fn io(path: &Path, cause: io::Error) -> Self {
        Self::Io {
            path: path.to_path_buf(),
            cause,
        }
    }
}

impl From<ReadError> for GenerateError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl fmt::Debug for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn joined(all: &[Unsupported]) -> String {
    let all: Vec<_> = all.iter().map(ToString::to_string).collect();
    all.join("\n")
}

fn list_of(folder: &Path, stale: &[String], missing: &[String], superfluous: &[String]) -> String {
    let mut text = format!(
        "the files in {} are not those of the sources:",
        folder.display()
    );
    for (kind, names) in [
        ("stale", stale),
        ("missing", missing),
        ("superfluous", superfluous),
    ] {
        for name in names {
            text.extend(["\n  ", kind, ": ", name]);
        }
    }
    let package = std::env::var("CARGO_PKG_NAME");
    let package = package.map_or_else(|_| String::new(), |name| format!(" -p {name}"));
    text + &format!("\nrefresh them with `{WRITE_VARIABLE}=1 cargo build{package}`")
}
