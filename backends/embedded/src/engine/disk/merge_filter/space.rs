//! Room on the disk for merges.

use std::path::Path;
use std::sync::Arc;

/// Bytes of a merge's input after which the free space is checked.
const LOOK_AFTER: usize = 1 << 20;

/// The space that merges leave free on the disk: the next flushes and the log need it, and a log that cannot be
/// written closes the engine.
#[derive(Clone)]
pub(in super::super) struct Reserve {
    pub(in super::super) dir: Arc<Path>,
    /// Bytes.
    pub(in super::super) bytes: u64,
}

/// Checks the reserve while a merge writes.
pub(super) struct SpaceWatch {
    reserve: Reserve,
    read: usize,
}

impl SpaceWatch {
    /// Checks the free space at the first entry.
    pub(super) fn new(reserve: Reserve) -> Self {
        let read = LOOK_AFTER;
        Self { reserve, read }
    }

    /// Counts bytes that are read, and about as many that are written.
    ///
    /// # Errors
    /// `StorageFull` once the reserve would be used.
    pub(super) fn step(&mut self, bytes: usize) -> std::io::Result<()> {
        self.read = self.read.saturating_add(bytes);
        if self.read < LOOK_AFTER {
            return Ok(());
        }
        self.read = 0;
        if free(&self.reserve.dir).is_some_and(|free| free < self.reserve.bytes) {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

/// Bytes that can still be written to the file system of `dir`; `None` if unknown.
#[cfg(unix)]
fn free(dir: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(dir).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_merge_ends_before_the_reserve_is_used() {
        let dir: Arc<Path> = std::env::temp_dir().into();
        for (bytes, is_ok) in [(0, true), (u64::MAX, false)] {
            let dir = Arc::clone(&dir);
            let mut watch = SpaceWatch::new(Reserve { dir, bytes });
            assert_eq!(watch.step(0).is_ok(), is_ok);
            assert!(watch.step(1).is_ok(), "it looks at every byte");
            assert_eq!(watch.step(LOOK_AFTER).is_ok(), is_ok);
        }
    }
}
