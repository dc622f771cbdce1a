//! Marks a store's directory as open until the store is closed, even while its engine is closed to be opened
//! again.

use std::fs::File;
use std::path::Path;

use hbase_backend::Result;

use super::super::close::Closing;
use super::here::OpenHere;
use super::lock;

/// The file that a process locks while it has the store open. The engine has its own lock, which it holds while
/// it, or a scan, has files open.
const FILE: &str = "LOCK";

/// The marks of an open store.
pub(in super::super) struct HeldDirectory {
    pub(in super::super) closing: Closing,
    /// Dropped before the lock: once the lock is released, the directory may be opened again.
    _here: OpenHere,
    _lock: File,
}

impl HeldDirectory {
    /// Takes the directory `dir`.
    ///
    /// # Errors
    /// [`Error::Locked`](hbase_backend::Error::Locked) if another process has it,
    /// [`Error::Io`](hbase_backend::Error::Io).
    pub(super) fn take(dir: &Path) -> Result<Self> {
        let lock = lock::create(dir, &dir.join(FILE))?;
        Ok(Self {
            closing: Closing::of(dir),
            _here: OpenHere::of(dir),
            _lock: lock,
        })
    }
}
