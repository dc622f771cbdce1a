//! Opening and closing a store.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hbase_backend::{Deadline, Error, Result};

use super::Embedded;
use crate::engine::{Memory, ReopeningDisk};
use crate::options::Options;
use crate::pool::join;
use crate::upkeep::shared;

/// Maximum wait for a locked directory, and the pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(1);
const NAP: Duration = Duration::from_millis(5);

impl Embedded {
    /// Creates an empty store in memory, which is dropped with its last clone.
    ///
    /// While a scan is open, its snapshot retains overwritten and deleted cells in memory: close scans that are
    /// not read to their end ([`Options::snapshot_bytes`] bounds this only for a store in a directory).
    ///
    /// # Errors
    /// None at present.
    pub fn memory() -> Result<Self> {
        Self::memory_with(Options::default())
    }

    /// Creates an empty store in memory with options, such as its own clock.
    ///
    /// # Errors
    /// None at present.
    pub fn memory_with(options: Options) -> Result<Self> {
        shared(Box::new(Memory::default()), options).map(Self::of)
    }

    /// Opens the store in a directory, or creates one if the directory is empty or missing, or an
    /// earlier creation was interrupted. The process holds the directory's lock until the last
    /// clone and the last scan are dropped.
    ///
    /// # Errors
    /// [`Error::Locked`] if another process has it open, [`Error::LockedHere`] if this process has,
    /// [`Error::NewerFormat`] if a newer version wrote it, [`Error::Corrupt`] with the damaged file,
    /// [`Error::DiskFull`], and [`Error::Io`].
    pub async fn open(dir: impl Into<PathBuf>, options: Options) -> Result<Self> {
        let dir = dir.into();
        let opened = tokio::task::spawn_blocking(move || {
            let disk = open_disk(&dir, &options)?;
            shared(Box::new(disk), options)
        });
        join(opened.await)?.map(Self::of)
    }

    /// Closes the store: flushes it, so that the next open is fast. The store is closed when the
    /// last clone and the last scan are dropped; this call waits for that only if it drops the last
    /// one. Dropping a store does the same, but waits only briefly: [`open`](Self::open) waits for
    /// a store that this process is closing.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`]; the store is closed nevertheless.
    pub async fn close(self, deadline: Deadline) -> Result<()> {
        let closed = tokio::task::spawn_blocking(move || {
            let Self { users, store, .. } = self;
            let closing = store.engine().closing();
            drop(users);
            drop(store);
            closing.wait(deadline.remaining())
        });
        if join(closed.await)? {
            return Ok(());
        }
        Err(Error::DeadlineExceeded {
            doing: "closing a store",
        })
    }
}

/// Opens a directory. The read-ahead of a scan that was just dropped may keep it open for a moment.
fn open_disk(dir: &Path, options: &Options) -> Result<ReopeningDisk> {
    let patience = Deadline::after(PATIENCE);
    loop {
        match ReopeningDisk::open(dir, options) {
            Err(Error::Locked { .. }) if !patience.is_over() => std::thread::sleep(NAP),
            Err(Error::Locked { path }) if ReopeningDisk::is_open_here(dir) => {
                return Err(Error::LockedHere { path });
            }
            opened => return opened,
        }
    }
}
