//! Generates files from sources, for build scripts.

mod cargo;
mod error;
mod files;
mod folder;

use std::path::{Path, PathBuf};
use std::{env, fs};

pub use cargo::WRITE_VARIABLE;
pub use error::GenerateError;
pub use files::GeneratedFile;

use crate::dates::DateRange;
use crate::read::read_files;
use crate::text::KeyMapping;
use files::StatementOptions;
use folder::FolderDiff;

/// Generates files that describe the tables of a crate, or checks that a folder contains them.
///
/// The files are one script for `HBase`'s shell per table, `NAMESPACE.NAME.rb`, with a file of its split points if it
/// has many; `schema.json` and `schema.md` with all tables; and optionally statements for Hive and Phoenix. In the
/// folder, the generator owns `schema.json`, `schema.md`, every `.rb` and `.sql` with the mark of a generated file, and
/// every `.splits` next to such an `.rb`.
///
/// A build script that checks a folder under version control:
///
/// ```no_run
/// fn main() -> Result<(), hbase_schema_build::GenerateError> {
///     hbase_schema_build::Generate::new().out("schema").check()
/// }
/// ```
///
/// Stale files end the build with their list; `HBASE_SCHEMA_WRITE=1 cargo build` writes them. Without
/// `out`, the folder is the build's `OUT_DIR`.
#[derive(Clone, Debug)]
pub struct Generate {
    source: PathBuf,
    out: Option<PathBuf>,
    options: StatementOptions,
    dates: Option<DateRange>,
}

impl Default for Generate {
    fn default() -> Self {
        Self::new()
    }
}

impl Generate {
    /// Reads the crate whose build script runs, or the current folder.
    pub fn new() -> Self {
        let crate_folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| ".".into());
        Self {
            source: crate_folder.into(),
            out: None,
            options: StatementOptions::default(),
            dates: None,
        }
    }

    /// Reads this file or crate instead.
    #[must_use]
    pub fn source(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = path.into();
        self
    }

    /// Writes into this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Adds a statement for Hive per table: `NAMESPACE.NAME.hive.sql`.
    #[must_use]
    pub fn hive(mut self, key: KeyMapping) -> Self {
        self.options.hive = Some(key);
        self
    }

    /// Adds a statement for Phoenix per table: `NAMESPACE.NAME.phoenix.sql`.
    #[must_use]
    pub fn phoenix(mut self, key: KeyMapping) -> Self {
        self.options.phoenix = Some(key);
        self
    }

    /// Generates the scripts and statements of tables whose name contains a date for these dates.
    ///
    /// Without dates such tables have no script and no statement: `db.dated::<Row>().create(…)` creates
    /// them. The descriptions contain them in any case, with the name as declared.
    #[must_use]
    pub fn dates(mut self, dates: DateRange) -> Self {
        self.dates = Some(dates);
        self
    }

    /// Returns the files without writing them.
    ///
    /// # Errors
    /// All errors in the sources; a table that a system cannot express.
    pub fn files(&self) -> Result<Vec<GeneratedFile>, GenerateError> {
        let reading = read_files(&self.source);
        let read = match &reading {
            Ok(reading) => &reading.files,
            Err(error) => error.files(),
        };
        cargo::rerun_if_changed(&self.source, read);
        files::of(&reading?.tables, self.dates, self.options)
    }

    /// Writes the files whose content changed, and removes those of tables that no longer exist.
    ///
    /// # Errors
    /// Those of [`files`](Self::files), and I/O errors of the folder.
    pub fn write(&self) -> Result<(), GenerateError> {
        let files = self.files()?;
        let folder = self.folder()?;
        fs::create_dir_all(&folder).map_err(|e| GenerateError::io(&folder, e))?;
        for file in &files {
            write_changed(&folder.join(&file.name), &file.content)?;
        }
        for name in FolderDiff::of(&folder, &files)?.superfluous {
            let path = folder.join(name);
            fs::remove_file(&path).map_err(|e| GenerateError::io(&path, e))?;
        }
        Ok(())
    }

    /// Checks that the folder holds exactly these files; writes them if the environment variable
    /// `HBASE_SCHEMA_WRITE` is `1`.
    ///
    /// # Errors
    /// Those of [`files`](Self::files), and the list of stale, missing and superfluous files.
    pub fn check(&self) -> Result<(), GenerateError> {
        cargo::rerun_if_env_changed(WRITE_VARIABLE);
        if env::var_os(WRITE_VARIABLE).is_some_and(|value| value == "1") {
            return self.write();
        }
        let files = self.files()?;
        let folder = self.folder()?;
        cargo::rerun_if_folder_changed(&folder);
        let diff = FolderDiff::of(&folder, &files)?;
        if diff.is_empty() {
            return Ok(());
        }
        Err(GenerateError::Stale {
            folder,
            stale: diff.stale,
            missing: diff.missing,
            superfluous: diff.superfluous,
        })
    }

    fn folder(&self) -> Result<PathBuf, GenerateError> {
        match &self.out {
            Some(folder) => Ok(folder.clone()),
            None => env::var_os("OUT_DIR")
                .map(PathBuf::from)
                .ok_or(GenerateError::NoFolder),
        }
    }
}

/// Leaves an unchanged file alone: a new modification time would rebuild its dependents.
fn write_changed(path: &Path, content: &str) -> Result<(), GenerateError> {
    if fs::read(path).is_ok_and(|found| found == content.as_bytes()) {
        return Ok(());
    }
    fs::write(path, content).map_err(|error| GenerateError::io(path, error))
}
