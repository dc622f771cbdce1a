//! Closes a store. A separate thread flushes, because that takes longer than a runtime's thread may block;
//! opening the directory waits for it.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Database, Keyspace, PersistMode};
use hbase_backend::{Error, Result};
use parking_lot::{Condvar, Mutex};

use super::log;
use super::snapshot::Keyspaces;

/// Maximum wait for the close when a store is dropped.
const PATIENCE: Duration = Duration::from_millis(50);

/// Maximum wait for an earlier close when a store is opened.
const OPEN_PATIENCE: Duration = Duration::from_secs(30);

/// Timeout of the flushes on close. Writes that are not flushed by then stay in the log.
const FLUSH_PATIENCE: Duration = Duration::from_secs(20);

/// Interval at which the engine's state is polled.
const NAP: Duration = Duration::from_millis(1);

/// Directories of this process that are being closed.
static CLOSING: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
static CLOSED: Condvar = Condvar::new();

/// Waits until the store in `dir` is not being closed by this process.
///
/// # Errors
/// [`Error::Locked`] after half a minute.
pub(super) fn wait(dir: &Path) -> Result<()> {
    if wait_for(&key(dir), OPEN_PATIENCE) {
        return Ok(());
    }
    Err(Error::Locked {
        path: dir.display().to_string(),
    })
}

/// Reports when a store is closed; a store in memory is closed at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closing(Option<PathBuf>);

impl Closing {
    /// The state of the store in `dir`. Created once, when the store is opened: the path may
    /// resolve to another directory later, and [`announce`](Self::announce) must be undone for the
    /// same directory.
    pub(super) fn of(dir: &Path) -> Self {
        Self(Some(key(dir)))
    }

    /// Records that the store will be closed once the running calls end.
    pub(crate) fn announce(&self) {
        if let Some(key) = &self.0 {
            CLOSING.lock().get_or_insert_default().insert(key.clone());
        }
    }

    /// Waits for a close in progress; `false` after `patience`.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        self.0.as_deref().is_none_or(|key| wait_for(key, patience))
    }

    /// Runs `close` on a separate thread, and waits for it up to [`PATIENCE`].
    pub(super) fn run(&self, close: impl FnOnce() + Send + 'static) {
        // Before the thread starts: an opening that comes first would find the directory locked.
        self.announce();
        let done = Done(self.clone());
        let thread = std::thread::Builder::new().name("hbase-close".into());
        let spawned = thread.spawn(move || {
            // Dropped last: `close` has released the directory by then.
            let _done = done;
            close();
        });
        // If no thread can be started, dropping `close` closes the store too.
        if spawned.is_ok() {
            self.wait(PATIENCE);
        }
    }
}

fn wait_for(key: &Path, patience: Duration) -> bool {
    let is_closing = |all: &mut Option<HashSet<PathBuf>>| {
        let all = all.as_ref();
        all.is_some_and(|all| all.contains(key))
    };
    let mut all = CLOSING.lock();
    CLOSED.wait_while_for(&mut all, is_closing, patience);
    !is_closing(&mut all)
}

/// The canonical path, since a directory has several paths.
pub(super) fn key(dir: &Path) -> PathBuf {
    dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf())
}

/// Records the end of a close, failed ones included.
struct Done(Closing);

impl Drop for Done {
    fn drop(&mut self) {
        if let (Some(all), Some(key)) = (CLOSING.lock().as_mut(), &self.0.0) {
            all.remove(key);
        }
        CLOSED.notify_all();
    }
}

/// The parts of a store that closing uses.
pub(super) struct ClosingParts<'a> {
    pub(super) database: &'a Database,
    pub(super) keyspaces: Arc<Keyspaces>,
    /// The engine's directory.
    pub(super) data: PathBuf,
}

/// Flushes all memtables, so that the next open has no log to replay. No writers may be left.
pub(super) fn write_all(parts: &ClosingParts<'_>) {
    let until = Instant::now() + FLUSH_PATIENCE;
    let rotated = parts
        .keyspaces
        .values()
        .all(|keyspace| keyspace.rotate_memtable().is_ok());
    if rotated && parts.wait_for_files(until) {
        // If the log stays, the next open replays it.
        let _ = parts.empty_log();
    }
}

impl ClosingParts<'_> {
    /// Whether everything is in files before `until`. A failed engine no longer flushes.
    fn wait_for_files(&self, until: Instant) -> bool {
        while self.database.persist(PersistMode::Buffer).is_ok() {
            if self.is_flushed() {
                return true;
            }
            if Instant::now() >= until {
                break;
            }
            std::thread::sleep(NAP);
        }
        false
    }

    fn is_flushed(&self) -> bool {
        let is_empty = |keyspace: &Arc<Keyspace>| {
            let tree = &keyspace.tree;
            tree.sealed_memtable_count() == 0 && tree.active_memtable().is_empty()
        };
        self.database.journal_count() == 1 && self.keyspaces.values().all(is_empty)
    }

    fn empty_log(&self) -> std::io::Result<()> {
        let logs = log::files(&self.data);
        let [path] = logs.as_slice() else {
            return Ok(());
        };
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(0)?;
        file.sync_all()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use hbase_backend::Deadline;

    use crate::Embedded;
    use crate::options::Options;

    #[tokio::test]
    async fn a_store_whose_name_is_gone_is_closed_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        std::fs::create_dir(&real).unwrap();
        symlink(&real, &link).unwrap();
        let store = Embedded::open(&link, Options::default()).await.unwrap();
        std::fs::remove_file(&link).unwrap();
        let soon = Deadline::after(std::time::Duration::from_secs(10));
        store.close(soon).await.unwrap();
        let opened = Embedded::open(&real, Options::default());
        let opened = tokio::time::timeout(soon.remaining(), opened).await;
        assert!(opened.is_ok_and(|store| store.is_ok()));
    }
}
