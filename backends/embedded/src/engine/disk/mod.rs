//! The engine on disk: fjall, a log-structured merge tree for each keyspace and one log for all.

mod close;
mod commit;
mod complete;
mod contents;
mod creation;
mod damage;
mod dropped;
mod entries;
mod failure;
mod fault;
mod files;
mod flushed;
mod format;
mod held;
mod here;
mod lasting;
mod lock;
mod log;
mod merge;
mod merger;
mod moment;
mod opening;
mod snapshot;
mod source;
mod space;
#[cfg(test)]
mod testing;
mod versions;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fjall::config::FilterPolicy;
use fjall::{AbstractTree, Database, Keyspace, KeyspaceCreateOptions, PersistMode};
use hbase_model::{Deadline, Error, Result};

use self::close::Parts;
use self::dropped::Dropped;
use self::failure::Failure;
use self::held::Held;
use self::merge::Judges;
use self::merger::Merger;
use self::snapshot::DiskSnapshot;
use self::source::{Current, DiskSource, Keyspaces, Newest};
use self::versions::Versions;
use super::{Batch, Engine, KeyspaceId, ReadSnapshot, Safety};
use crate::work::Work;

pub(crate) use self::close::Closing;
pub(crate) use self::entries::DiskEntries;
pub(crate) use self::lasting::Lasting;
pub use self::log::GivenUp;
pub(crate) use self::merge::{Judge, Judging};

/// The maximum number of keyspaces. When the engine opens a store, it queues each keyspace that has
/// files in the first level before anything takes them from the queue, which holds a thousand
/// (`Database::recover` and `WorkerPool::prepare` of fjall 3.1): with more it would wait for ever.
#[cfg(not(test))]
const MOST_KEYSPACES: usize = 1000;
#[cfg(test)]
const MOST_KEYSPACES: usize = 40;

/// Keyspaces in a directory.
pub(crate) struct Disk {
    /// Ends before the database does, as it is dropped first.
    merger: Merger,
    /// Also dropped before the database: once that has ended, the directory may be opened again.
    held: Arc<Held>,
    dir: Arc<Path>,
    database: Arc<Database>,
    /// The source of snapshots, replaced whenever keyspaces are created or dropped.
    current: Current,
    newest: Newest,
    /// Dropped keyspaces. The last handle deletes the files, so that it is not left to a reader.
    dropped: Mutex<Vec<Arc<Keyspace>>>,
    /// What merges have dropped.
    dropped_numbers: Arc<Dropped>,
    memtable_bytes: u64,
    given_up: Vec<GivenUp>,
    missing: Vec<KeyspaceId>,
    versions: Versions,
    judges: Judges,
    failure: Failure,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk")
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}

impl Disk {
    /// Fails if a new keyspace would be one too many.
    fn check_count(&self, name: &str) -> Result<()> {
        let count = self.database.keyspace_count();
        if count < MOST_KEYSPACES || self.database.keyspace_exists(name) {
            return Ok(());
        }
        Err(Error::InvalidRequest {
            what: format!(
                "{} has {count} keyspaces, one for each family of a table and one for the catalog, \
                 and may have {MOST_KEYSPACES}: drop tables, use fewer families, or another \
                 directory",
                self.dir.display()
            ),
        })
    }

    /// Without bloom filters: every read is of a range, which cannot use one, and building one takes 8 bytes of memory
    /// for each key.
    fn keyspace_options(&self) -> KeyspaceCreateOptions {
        KeyspaceCreateOptions::default()
            .max_memtable_size(self.memtable_bytes)
            .filter_policy(FilterPolicy::disabled())
            .compaction_strategy(Arc::new(merger::of_engine()))
    }

    fn source(&self) -> Arc<DiskSource> {
        self.current.get()
    }

    fn all(&self) -> Arc<Keyspaces> {
        Arc::clone(&self.source().keyspaces)
    }

