//! File locks, which end with the process that holds them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use hbase_backend::{Error, Result};

/// The engine's lock file; a process that uses the store locks it.
pub(super) const FILE: &str = "lock";

/// Holds the lock of the engine's directory `data`; `None` if the engine has not created it.
///
/// # Errors
/// [`Error::Locked`] if another process uses the store, [`Error::Io`].
pub(in super::super) fn engine(data: &Path) -> Result<Option<File>> {
    let path = data.join(FILE);
    match OpenOptions::new().read(true).write(true).open(&path) {
        Ok(file) => hold(file, data.parent().unwrap_or(data), &path).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&path, error)),
    }
}

/// Holds the lock of the file `path` of the store in `dir`; creates the file if it is missing.
///
/// # Errors
/// [`Error::Locked`] if another process holds it, [`Error::Io`].
pub(super) fn create(dir: &Path, path: &Path) -> Result<File> {
    let file = File::create(path).map_err(|error| failed(path, error))?;
    hold(file, dir, path)
}

fn hold(file: File, dir: &Path, path: &Path) -> Result<File> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Locked {
            path: dir.display().to_string(),
        }),
        Err(TryLockError::Error(error)) => Err(failed(path, error)),
    }
}

fn failed(path: &Path, error: std::io::Error) -> Error {
    super::format::failed(path, "locking", error)
}
