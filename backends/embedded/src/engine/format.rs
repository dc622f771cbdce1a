//! The store's own format: a small file that says which one, beside the engine's directory.
//!
//! `DIR/FORMAT` holds one line, `hbase-schema-embedded N`; `DIR/data` belongs to the engine.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use hbase_model::{Error, Result};

/// The file that names the format.
const FILE: &str = "FORMAT";

/// The engine's directory.
pub(super) const DATA: &str = "data";

/// The format that this version writes, and the newest that it reads.
const KNOWN: u32 = 1;

const PREFIX: &str = "hbase-schema-embedded ";

/// Makes sure that the store in `dir` is of a known format; makes a new one where there is none.
pub(super) fn check(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).map_err(|error| failed(dir, "creating", error))?;
    let path = dir.join(FILE);
    match fs::read_to_string(&path) {
        Ok(text) => check_text(dir, &path, &text),
        Err(error) if error.kind() == ErrorKind::NotFound => create(dir, &path),
        Err(error) => Err(failed(&path, "reading", error)),
    }
}

fn check_text(dir: &Path, path: &Path, text: &str) -> Result<()> {
    let number = text.trim_end().strip_prefix(PREFIX);
    let Some(found) = number.and_then(|number| number.parse().ok()) else {
        return Err(Error::Corrupt {
            what: format!("{}: it should hold `{PREFIX}{KNOWN}`", path.display()),
        });
    };
    if found > KNOWN {
        return Err(Error::NewerFormat {
            path: dir.display().to_string(),
            found,
            known: KNOWN,
        });
    }
    Ok(())
}

/// A directory that holds something else is left alone: it may be somebody's documents.
fn create(dir: &Path, path: &Path) -> Result<()> {
    let mut others = fs::read_dir(dir).map_err(|error| failed(dir, "reading", error))?;
    let temporary = dir.join("FORMAT.new");
    let foreign = others.any(|entry| entry.is_ok_and(|entry| entry.path() != temporary));
    if foreign {
        return Err(Error::Corrupt {
            what: format!(
                "{}: the file is missing, and the directory is not empty: use another directory",
                path.display()
            ),
        });
    }
    write(&temporary).map_err(|error| failed(&temporary, "writing", error))?;
    fs::rename(&temporary, path).map_err(|error| failed(path, "writing", error))?;
    sync_dir(dir).map_err(|error| failed(dir, "writing", error))
}

fn write(path: &Path) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    writeln!(file, "{PREFIX}{KNOWN}")?;
    file.sync_all()
}

#[cfg(unix)]
fn sync_dir(dir: &Path) -> std::io::Result<()> {
    File::open(dir)?.sync_all()
}

#[cfg(not(unix))]
fn sync_dir(_dir: &Path) -> std::io::Result<()> {
    Ok(())
}

fn failed(path: &Path, doing: &str, error: std::io::Error) -> Error {
    if error.kind() == ErrorKind::StorageFull {
        return Error::DiskFull {
            path: path.display().to_string(),
        };
    }
    Error::io(format!("{doing} {}", path.display()), error)
}