    fn dropped(&self) -> MutexGuard<'_, Vec<Arc<Keyspace>>> {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explain(&self, doing: &str, error: &fjall::Error) -> Error {
        self.failure.look(&self.dir, &self.database, error);
        match (error, self.failure.get()) {
            (fjall::Error::Poisoned, Some(failure)) => failure.clone(),
            _ => fault::explain(&self.dir, doing, error),
        }
    }

    fn parts(&self) -> Parts<'_> {
        Parts {
            database: &self.database,
            keyspaces: self.all(),
            data: self.dir.join(format::DATA),
        }
    }
}

impl Engine for Disk {
    fn create_keyspace(&self, id: KeyspaceId) -> Result<()> {
        let name = id.to_string();
        self.check_count(&name)?;
        let keyspace = self
            .database
            .keyspace(&name, || self.keyspace_options())
            .map_err(|error| self.explain("creating a keyspace", &error))?;
        self.current
            .change(|all| drop(all.insert(id, Arc::new(keyspace))));
        Ok(())
    }

    fn drop_keyspace(&self, id: KeyspaceId) -> Result<()> {
        let mut found = None;
        self.current.change(|all| found = all.remove(&id));
        let Some(keyspace) = found else {
            return Ok(());
        };
        self.judges.remove(id);
        self.merger.cancel(id);
        self.dropped_numbers.forget(&keyspace);
        let handle = Keyspace::clone(&keyspace);
        self.dropped().push(keyspace);
        self.database
            .delete_keyspace(handle)
            .map_err(|error| self.explain("dropping a keyspace", &error))
    }

    fn keyspaces(&self) -> Vec<KeyspaceId> {
        self.all().keys().copied().collect()
    }

    fn snapshot(&self) -> Arc<dyn ReadSnapshot> {
        let source = self.source();
        Arc::new(DiskSnapshot::of(source, self.newest.later()))
    }

    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        self.commit_batch(batch, safety, deadline)
    }

    fn flush(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        self.flush_keyspace(self.source().find(id)?, work)
    }

    fn settle(&self, work: &Work) -> Result<()> {
        self.flush_little(work)
    }

    fn compact(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        self.compact_keyspace(id, self.source().find(id)?, work)
    }

    fn set_judge(&self, id: KeyspaceId, judge: Option<Arc<dyn Judge>>) -> bool {
        match (self.all().get(&id), judge) {
            (Some(keyspace), Some(judge)) => self.judges.set(id, keyspace, judge),
            _ => self.judges.remove(id),
        }
        true
    }

    fn given_up(&self) -> &[GivenUp] {
        &self.given_up
    }

    fn missing(&self) -> &[KeyspaceId] {
        &self.missing
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
        self.merger.wake();
    }

    fn is_untidy(&self) -> bool {
        self.database.journal_count() > 1
            || !self.dropped().is_empty()
            || self
                .all()
                .values()
                .any(|keyspace| versions::has_old(keyspace))
    }

    fn sample(&self, id: KeyspaceId, count: usize) -> Vec<Vec<u8>> {
        let all = self.all();
        let Some(keyspace) = all.get(&id) else {
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

    fn approximate_len(&self, id: KeyspaceId) -> u64 {
        let all = self.all();
        let keyspace = all.get(&id);
        keyspace.map_or(0, |keyspace| keyspace.approximate_len() as u64)
    }

    fn check(&self) -> Result<()> {
        self.check_alive()
    }

    fn closing(&self) -> Closing {
        self.held.closing.clone()
    }

    fn close(self: Box<Self>) {
        self.merger.stop();
        // Buffered writes are with the operating system before the store's drop returns.
        let _ = self.database.persist(PersistMode::Buffer);
        let closing = self.held.closing.clone();
        closing.run(move || close::write_all(&self.parts()));
    }

    fn waits(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        format!("in {}", self.dir.display())
    }
}
