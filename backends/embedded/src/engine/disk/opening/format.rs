//! The store's format number, in a small file next to the engine's directory.
//!
//! `DIR/FORMAT` contains one line, `hbase-schema-embedded N`; `DIR/data` belongs to the engine.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_backend::{Error, Result};

/// The file with the format number.
const FILE: &str = "FORMAT";

/// The prefix of the file's name until it is complete.
const NEW: &str = "FORMAT.new";

/// The engine's directory.
pub(in super::super) const DATA: &str = "data";

/// The format that this version writes, and the newest that it reads.
const KNOWN: u32 = 1;

const PREFIX: &str = "hbase-schema-embedded ";

/// Checks that the store in `dir` has a known format; creates a store if the directory has none.
pub(in super::super) fn ensure(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).map_err(|error| failed(dir, "creating", error))?;
    let path = dir.join(FILE);
    match fs::read(&path) {
        Ok(text) => check_text(dir, &path, &text),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Another process may create it at the same time.
            let made = create(dir, &path);
            made.or_else(|error| match fs::read(&path) {
                Ok(text) => check_text(dir, &path, &text),
                Err(_) => Err(error),
            })
        }
        Err(error) => Err(failed(&path, "reading", error)),
    }
}

fn check_text(dir: &Path, path: &Path, text: &[u8]) -> Result<()> {
    let text = str::from_utf8(text).unwrap_or_default();
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

/// Creates a store. A directory with other content is rejected: it may contain a user's documents.
fn create(dir: &Path, path: &Path) -> Result<()> {
    let mut others = fs::read_dir(dir).map_err(|error| failed(dir, "reading", error))?;
    let is_foreign = |name: &OsStr| !name.as_encoded_bytes().starts_with(NEW.as_bytes());
    let foreign = others.any(|entry| entry.is_ok_and(|entry| is_foreign(&entry.file_name())));
    if foreign {
        return Err(Error::Corrupt {
            what: format!(
                "{}: found other files and no file {}, expected a store or an empty directory: use another one",
                dir.display(),
                path.file_name().unwrap_or_default().display()
            ),
        });
    }
    let temporary = temporary(dir);
    write(&temporary).map_err(|error| failed(&temporary, "writing", error))?;
    fs::rename(&temporary, path).map_err(|error| failed(path, "writing", error))?;
    sync_dir(dir).map_err(|error| failed(dir, "writing", error))
}

/// A name that no other process uses at the same time.
fn temporary(dir: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    dir.join(format!("{NEW}{}.{number}", std::process::id()))
}

fn write(path: &Path) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    writeln!(file, "{PREFIX}{KNOWN}")?;
    file.sync_all()
}

/// Makes renames in a directory durable.
#[cfg(unix)]
pub(in super::super) fn sync_dir(dir: &Path) -> std::io::Result<()> {
    File::open(dir)?.sync_all()
}

#[cfg(not(unix))]
pub(in super::super) fn sync_dir(_dir: &Path) -> std::io::Result<()> {
    Ok(())
}

pub(super) fn failed(path: &Path, doing: &str, error: std::io::Error) -> Error {
    if error.kind() == ErrorKind::StorageFull {
        return Error::DiskFull {
            path: path.display().to_string(),
        };
    }
    Error::io(format!("{doing} {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn a_new_directory_is_made_by_several_at_once() {
        for _ in 0..50 {
            let parent = tempfile::tempdir().unwrap();
            let dir = parent.path().join("store");
            let barrier = Barrier::new(4);
            let made = std::thread::scope(|scope| {
                let check = || {
                    barrier.wait();
                    ensure(&dir)
                };
                let all = [(); 4].map(|()| scope.spawn(check));
                all.map(|one| one.join().unwrap())
            });
            assert!(made.iter().all(Result::is_ok), "{made:?}");
            assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        }
    }
}
