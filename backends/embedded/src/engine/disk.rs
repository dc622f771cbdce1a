//! The engine on disk: fjall, a log-structured merge tree for each keyspace and one log for all.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use fjall::{AbstractTree, Database, Keyspace, KeyspaceCreateOptions, PersistMode};
use hbase_model::{Deadline, Error, Result};

use super::close::{self, Closing, Parts};
use super::disk_view::{DiskSource, DiskView};
use super::log::GivenUp;
use super::merge::{Judge, Judges};
use super::versions::{self, Versions};
use super::{Batch, Engine, Safety, Space, View, fault, flushed, format, log};
use crate::options::Options;

/// Sealed memtables from which a writer waits. The engine's own brake comes one later, waits
/// without a bound, and would wait for ever once a flush has failed.
const SEALED_LIMIT: usize = 3;

/// Runs of the first level from which a writer waits, for the same reason.
const RUN_LIMIT: usize = 24;

/// How long to wait between two looks at the engine's state.
const NAP: Duration = Duration::from_millis(2);

/// The smallest limit that the engine takes for its logs.
const LOG_BYTES: u64 = 64 << 20;

/// Bytes in memory that are flushed with others, so that no log is left.
const LITTLE: u64 = 1 << 20;

/// How many of the engine's sequence numbers are passed over when a store is opened. The engine goes
/// on behind the newest number in a keyspace, and forgets those that the drop of keyspaces took
/// behind it; a new keyspace with the id of a dropped one would be hidden by the old one's removal.
const SPARE_NUMBERS: u64 = 1 << 16;

/// The keyspaces at one moment. Views share the map, so that a keyspace that is dropped stays
/// readable by those who read it already.
pub(super) type Spaces = HashMap<Space, Arc<Keyspace>>;

/// The keyspaces of a batch.
type Touched = Vec<(Space, Arc<Keyspace>)>;

/// Keyspaces in a directory.
pub(crate) struct Disk {
    dir: Arc<Path>,
    database: Arc<Database>,
    spaces: RwLock<Arc<Spaces>>,
    /// Dropped keyspaces. The last handle deletes the files, so that it is not left to a reader.
    dropped: Mutex<Vec<Arc<Keyspace>>>,
    memtable_bytes: u64,
    given_up: Vec<GivenUp>,
    versions: Versions,
    judges: Judges,
    closing: Closing,
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
        close::wait(dir)?;
        format::check(dir)?;
        let data = dir.join(format::DATA);
        let flushed = flushed::read(dir);
        let given_up = log::check(&data, options.accept_damaged_log, flushed)?;
        let judges = Judges::default();
        let filters = {
            let judges = judges.clone();
            move |name: &str| name.parse().ok().map(|space| judges.factory(space))
        };
        let database = Database::builder(&data)
            .with_compaction_filter_factories(Arc::new(filters))
            .cache_size(options.cache_bytes)
            .max_journaling_size(LOG_BYTES)
            .open()
            .map_err(|error| fault::explain(dir, "opening the store", &error))?;
        let numbers = &database.supervisor.seqno;
        // No batch may get a number that is noted as flushed.
        numbers.fetch_max(flushed.max(numbers.get()) + SPARE_NUMBERS);
        let disk = Self {
            dir: dir.into(),
            database: Arc::new(database),
            spaces: RwLock::default(),
            dropped: Mutex::default(),
            memtable_bytes: options.memtable_bytes(),
            given_up,
            versions: Versions::default(),
            judges,
            closing: Closing::of(dir),
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

    fn all(&self) -> Arc<Spaces> {
        let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&spaces)
    }

