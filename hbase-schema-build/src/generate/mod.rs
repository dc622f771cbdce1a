//! Files from sources, for build scripts.

mod cargo;
mod error;
mod files;
mod folder;

use std::path::{Path, PathBuf};
use std::{env, fs};

pub use error::GenerateError;
pub use files::GeneratedFile;

use crate::read::read_files;
use crate::text::KeyAs;
use files::Texts;
use folder::State;

/// The variable that makes [`Generate::check`] write.
pub const WRITE_VARIABLE: &str = "HBASE_SCHEMA_WRITE";

/// Writes what sources say of tables into a folder, or checks that it stands there.
///
/// There is one script for `HBase`'s shell a table, `NAMESPACE.NAME.rb`, with its splits beside it where
/// there are many; one `schema.json` with all tables; one page `schema.md`; and, where they are asked
/// for, statements for Hive and Phoenix. In the folder, every `.rb` and `.sql` with the mark of a
/// generated file belongs to the generator, and every `.splits` beside such an `.rb`; besides, the
/// names `schema.json` and `schema.md` do.
///
/// In a build script that keeps a checked-in folder fresh:
///
/// ```no_run
/// fn main() -> Result<(), hbase_schema_build::GenerateError> {
///     hbase_schema_build::Generate::new().out("schema").check()
/// }
/// ```
///
/// The build then ends with the list of stale files; `HBASE_SCHEMA_WRITE=1 cargo build` writes them.
/// Without `out`, files go into the build's own `OUT_DIR`.
#[derive(Clone, Debug)]
pub struct Generate {
    source: PathBuf,
    out: Option<PathBuf>,
    texts: Texts,
}

impl Default for Generate {
    fn default() -> Self {
        Self::new()
    }
}

impl Generate {
    /// From the crate whose build script runs, or the current folder.
    pub fn new() -> Self {
        let crate_folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| ".".into());
        Self {
            source: crate_folder.into(),
            out: None,
            texts: Texts::default(),
        }
    }

    /// From this file or crate instead.
    #[must_use]
    pub fn source(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = path.into();
        self
    }

    /// Into this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Also a statement for Hive a table: `NAMESPACE.NAME.hive.sql`.
    #[must_use]
    pub fn hive(mut self, key: KeyAs) -> Self {
        self.texts.hive = Some(key);
        self
    }

    /// Also a statement for Phoenix a table: `NAMESPACE.NAME.phoenix.sql`.
    #[must_use]
    pub fn phoenix(mut self, key: KeyAs) -> Self {
        self.texts.phoenix = Some(key);
        self
    }

    /// The files, without writing any.
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
        files::of(&reading?.tables, self.texts)
    }

    /// Writes the files whose content changed, and removes what no table has any more.
    ///
    /// # Errors
    /// As [`files`](Self::files); and where the folder cannot be written.
    pub fn write(&self) -> Result<(), GenerateError> {
        let files = self.files()?;
        let folder = self.folder()?;
        fs::create_dir_all(&folder).map_err(|e| GenerateError::io(&folder, e))?;
        for file in &files {
            write_changed(&folder.join(&file.name), &file.content)?;
        }
        for name in State::of(&folder, &files)?.superfluous {
            let path = folder.join(name);
            fs::remove_file(&path).map_err(|e| GenerateError::io(&path, e))?;
        }
        Ok(())
    }

    /// Checks that the folder holds exactly these files; writes them where the environment says
    /// `HBASE_SCHEMA_WRITE=1`.
    ///
    /// # Errors
    /// As [`files`](Self::files); and the list of files that are stale, missing or superfluous.
    pub fn check(&self) -> Result<(), GenerateError> {
        cargo::rerun_if_env_changed(WRITE_VARIABLE);
        if env::var_os(WRITE_VARIABLE).is_some_and(|value| value == "1") {
            return self.write();
        }
        let files = self.files()?;
        let folder = self.folder()?;
        cargo::rerun_if_folder_changed(&folder);
        let state = State::of(&folder, &files)?;
        if state.is_fresh() {
            return Ok(());
        }
        Err(GenerateError::Stale {
            folder,
            stale: state.stale,
            missing: state.missing,
            superfluous: state.superfluous,
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

/// What is there already keeps its time, so that nothing is built again.
fn write_changed(path: &Path, content: &str) -> Result<(), GenerateError> {
    if fs::read(path).is_ok_and(|found| found == content.as_bytes()) {
        return Ok(());
    }
    fs::write(path, content).map_err(|error| GenerateError::io(path, error))
}
