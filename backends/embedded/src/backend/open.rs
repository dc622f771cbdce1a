//! Opening and closing a store.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hbase_model::{Deadline, Error, Result};

use super::Embedded;
use crate::engine::{Disk, Memory};
use crate::options::Options;
use crate::pool::join;
use crate::upkeep::shared;

/// How long a directory may still be locked, and the pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(1);
const NAP: Duration = Duration::from_millis(5);

impl Embedded {
    /// An empty store in memory, which is gone with its last clone.
    ///
    /// An open scan reads a snapshot as long as it is open, and keeps in memory what is overwritten
    /// or deleted meanwhile: close scans that are not read to their end
    /// ([`Options::snapshot_bytes`] bounds this for a store in a directory only).
    ///
    /// # Errors
    /// None that is known of.
    pub fn memory() -> Result<Self> {
        Self::memory_with(Options::default())
    }

    /// An empty store in memory with options, for example its own clock.
    ///
    /// # Errors
    /// None that is known of.
    pub fn memory_with(options: Options) -> Result<Self> {
        shared(Box::new(Memory::default()), options).map(Self::of)
    }

    /// Opens the store in a directory, and makes one where the directory is empty or missing. It
    /// belongs to this process until the last clone, and the last scan, is dropped.
    ///
    /// # Errors
    /// [`Error::Locked`] where another process has it open, [`Error::NewerFormat`] where a newer
    /// version wrote it, [`Error::Corrupt`] with the file where it is damaged, [`Error::DiskFull`],
    /// and [`Error::Io`].
    pub async fn open(dir: impl Into<PathBuf>, options: Options) -> Result<Self> {
        let dir = dir.into();
        let opened = tokio::task::spawn_blocking(move || {
            let disk = open_disk(&dir, &options)?;
            shared(Box::new(disk), options)
        });
        join(opened.await)?.map(Self::of)
    }

    /// Closes the store: what is in memory is written to files, so that the next open is fast. It
    /// takes place once the last clone is gone, and the last scan; this call waits for it only
    /// where it is that one. The drop of a store does the same, and waits for a moment only:
    /// [`open`](Self::open) waits for a store that this process is closing.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`]; the store is closed all the same.
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

/// Opens a directory. A scan that was dropped a moment ago may still have it open: what was being
/// read ahead of it stops by itself.
fn open_disk(dir: &Path, options: &Options) -> Result<Disk> {
    let patience = Deadline::after(PATIENCE);
    loop {
        match Disk::open(dir, options) {
            Err(Error::Locked { .. }) if !patience.is_over() => std::thread::sleep(NAP),
            opened => return opened,
        }
    }
}
