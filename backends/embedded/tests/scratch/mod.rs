//! Where a test's store lies.

use tempfile::TempDir;

/// A directory in memory where there is one: forcing to a disk takes most of a test's time, and
/// what a process leaves behind when it is killed is the same.
pub(crate) fn dir() -> TempDir {
    let dir = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    dir.expect("a directory")
}
