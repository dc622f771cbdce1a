//! Creates the engine's directory completely or not at all.
//!
//! The engine cannot open a directory whose creation was interrupted. So it creates `DIR/data.new`, which is
//! renamed to `DIR/data` once all of it is on the disk. If a process ended before that, its directory contains
//! no data: the next open removes it, and starts over.
//!
//! Only one process at a time does so: it holds the lock of `DIR/CREATING`. The file is removed only once
//! `DIR/data` exists, so a process that holds the lock of a removed file has nothing left to create.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use hbase_backend::{Error, Result};

use super::super::failure::errors;
use super::super::log::{self, dropped, flushed};
use super::super::merge_filter::DropPolicies;
use super::{format, lock};
use crate::options::Options;

/// The name of the engine's directory until it is complete.
const NEW: &str = "data.new";

/// The file whose lock the creating process holds.
const LOCK: &str = "CREATING";

/// The engine's file with its own format, and the file's first bytes; a byte with the number follows.
const VERSION: &str = "version";
const MAGIC: &[u8] = b"FJL";

/// The first log that the engine creates, filled with zeros.
pub(super) const LOG: &str = "0.jnl";

/// Creates the engine's directory in `dir` if it does not exist.
///
/// # Errors
/// [`Error::Locked`] while another process creates it, [`Error::Corrupt`] if files of the engine may contain
/// data that it cannot open, [`Error::DiskFull`] and [`Error::Io`].
pub(super) fn ensure(dir: &Path, options: &Options) -> Result<()> {
    let data = dir.join(format::DATA);
    if is_complete(&data)? {
        return Ok(());
    }
    let path = dir.join(LOCK);
    let _turn = lock::create(dir, &path)?;
    // Another process may have created it before this one got the lock.
    if !is_complete(&data)? {
        create(dir, &data, options)?;
    }
    // If it cannot be removed, the empty file does no harm.
    let _ = fs::remove_file(&path);
    Ok(())
}

/// Whether the engine can open a directory: it writes its version once everything else exists, except
/// keyspaces, which it completes itself.
fn is_complete(data: &Path) -> Result<bool> {
    let path = data.join(VERSION);
    match fs::read(&path) {
        Ok(version) => Ok(version.starts_with(MAGIC) && version.len() > MAGIC.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(format::failed(&path, "reading", error)),
    }
}

fn create(dir: &Path, data: &Path, options: &Options) -> Result<()> {
    let new = dir.join(NEW);
    // Earlier versions created it under its own name.
    remove_unfinished(dir, data)?;
    remove_unfinished(dir, &new)?;
    // Files that the store writes next to the engine's directory once that exists.
    if [flushed::FILE, dropped::FILE].map(|file| dir.join(file).exists()) != [false; 2] {
        return Err(errors::incomplete(dir, data));
    }
    let database = super::open_database(&new, options, DropPolicies::default())
        .map_err(|error| errors::explain(dir, "creating the store", &error))?;
    drop(database);
    let moved = sync_dirs(&new)
        .and_then(|()| fs::rename(&new, data))
        .and_then(|()| format::sync_dir(dir));
    moved.map_err(|error| format::failed(data, "creating", error))
}

/// Makes the entries of a directory and of its sub-directories durable. The engine does so for the files.
fn sync_dirs(dir: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_dirs(&entry.path())?;
        }
    }
    format::sync_dir(dir)
}

/// Removes the engine's directory if its creation was interrupted.
fn remove_unfinished(dir: &Path, unfinished: &Path) -> Result<()> {
    let failed = |error| format::failed(unfinished, "removing", error);
    let is_dir = match fs::symlink_metadata(unfinished) {
        Ok(metadata) => metadata.is_dir(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    // A program with an earlier version, which may be creating it, holds only this lock.
    let _turn = lock::engine(unfinished)?;
    let found = if is_dir {
        find_data(unfinished).map_err(failed)?
    } else {
        Some(unfinished.to_path_buf())
    };
    match found {
        Some(path) => Err(may_hold_data(dir, unfinished, &path)),
        None => fs::remove_dir_all(unfinished).map_err(failed),
    }
}

fn may_hold_data(dir: &Path, unfinished: &Path, path: &Path) -> Error {
    Error::Corrupt {
        what: format!(
            "{unfinished}: expected a whole {dir}/{data}/{VERSION}, or what an interrupted creation \
             leaves, found {path}, which may hold data: restore {dir} from a backup, or use \
             another directory for a new store",
            unfinished = unfinished.display(),
            dir = dir.display(),
            data = format::DATA,
            path = path.display(),
        ),
    }
}

/// The first file in the engine's directory that differs from a newly created one.
pub(super) fn find_data(dir: &Path) -> std::io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let path = entry.path();
        let found = if entry.file_type()?.is_dir() {
            find_data(&path)?
        } else {
            (!is_without_data(&path)?).then_some(path)
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Whether one of the engine's files certainly contains no data. The list of a keyspace's files has the number
/// 0 until the keyspace gets its first file.
fn is_without_data(path: &Path) -> std::io::Result<bool> {
    match path.file_name().and_then(OsStr::to_str) {
        Some(LOG) => log::is_unused(path),
        Some(lock::FILE | VERSION | "v0" | "current") => Ok(true),
        // The engine writes a new file `current` under such a name first.
        Some(name) => Ok(name.starts_with(".tmp")),
        None => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    /// Waits while another thread creates the store.
    fn create_or_wait(dir: &Path) -> Result<()> {
        loop {
            match ensure(dir, &Options::default()) {
                Err(Error::Locked { .. }) => std::thread::yield_now(),
                done => return done,
            }
        }
    }

    #[test]
    fn a_directory_is_created_once_by_several_at_once() {
        for round in 0..30 {
            let dir = tempfile::tempdir().unwrap();
            if round % 2 == 0 {
                let unfinished = dir.path().join(format::DATA);
                fs::create_dir_all(unfinished.join("keyspaces")).unwrap();
                fs::write(unfinished.join(LOG), [0; 9]).unwrap();
            }
            let barrier = Barrier::new(4);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        barrier.wait();
                        create_or_wait(dir.path()).unwrap();
                        assert!(is_complete(&dir.path().join(format::DATA)).unwrap());
                    });
                }
            });
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        }
    }
}
