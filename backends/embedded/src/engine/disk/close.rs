//! Closing a store. What is left to write takes longer than a thread of the runtime may wait, so
//! that it is done by a thread of its own; who opens the directory meanwhile waits for it.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Database, Keyspace, PersistMode};
use hbase_model::{Error, Result};

use super::log;
use super::source::Keyspaces;

/// How long the drop of a store waits for it to be closed.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long opening a store waits until it is closed.
const OPEN_PATIENCE: Duration = Duration::from_secs(30);

/// How long the files may take that are written when a store is closed. What is not written then
/// stays in the log.
const FLUSH_PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait between two looks at the engine's state.
const NAP: Duration = Duration::from_millis(1);

/// Directories of this process that are being closed.
static CLOSING: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
static CLOSED: Condvar = Condvar::new();

fn closing() -> MutexGuard<'static, Option<HashSet<PathBuf>>> {
    CLOSING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until nobody of this process is closing the store in `dir`.
///
/// # Errors
/// [`Error::Locked`] where that takes more than half a minute.
pub(super) fn wait(dir: &Path) -> Result<()> {
    if wait_for(&key(dir), OPEN_PATIENCE) {
        return Ok(());
    }
    Err(Error::Locked {
        path: dir.display().to_string(),
    })
}

/// What tells when a store is closed; a store in memory is closed at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closing(Option<PathBuf>);

impl Closing {
    /// For the store in `dir`. It is made once, when the store is opened: a name that leads
    /// elsewhere later must not keep what [`announce`](Self::announce) has noted.
    pub(super) fn of(dir: &Path) -> Self {
        Self(Some(key(dir)))
    }

    /// Notes that the store will be closed as soon as those who are at work in it are done.
    pub(crate) fn announce(&self) {
        if let Some(key) = &self.0 {
            closing().get_or_insert_default().insert(key.clone());
        }
    }

    /// Waits for the end of a close that is under way; `false` where it takes longer.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        self.0.as_deref().is_none_or(|key| wait_for(key, patience))
    }

    /// Runs `close` on a thread of its own, and waits for it for a moment.
    pub(super) fn run(&self, close: impl FnOnce() + Send + 'static) {
        self.announce();
        let done = Done(self.clone());
        let thread = std::thread::Builder::new().name("hbase-close".into());
        let spawned = thread.spawn(move || {
            let _done = done;
            close();
        });
        // Without a thread, `close` and the note are dropped, which closes the store all the same.
        if spawned.is_ok() {
            self.wait(PATIENCE);
        }
    }
}

fn wait_for(key: &Path, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    let mut all = closing();
    while all.as_ref().is_some_and(|all| all.contains(key)) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        let waited = CLOSED.wait_timeout(all, left);
        all = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    true
}

/// A directory has several names.
fn key(dir: &Path) -> PathBuf {
    dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf())
}

/// Notes the end of a close, also of one that fails.
struct Done(Closing);

impl Drop for Done {
    fn drop(&mut self) {
        if let (Some(all), Some(key)) = (closing().as_mut(), &self.0.0) {
            all.remove(key);
        }
        CLOSED.notify_all();
    }
}

/// What a store is made of.
pub(super) struct Parts<'a> {
    pub(super) database: &'a Database,
    pub(super) keyspaces: Arc<Keyspaces>,
    /// The engine's directory.
    pub(super) data: PathBuf,
}

/// Writes what is in memory to files, so that the next open has no log to read. Nobody else may
/// write any more.
pub(super) fn write_all(parts: &Parts<'_>) {
    let until = Instant::now() + FLUSH_PATIENCE;
    let rotated = parts
        .keyspaces
        .values()
        .all(|keyspace| keyspace.rotate_memtable().is_ok());
    if rotated && parts.wait_for_files(until) {
        // Where the log stays, the next open reads it.
        let _ = parts.empty_log();
    }
}

impl Parts<'_> {
    /// Whether everything is in files before `until`. An engine that failed writes no more of them.
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

    use hbase_model::Deadline;

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
