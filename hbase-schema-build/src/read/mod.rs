//! Reads described tables from sources and from JSON.

mod diagnostic;
mod json;

use std::path::{Path, PathBuf};

use hbase_model::DescribedTable;
use hbase_schema_syntax::source::{Build, on_deep_stack, read_sources_for};

pub use diagnostic::{Diagnostic, ReadError, SourceSpan};

use crate::resolve;

/// Described tables, and the files that they were read from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The tables, in the order of the source.
    pub tables: Vec<DescribedTable>,
    /// Every file that was read.
    pub files: Vec<PathBuf>,
}

/// Reads the tables of a `.rs` file or of a crate's directory, modules included; or of a `.json` file,
/// such as `T::SCHEMA.to_json()` returns.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let file = directory.path().join("call.rs");
/// # std::fs::write(&file, r#"
/// # #[derive(HTable)]
/// # #[table("DLQX:CALL_RECORD")]
/// # #[family("D1")]
/// # struct Call { #[rowkey(fixed = 11)] phone: String, duration_s: u32 }
/// # "#)?;
/// let tables = hbase_schema_build::read(&file)?;
/// assert_eq!(tables[0].descriptor.name.to_string(), "DLQX:CALL_RECORD");
/// assert_eq!(tables[0].key.width(), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// All errors in all files and tables, each with its location.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<DescribedTable>, ReadError> {
    read_files(path).map(|reading| reading.tables)
}

/// [`read()`], with the files that were read.
///
/// # Errors
/// Same as [`read`].
pub fn read_files(path: impl AsRef<Path>) -> Result<Reading, ReadError> {
    let path = path.as_ref();
    on_deep_stack(|| read_here(path, Build::default()))
}

/// [`read()`] for a build: `hbase-schema lock --check` compares what two builds have.
///
/// # Errors
/// Same as [`read`].
#[doc(hidden)]
pub fn read_for(path: &Path, build: Build) -> Result<Vec<DescribedTable>, ReadError> {
    on_deep_stack(|| read_here(path, build)).map(|reading| reading.tables)
}

/// Reads on this thread: the lines of tokens are known on no other.
fn read_here(path: &Path, build: Build) -> Result<Reading, ReadError> {
    let files = vec![path.to_path_buf()];
    if is_json(path) {
        return reading(json::read(path).map_err(|error| vec![error]), files);
    }
    match read_sources_for(path, build) {
        Ok(sources) => reading(resolve::tables(&sources), sources.files),
        Err(error) => Err(ReadError::new(vec![Diagnostic::of_source(&error)], files)),
    }
}

fn reading(
    tables: Result<Vec<DescribedTable>, Vec<Diagnostic>>,
    files: Vec<PathBuf>,
) -> Result<Reading, ReadError> {
    match tables {
        Ok(tables) => Ok(Reading { tables, files }),
        Err(diagnostics) => Err(ReadError::new(diagnostics, files)),
    }
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "json")
}