    fn change(&self, change: impl FnOnce(&mut Spaces)) {
        let mut spaces = self.spaces.write().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut spaces));
    }

    fn dropped(&self) -> MutexGuard<'_, Vec<Arc<Keyspace>>> {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn parts(&self) -> Parts<'_> {
        Parts {
            database: &self.database,
            spaces: self.all(),
            data: self.dir.join(format::DATA),
        }
    }

    fn rotate(&self, keyspace: &Keyspace) -> Result<()> {
        keyspace
            .rotate_memtable()
            .map(drop)
            .map_err(|error| self.explain("flushing", &error))
    }

    /// Flushes the largest memtables where all together hold too much: many keyspaces may each
    /// hold a little.
    fn free_memory(&self) {
        let size = |keyspace: &Keyspace| keyspace.tree.active_memtable().size();
        let spaces = self.all();
        let mut sizes: Vec<_> = spaces.values().map(|space| (size(space), space)).collect();
        sizes.sort_unstable_by_key(|(size, _)| *size);
        let mut sum: u64 = sizes.iter().map(|(size, _)| size).sum();
        while sum > self.memtable_bytes * 2 {
            let Some((size, keyspace)) = sizes.pop() else {
                return;
            };
            sum -= size;
            // A failure shows with the next write.
            let _ = self.rotate(keyspace);
        }
    }

    /// Flushes the keyspaces that keep a full log from being dropped: those that are seldom
    /// written to do so for long.
    fn free_logs(&self) {
        if self.database.journal_count() < 2 || self.database.outstanding_flushes() > 0 {
            return;
        }
        for keyspace in self.all().values() {
            if keyspace.sealed_memtable_count() == 0 && !keyspace.tree.active_memtable().is_empty()
            {
                let _ = self.rotate(keyspace);
            }
        }
    }

    /// Deletes files that were merged into others.
    fn free_versions(&self) {
        let spaces = self.all();
        let all = spaces.values().map(Arc::as_ref);
        // The catalog, which has the smallest number, is the least written.
        if let Some((_, any)) = spaces.iter().min_by_key(|(space, _)| **space) {
            // A failure shows with the next write.
            let _ = self.versions.free(&self.database, all, any);
        }
    }

    fn changes(
        &self,
        batch: Batch,
        safety: Safety,
        deadline: Deadline,
    ) -> Result<(fjall::OwnedWriteBatch, Touched)> {
        let mode = match safety {
            Safety::Buffered => None,
            Safety::Logged => Some(PersistMode::Buffer),
            Safety::Forced => Some(PersistMode::SyncAll),
        };
        let mut writes =
            fjall::OwnedWriteBatch::with_capacity((*self.database).clone(), batch.len())
                .durability(mode);
        let spaces = self.all();
        let mut touched = Touched::new();
        for change in batch.changes {
            let known = touched.iter().position(|(space, _)| *space == change.space);
            let at = if let Some(at) = known {
                at
            } else {
                let keyspace = find(&spaces, change.space)?;
                self.wait_while(deadline, || is_behind(keyspace))?;
                touched.push((change.space, Arc::clone(keyspace)));
                touched.len() - 1
            };
            let keyspace = &touched[at].1;
            match change.value {
                Some(value) => writes.insert(keyspace, change.key, value),
                None => writes.remove(keyspace, change.key),
            }
        }
        Ok((writes, touched))
    }
}

pub(super) fn find(spaces: &Spaces, space: Space) -> Result<&Arc<Keyspace>> {
    spaces.get(&space).ok_or_else(|| Error::Closed {
        why: format!("keyspace {space} was dropped"),
    })
}

fn is_behind(keyspace: &Keyspace) -> bool {
    keyspace.sealed_memtable_count() >= SEALED_LIMIT || keyspace.tree.l0_run_count() >= RUN_LIMIT
}

impl Engine for Disk {
    fn create_space(&self, space: Space) -> Result<()> {
        let options = || KeyspaceCreateOptions::default().max_memtable_size(self.memtable_bytes);
        let keyspace = self
            .database
            .keyspace(&name(space), options)
            .map_err(|error| self.explain("creating a keyspace", &error))?;
        self.change(|spaces| drop(spaces.insert(space, Arc::new(keyspace))));
        Ok(())
    }

    fn drop_space(&self, space: Space) -> Result<()> {
        let mut found = None;
        self.change(|spaces| found = spaces.remove(&space));
        let Some(keyspace) = found else {
            return Ok(());
        };
        self.judges.remove(space);
        let handle = Keyspace::clone(&keyspace);
        self.dropped().push(keyspace);
        self.database
            .delete_keyspace(handle)
            .map_err(|error| self.explain("dropping a keyspace", &error))
    }

    fn spaces(&self) -> Vec<Space> {
        self.all().keys().copied().collect()
    }

