//! The engine on disk: fjall, a log-structured merge tree for each keyspace and one log for all.

use std::collections::HashMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use fjall::{
    AbstractTree, Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable, Snapshot,
};
use hbase_model::{Deadline, Error, Result};

use super::{Batch, Direction, Engine, Entries, Entry, Safety, Space, View, fault, format, log};
use crate::options::Options;

/// Sealed memtables from which a writer waits. The engine's own brake comes one later, waits
/// without a bound, and would wait for ever once a flush has failed.
const SEALED_LIMIT: usize = 3;

/// Runs of the first level from which a writer waits, for the same reason.
const RUN_LIMIT: usize = 24;

/// How long to wait between two looks at the engine's state.
const NAP: Duration = Duration::from_millis(2);

/// Keyspaces in a directory.
pub(crate) struct Disk {
    dir: PathBuf,
    database: Database,
    spaces: Arc<RwLock<HashMap<Space, Keyspace>>>,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk")
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}

fn name(space: Space) -> String {
    format!("{space}")
}

impl Disk {
    /// Opens the store in `dir`, and makes one where there is none.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::Corrupt`], [`Error::NewerFormat`], [`Error::DiskFull`] and
    /// [`Error::Io`], as their names say.
    pub(crate) fn open(dir: &Path, options: &Options) -> Result<Self> {
        format::check(dir)?;
        let data = dir.join(format::DATA);
        if !options.accept_damaged_log {
            log::check(&data)?;
        }
        let database = Database::builder(&data)
            .cache_size(options.cache_bytes)
            .open()
            .map_err(|error| fault::explain(dir, "opening the store", &error))?;
        let disk = Self {
            dir: dir.to_path_buf(),
            database,
            spaces: Arc::default(),
        };
        disk.open_spaces()?;
        Ok(disk)
    }

