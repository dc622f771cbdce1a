//! Converts the engine's errors to errors of the model.

use std::io::ErrorKind;
use std::path::Path;

use fjall::Keyspace;
use hbase_model::Error;

use super::damage;

/// What to do with a store of which a part is missing.
const HELP: &str =
    "copy the store again, whole and while it is closed, or restore it from a backup";

/// Converts an error from reading a keyspace of the store in `dir`; names the damaged file.
pub(super) fn explain_read(dir: &Path, keyspace: &Keyspace, error: &fjall::Error) -> Error {
    explain_files(dir, keyspace, "reading", error)
}

/// Converts an error from `doing` something with a keyspace's files; names the damaged one.
pub(super) fn explain_files(
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
pub(super) fn explain(dir: &Path, doing: &str, error: &fjall::Error) -> Error {
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

/// The error of a store in `dir` without `missing`.
pub(super) fn incomplete(dir: &Path, missing: &Path) -> Error {
    Error::Corrupt {
        what: format!(
            "{}: expected {}, which is missing or cut: {HELP}",
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
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Error::Corrupt {
            what: format!("{}: {doing}: {io}", dir.display()),
        },
        kind => Error::io(
            format!("{doing} in {}", dir.display()),
            std::io::Error::new(kind, io.to_string()),
        ),
    }
}

/// The error of an engine that rejects writes since an earlier one failed, perhaps in the
/// background. Tests for the usual cause, a full disk.
fn explain_poison(dir: &Path) -> Error {
    if damage::is_full(dir) {
        return Error::DiskFull {
            path: dir.display().to_string(),
        };
    }
    Error::Closed {
        why: format!(
            "an earlier write to {} failed: open the store again",
            dir.display()
        ),
    }
}

fn damaged(dir: &Path, doing: &str, error: &fjall::Error) -> Error {
    Error::Corrupt {
        what: format!("{}: {doing}: {error:?}", dir.display()),
    }
}
