//! The directories of tests' stores.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fs::{self, File};
use std::path::Path;

use tempfile::TempDir;

/// A directory in memory if the system has one: syncing to a disk would take most of a test's time, and a
/// killed process leaves the same files.
pub(crate) fn dir() -> TempDir {
    let dir = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    dir.expect("a directory")
}

/// Copies a store's directory as it is now, without its lock, as a kill would leave it. Files that end in zeros
/// keep their length and stay sparse.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let from = entry.expect("an entry").path();
        let to = to.join(from.file_name().expect("a name"));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            let mut bytes = fs::read(&from).expect("a file");
            let len = bytes.len() as u64;
            while bytes.ends_with(&[0; 4096]) {
                bytes.truncate(bytes.len() - 4096);
            }
            fs::write(&to, bytes).expect("a file");
            let file = File::options().write(true).open(&to).expect("a file");
            file.set_len(len).expect("a length");
        }
    }
}