    fn open_spaces(&self) -> Result<()> {
        for name in self.database.list_keyspace_names() {
            let space: Space = name.parse().map_err(|_| Error::Corrupt {
                what: format!(
                    "{}: a keyspace named {name:?}, which is not of this format",
                    self.dir.display()
                ),
            })?;
            self.create_space(space)?;
        }
        Ok(())
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<Space, Keyspace>> {
        self.spaces.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<Space, Keyspace>> {
        self.spaces.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn space(&self, space: Space) -> Result<Keyspace> {
        find(&self.read(), space).cloned()
    }

    fn explain(&self, doing: &str, error: &fjall::Error) -> Error {
        fault::explain(&self.dir, doing, error)
    }

    /// Fails where an earlier write has failed.
    fn check_alive(&self) -> Result<()> {
        self.database
            .persist(PersistMode::Buffer)
            .map_err(|error| self.explain("writing the log", &error))
    }

    /// Waits while `busy` says so, until the deadline, or until the engine has failed.
    fn wait_while(&self, deadline: Deadline, busy: impl Fn() -> bool) -> Result<()> {
        while busy() {
            self.check_alive()?;
            if deadline.is_over() {
                return Err(Error::DeadlineExceeded {
                    doing: "waiting for files to be written",
                });
            }
            std::thread::sleep(NAP);
        }
        Ok(())
    }
}

fn find(spaces: &HashMap<Space, Keyspace>, space: Space) -> Result<&Keyspace> {
    spaces.get(&space).ok_or_else(|| Error::Closed {
        why: format!("keyspace {space} was dropped"),
    })
}

fn is_behind(keyspace: &Keyspace) -> bool {
    keyspace.sealed_memtable_count() >= SEALED_LIMIT || keyspace.tree.l0_run_count() >= RUN_LIMIT
}

impl Engine for Disk {
    fn create_space(&self, space: Space) -> Result<()> {
        let keyspace = self
            .database
            .keyspace(&name(space), KeyspaceCreateOptions::default)
            .map_err(|error| self.explain("creating a keyspace", &error))?;
        self.write().insert(space, keyspace);
        Ok(())
    }

    fn drop_space(&self, space: Space) -> Result<()> {
        let Some(keyspace) = self.write().remove(&space) else {
            return Ok(());
        };
        self.database
            .delete_keyspace(keyspace)
            .map_err(|error| self.explain("dropping a keyspace", &error))
    }

    fn spaces(&self) -> Vec<Space> {
        self.read().keys().copied().collect()
    }

    fn view(&self) -> Arc<dyn View> {
        Arc::new(DiskView {
            dir: self.dir.clone(),
            snapshot: self.database.snapshot(),
            spaces: Arc::clone(&self.spaces),
        })
    }

    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        let mode = match safety {
            Safety::Buffered => None,
            Safety::Logged => Some(PersistMode::Buffer),
            Safety::Forced => Some(PersistMode::SyncAll),
        };
        let mut writes = fjall::OwnedWriteBatch::with_capacity(self.database.clone(), batch.len())
            .durability(mode);
        let mut last: Option<(Space, Keyspace)> = None;
        for change in batch.changes {
            let keyspace = match &last {
                Some((space, keyspace)) if *space == change.space => keyspace,
                _ => {
                    let keyspace = self.space(change.space)?;
                    self.wait_while(deadline, || is_behind(&keyspace))?;
                    &last.insert((change.space, keyspace)).1
                }
            };
            match change.value {
                Some(value) => writes.insert(keyspace, change.key, value),
                None => writes.remove(keyspace, change.key),
            }
        }
        writes
            .commit()
            .map_err(|error| self.explain("writing the log", &error))
    }

    fn flush(&self, space: Space, deadline: Deadline) -> Result<()> {
        let keyspace = self.space(space)?;
        self.database
            .persist(PersistMode::SyncAll)
            .map_err(|error| self.explain("writing the log", &error))?;
        keyspace
            .rotate_memtable()
            .map_err(|error| self.explain("flushing", &error))?;
        self.wait_while(deadline, || keyspace.sealed_memtable_count() > 0)
    }

    fn compact(&self, space: Space) -> Result<()> {
        self.space(space)?
            .major_compact()
            .map_err(|error| self.explain("compacting", &error))
    }

    fn waits(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        format!("in {}", self.dir.display())
    }
}

/// A snapshot of all keyspaces.
struct DiskView {
    dir: PathBuf,
    snapshot: Snapshot,
    spaces: Arc<RwLock<HashMap<Space, Keyspace>>>,
}

impl DiskView {
    fn space(&self, space: Space) -> Result<Keyspace> {
        let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
        find(&spaces, space).cloned()
    }
}

impl View for DiskView {
    fn range(
        &self,
        space: Space,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Entries> {
        let keyspace = self.space(space)?;
        // No key is smaller than a single 00: a whole keyspace needs no comparisons with bounds.
        let iter = if from <= [0].as_slice() && to.is_none() {
            self.snapshot.iter(&keyspace)
        } else {
            let end = to.map_or(Bound::Unbounded, Bound::Excluded);
            let range = (Bound::Included(from), end);
            self.snapshot.range::<&[u8], _>(&keyspace, range)
        };
        Ok(Entries::Disk(DiskEntries {
            dir: self.dir.clone(),
            keyspace,
            iter,
            direction,
        }))
    }
}

/// A range of fjall's, with its errors explained.
pub(crate) struct DiskEntries {
    dir: PathBuf,
    keyspace: Keyspace,
    iter: fjall::Iter,
    direction: Direction,
}

impl DiskEntries {
    /// Puts the next entry in the place of `head`, `None` at the end.
    #[inline]
    pub(super) fn read(&mut self, head: &mut Option<Entry>) -> Result<()> {
        let entry = match self.direction {
            Direction::Forward => self.iter.next(),
            Direction::Backward => self.iter.next_back(),
        };
        *head = match entry {
            None => None,
            Some(entry) => match entry.into_inner() {
                Ok(entry) => Some(entry),
                Err(error) => return Err(fault::explain_read(&self.dir, &self.keyspace, &error)),
            },
        };
        Ok(())
    }
}
