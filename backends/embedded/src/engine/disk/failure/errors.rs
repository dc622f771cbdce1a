//! Converts the engine's errors to errors of the model.

use std::io::ErrorKind;
use std::path::Path;

use fjall::Keyspace;
use hbase_backend::Error;

use super::damage;

/// The help for a store that is incomplete or damaged.
const HELP: &str =
    "copy the store again, whole and while it is closed, or restore it from a backup";

/// Converts an error from reading a keyspace of the store in `dir`; names the damaged file.
pub(in super::super) fn explain_read(
    dir: &Path,
    keyspace: &Keyspace,
    error: &fjall::Error,
) -> Error {
    explain_files(dir, keyspace, "reading", error)
}

/// Converts an error from `doing` something with a keyspace's files; names the damaged one.
pub(in super::super) fn explain_files(
    dir: &Path,
    keyspace: &Keyspace,
    doing: &str,
    error: &fjall::Error,
) -> Error {
    match explain(dir, doing, error) {
        Error::Corrupt { what } => {
            let path = damage::locate(keyspace).map_or_else(
                || keyspace.path().display().to_string(),
                |path| path.display().to_string(),
            );
            Error::Corrupt {
                what: format!("{path}: {what}"),
            }
        }
        other => other,
    }
}

/// Converts an error from `doing` something to the store in `dir`.
pub(in super::super) fn explain(dir: &Path, doing: &str, error: &fjall::Error) -> Error {
    match error {
        fjall::Error::Io(io) | fjall::Error::Storage(fjall::LsmError::Io(io)) => {
            explain_io(dir, doing, io)
        }
        fjall::Error::Locked => Error::Locked {
            path: dir.display().to_string(),
        },
        fjall::Error::InvalidVersion(Some(version)) => Error::Corrupt {
            what: format!("{}: engine format {version}", dir.display()),
        },
        fjall::Error::Storage(fjall::LsmError::Unrecoverable) => Error::Corrupt {
            what: format!(
                "{}: {doing}: a file of a keyspace is missing or damaged: {HELP}",
                dir.display()
            ),
        },
        fjall::Error::Poisoned => explain_poison(dir),
        other => damaged(dir, doing, other),
    }
}

/// Converts an error from opening the engine's files of the store in `dir`. The engine seeks from the end of a file:
/// if the file is too short, the position is invalid.
pub(in super::super) fn explain_opening(dir: &Path, error: &fjall::Error) -> Error {
    match error {
        fjall::Error::Io(io) | fjall::Error::Storage(fjall::LsmError::Io(io))
            if io.kind() == ErrorKind::InvalidInput =>
        {
            Error::Corrupt {
                what: format!(
                    "{}: opening the store: {io}: a file of a keyspace may be empty or cut: {HELP}",
                    dir.display()
                ),
            }
        }
        error => explain(dir, "opening the store", error),
    }
}

/// The error of a store in `dir` without `missing`.
pub(in super::super) fn incomplete(dir: &Path, missing: &Path) -> Error {
    Error::Corrupt {
        what: format!(
            "{}: expected {}, which is missing, cut or damaged: {HELP}",
            dir.display(),
            missing.display()
        ),
    }
}

fn explain_io(dir: &Path, doing: &str, io: &std::io::Error) -> Error {
    match io.kind() {
        kind if damage::is_full_error(kind) => Error::DiskFull {
            path: dir.display().to_string(),
        },
        _ if is_out_of_files(io) => Error::Unavailable {
            why: format!("{doing} in {}: {io}", dir.display()),
        },
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Error::Corrupt {
            what: format!("{}: {doing}: {io}: {HELP}", dir.display()),
        },
        kind => Error::io(
            format!("{doing} in {}", dir.display()),
            std::io::Error::new(kind, io.to_string()),
        ),
    }
}

/// Whether the process or the system has no file descriptors left.
#[cfg(unix)]
fn is_out_of_files(error: &std::io::Error) -> bool {
    use rustix::io::Errno;
    let limits = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
    error
        .raw_os_error()
        .is_some_and(|code| limits.contains(&code))
}

#[cfg(not(unix))]
fn is_out_of_files(_error: &std::io::Error) -> bool {
    false
}

/// The error of an engine that rejects writes because an earlier one failed. The store keeps the cause
/// ([`Failure`](super::Failure)).
fn explain_poison(dir: &Path) -> Error {
    Error::Unavailable {
        why: format!("an earlier write to {} failed", dir.display()),
    }
}

fn damaged(dir: &Path, doing: &str, error: &fjall::Error) -> Error {
    Error::Corrupt {
        what: format!(
            "{}: {doing}: the store is damaged ({error:?}): {HELP}",
            dir.display()
        ),
    }
}