    fn view(&self) -> Arc<dyn View> {
        let source = DiskSource {
            dir: Arc::clone(&self.dir),
            database: Arc::downgrade(&self.database),
            spaces: self.all(),
        };
        Arc::new(DiskView::new(Arc::new(source), self.database.snapshot()))
    }

    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        let (writes, touched) = self.changes(batch, safety, deadline)?;
        writes
            .commit()
            .map_err(|error| self.explain("writing the log", &error))?;
        // A store of an earlier version has its own, larger limit in each keyspace.
        for (_, keyspace) in touched {
            if keyspace.tree.active_memtable().size() > self.memtable_bytes {
                self.rotate(&keyspace)?;
            }
        }
        Ok(())
    }

    fn flush(&self, space: Space, deadline: Deadline) -> Result<()> {
        let spaces = self.all();
        let keyspace = find(&spaces, space)?;
        self.database
            .persist(PersistMode::SyncAll)
            .map_err(|error| self.explain("writing the log", &error))?;
        self.rotate(keyspace)?;
        self.wait_while(deadline, || keyspace.sealed_memtable_count() > 0)
    }

    fn settle(&self, deadline: Deadline) -> Result<()> {
        let spaces = self.all();
        let size = |keyspace: &Arc<Keyspace>| keyspace.tree.active_memtable().size();
        if spaces.values().map(size).sum::<u64>() > LITTLE {
            return Ok(());
        }
        for keyspace in spaces.values().filter(|keyspace| size(keyspace) > 0) {
            self.rotate(keyspace)?;
        }
        let is_waiting = |keyspace: &Arc<Keyspace>| keyspace.tree.sealed_memtable_count() > 0;
        self.wait_while(deadline, || spaces.values().any(is_waiting))?;
        let next = self.database.seqno();
        // Batches with a smaller number have taken effect once the log was locked after it.
        self.check_alive()?;
        let is_empty = |keyspace: &Arc<Keyspace>| size(keyspace) == 0 && !is_waiting(keyspace);
        if self.all().values().all(is_empty) {
            flushed::write(&self.dir, next)
                .map_err(|error| Error::io(format!("writing to {}", self.dir.display()), error))?;
        }
        Ok(())
    }

    fn compact(&self, space: Space) -> Result<()> {
        find(&self.all(), space)?
            .major_compact()
            .map_err(|error| self.explain("compacting", &error))
    }

    fn set_judge(&self, space: Space, judge: Option<Arc<dyn Judge>>) -> bool {
        match (self.all().get(&space), judge) {
            (Some(keyspace), Some(judge)) => self.judges.set(space, keyspace, judge),
            _ => self.judges.remove(space),
        }
        true
    }

    fn given_up(&self) -> &[GivenUp] {
        &self.given_up
    }

    fn tidy(&self) {
        let unread: Vec<_> = self
            .dropped()
            .extract_if(.., |keyspace| Arc::strong_count(keyspace) == 1)
            .collect();
        // Deletes files, outside the lock.
        drop(unread);
        self.free_memory();
        self.free_logs();
        self.free_versions();
    }

    fn is_untidy(&self) -> bool {
        let spaces = self.all();
        self.database.journal_count() > 1
            || !self.dropped().is_empty()
            || spaces.values().any(|space| versions::has_old(space))
    }

    fn sample(&self, space: Space, count: usize) -> Vec<Vec<u8>> {
        let spaces = self.all();
        let Some(keyspace) = spaces.get(&space) else {
            return Vec::new();
        };
        let version = keyspace.tree.current_version();
        let firsts = version.iter_tables().filter_map(|table| {
            let first = table.metadata.key_range.min();
            let len = crate::key::row_len(first)?;
            Some(first[..len].to_vec())
        });
        firsts.take(count).collect()
    }

    fn approximate_len(&self, space: Space) -> u64 {
        let spaces = self.all();
        let keyspace = spaces.get(&space);
        keyspace.map_or(0, |keyspace| keyspace.approximate_len() as u64)
    }

    fn closing(&self) -> Closing {
        self.closing.clone()
    }

    fn close(self: Box<Self>) {
        // What was acknowledged as buffered is with the system before the store's drop returns.
        let _ = self.database.persist(PersistMode::Buffer);
        let closing = self.closing.clone();
        closing.run(move || close::write_all(&self.parts()));
    }

    fn waits(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        format!("in {}", self.dir.display())
    }
}
