//! Why the engine rejects writes, and whether the cause has passed.
//!
//! Once a write has failed, the engine rejects all others (`PoisonSignal` of fjall 3.1). If it was one of the
//! engine's own background writes, the engine does not report the error. The store then writes trial files to
//! find the error.
//!
//! That error is logged and returned.

mod damage;
pub(super) mod errors;
mod reopen;

use std::fs::{self, File};
use std::io::{Error as IoError, ErrorKind, Result as IoResult, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fjall::{Database, LsmError, PersistMode};
use hbase_backend::Error;

use self::damage::is_full_error;

pub(crate) use self::reopen::ReopeningDisk;

/// The prefix of the trial files' names. If some remain, the next trial overwrites them.
const TRIAL: &str = "SPACE.try";

/// Files that a trial has open at a time: about as many as opening the engine's database needs.
const FILES: usize = 8;

/// Bytes written to each.
const BYTES: usize = 64 << 10;

/// The first failure after which the engine takes no writes.
#[derive(Default)]
pub(super) struct Failure(OnceLock<Error>);

impl Failure {
    /// The failure, if there is one.
    pub(super) fn get(&self) -> Option<&Error> {
        self.0.get()
    }

    /// Checks whether the engine of the store in `dir` has failed; if so, logs and keeps the cause.
    /// `seen` is the error of the call that noticed.
    pub(super) fn look(&self, dir: &Path, database: &Database, seen: &fjall::Error) {
        let checked = database.persist(PersistMode::Buffer);
        if matches!(checked, Err(fjall::Error::Poisoned)) {
            self.0.get_or_init(|| noted(dir, seen));
        }
    }
}

fn noted(dir: &Path, seen: &fjall::Error) -> Error {
    let cause = match seen {
        fjall::Error::Io(io) | fjall::Error::Storage(LsmError::Io(io)) => {
            (is_full_error(io.kind()), io.to_string())
        }
        fjall::Error::Poisoned => match try_files(dir) {
            Err(io) => (is_full_error(io.kind()), io.to_string()),
            Ok(()) => (false, UNKNOWN.to_owned()),
        },
        other => (false, format!("{other:?}")),
    };
    let error = match cause {
        (true, _) => Error::DiskFull {
            path: dir.display().to_string(),
        },
        (false, cause) => Error::Unavailable {
            why: format!(
                "a write to {} failed: {cause}: the store opens its files again by itself once it can",
                dir.display()
            ),
        },
    };
    tracing::error!(store = %dir.display(), %error, "the embedded store takes no writes");
    error
}

/// The cause of a background failure that passed before it was noticed.
const UNKNOWN: &str =
    "in the background, for a cause that has passed (the engine logs it by the crate `log`)";

/// Writes some files in `dir` at the same time.
///
/// # Errors
/// The error with which writes to the store fail.
fn try_files(dir: &Path) -> IoResult<()> {
    let paths: Vec<PathBuf> = (0..FILES)
        .map(|number| dir.join(format!("{TRIAL}{number}")))
        .collect();
    let tried = write_files(&paths);
    for path in &paths {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return tried.and(Err(error)),
            _ => {}
        }
    }
    tried
}

fn write_files(paths: &[PathBuf]) -> Result<(), IoError> {
    let bytes = vec![1; BYTES];
    let mut open = Vec::new();
    for path in paths {
        let mut file = File::create(path)?;
        file.write_all(&bytes)?;
        open.push(file);
    }
    open.iter().try_for_each(File::sync_all)
}
