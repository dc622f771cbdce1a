//! Dropping entries while the engine merges files.
//!
//! The decision depends on the whole keyspace, memtables and all files included, not on the merged
//! files alone: an entry that supersedes another one may have been removed by a file that is not
//! merged. But to read a row of the keyspace takes a seek in each of its levels, or steps over all
//! rows between. The keyspace is therefore read only for an entry that the merged files alone would
//! drop. An entry that is superseded in other files stays until it is merged with them.
//!
//! The engine removes an entry by its sequence number, so that a concurrent write of the same key
//! is kept, and open snapshots continue to read the old files.
//!
//! The merged files replace the log's entries for good, those that they no longer hold included.
//! Before the first entry goes, the log that the decision depends on is therefore forced to disk,
//! and [`Dropped`] keeps the log from bringing the entry back.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, Weak};
use std::time::{Duration, Instant};

use fjall::compaction::filter::{CompactionFilter, Context, Factory, ItemAccessor, Verdict};
use fjall::{Database, Keyspace, PersistMode, Readable, Slice, Snapshot};
use hbase_model::Result;

use super::dropped::Dropped;
use super::source::Keyspaces;
use super::space::{Reserve, Watch};
use crate::engine::{Entry, KeyspaceId};
use crate::key;
use crate::work::Work;

/// Entries after which the age of the snapshot is checked.
const RENEW_AFTER: usize = 16_384;

/// The age at which the snapshot is renewed: an old one retains what is overwritten, and each may
/// cost that the log is forced to disk.
const RENEW_AGE: Duration = Duration::from_secs(1);

/// Entries that are skipped one by one before a seek.
const STEPS_BEFORE_SEEK: usize = 64;

/// Decides which entries of a keyspace are dropped by merges.
pub(crate) trait Judge: Send + Sync {
    /// Starts a merge.
    fn start(&self) -> Box<dyn Judging>;
}

/// Decides about the entries of one merge.
pub(crate) trait Judging: Send {
    /// Starts a row.
    fn start_row(&mut self);

    /// Whether an entry is dropped. Called for the row's entries in order, from the first on.
    ///
    /// # Errors
    /// [`Error::Corrupt`](hbase_model::Error::Corrupt) if the entry cannot be read.
    fn goes(&mut self, prefix: &[u8], key: &[u8], value: &[u8]) -> Result<bool>;

    /// Records the number of dropped entries.
    fn note_removed(&self, entries: u64);
}

/// A keyspace and its judge. A strong handle would keep the keyspace open for ever.
type Judged = (Weak<Keyspace>, Arc<dyn Judge>);

/// The judges of the keyspaces.
#[derive(Clone, Default)]
pub(super) struct Judges(Arc<RwLock<State>>);

#[derive(Default)]
struct State {
    judges: HashMap<KeyspaceId, Judged>,
    /// Set once the database is open: nothing is dropped before.
    durable: Option<Durable>,
}

/// What makes drops hold after a crash.
#[derive(Clone)]
pub(super) struct Durable {
    pub(super) database: Weak<Database>,
    pub(super) dropped: Arc<Dropped>,
}

impl Judges {
    fn state(&self) -> RwLockWriteGuard<'_, State> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what drops depend on.
    pub(super) fn attach(&self, durable: Durable) {
        self.state().durable = Some(durable);
    }

    /// Sets a keyspace's judge for later merges.
    pub(super) fn set(&self, id: KeyspaceId, keyspace: &Arc<Keyspace>, judge: Arc<dyn Judge>) {
        let judged = (Arc::downgrade(keyspace), judge);
        self.state().judges.insert(id, judged);
    }

    /// Makes the judges those of the same keyspaces of a database that was opened again.
    pub(super) fn rebind(&self, keyspaces: &Keyspaces) {
        for (id, (judged, _)) in &mut self.state().judges {
            *judged = keyspaces.get(id).map_or_else(Weak::new, Arc::downgrade);
        }
    }

    /// Removes a keyspace's judge: its merges drop nothing.
    pub(super) fn remove(&self, id: KeyspaceId) {
        self.state().judges.remove(&id);
    }

    /// The factory of the filters that the engine applies to merges.
    pub(super) fn factory(&self, id: KeyspaceId) -> Arc<dyn Factory> {
        Arc::new(Filters {
            id,
            judges: self.clone(),
        })
    }

    fn start(&self, id: KeyspaceId) -> Option<Filter> {
        let state = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (keyspace, judge) = state.judges.get(&id)?;
        Some(Filter {
            keyspace: keyspace.upgrade()?,
            merged: judge.start(),
            judging: judge.start(),
            durable: state.durable.clone()?,
            snapshot: None,
            is_noted: false,
            entries: None,
            head: None,
            read: 0,
            row: Vec::new(),
            is_row_read: false,
            last: None,
            removed: 0,
            is_off: false,
        })
    }
}

struct Filters {
    id: KeyspaceId,
    judges: Judges,
}

impl Factory for Filters {
    fn name(&self) -> &'static str {
        "hbase"
    }

    fn make_filter(&self, _: &Context) -> Box<dyn CompactionFilter> {
        let limits = LIMITS.take();
        Box::new(Merge {
            // The engine's own merges keep all: they must not hold the database when it is closed.
            filter: limits.as_ref().and_then(|_| self.judges.start(self.id)),
            limits: limits.map(|limits| (limits.work, Watch::new(limits.reserve))),
        })
    }
}

/// What ends a merge early, with an error.
#[derive(Clone)]
pub(super) struct Limits {
    /// `Interrupted` once it is over.
    pub(super) work: Work,
    /// `StorageFull` once the disk has less room than that.
    pub(super) reserve: Reserve,
}

thread_local! {
    /// The limits of the next merge of this thread.
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

/// Runs a merge on this thread within limits. The engine's own merges have none: an error on its
/// threads would close it.
pub(super) fn within<T>(limits: &Limits, merge: impl FnOnce() -> T) -> T {
    LIMITS.set(Some(limits.clone()));
    let done = merge();
    // A merge of nothing has created no filter.
    LIMITS.set(None);
    done
}

/// A merge in progress.
struct Merge {
    /// Decides about its entries; `None` keeps all.
    filter: Option<Filter>,
    /// What ends it early; `None` for the engine's own merges.
    limits: Option<(Work, Watch)>,
}

impl CompactionFilter for Merge {
    fn filter_item(&mut self, item: ItemAccessor<'_>, _: &Context) -> lsm_tree::Result<Verdict> {
        if let Some((work, watch)) = &mut self.limits {
            let is_over = |_| std::io::Error::from(std::io::ErrorKind::Interrupted);
            let bytes = item.key().len() + item.value()?.len();
            work.step_over(bytes).map_err(is_over)?;
            watch.step(bytes)?;
        }
        match &mut self.filter {
            Some(filter) => Ok(filter.verdict(item.key(), &item.value()?)),
            None => Ok(Verdict::Keep),
        }
    }

    fn finish(self: Box<Self>) {
        if let Some(filter) = self.filter {
            filter.judging.note_removed(filter.removed);
        }
    }
}

/// Decides about the entries of a merge of some of a keyspace's files.
struct Filter {
    keyspace: Arc<Keyspace>,
    /// Decides by the merged entries alone.
    merged: Box<dyn Judging>,
    /// Decides by all entries of the keyspace.
    judging: Box<dyn Judging>,
    durable: Durable,
    /// What the keyspace is read by.
    snapshot: Option<Taken>,
    /// Whether [`Dropped`] knows of this merge.
    is_noted: bool,
    entries: Option<fjall::Iter>,
    /// The keyspace's next entry.
    head: Option<Entry>,
    /// How many were read since the snapshot's age was checked.
    read: usize,
    /// The prefix of the merge's current row.
    row: Vec<u8>,
    /// Whether the keyspace was read from the start of this row.
    is_row_read: bool,
    /// The merge's last key, of which there may be older versions, and whether it goes.
    last: Option<(Slice, bool)>,
    removed: u64,
    /// Set once something cannot be read: then everything is kept. An error of a filter would
    /// close the engine.
    is_off: bool,
}

/// A snapshot of the keyspace.
struct Taken {
    snapshot: Snapshot,
    when: Instant,
    /// Whether the log is on disk as far as the snapshot goes.
    is_synced: bool,
}

impl Taken {
    fn is_old(&self) -> bool {
        self.when.elapsed() >= RENEW_AGE
    }
}

/// The keyspace cannot be read, or nothing can be written that a drop needs.
struct Unreadable;

impl Filter {
    fn advance(&mut self) -> Result<(), Unreadable> {
        self.read += 1;
        let next = self.entries.as_mut().and_then(Iterator::next);
        let next = next.map(fjall::Guard::into_inner).transpose();
        self.head = next.map_err(|_| Unreadable)?;
        Ok(())
    }

    fn start_row(&mut self, prefix: &[u8]) {
        self.row.clear();
        self.row.extend_from_slice(prefix);
        self.is_row_read = false;
        self.merged.start_row();
    }

    fn read_row(&mut self) -> Result<(), Unreadable> {
        if !self.step_to_row()? {
            self.seek_row()?;
        }
        // After the keyspace was read, so that a later alteration of the table is seen.
        self.judging.start_row();
        self.is_row_read = true;
        Ok(())
    }

    fn seek_row(&mut self) -> Result<(), Unreadable> {
        if self.snapshot.as_ref().is_none_or(Taken::is_old) {
            let database = self.durable.database.upgrade().ok_or(Unreadable)?;
            self.snapshot = Some(Taken {
                snapshot: database.snapshot(),
                when: Instant::now(),
                is_synced: false,
            });
        }
        let snapshot = self.snapshot.as_ref().ok_or(Unreadable)?;
        self.entries = Some(snapshot.snapshot.range(&self.keyspace, &*self.row..));
        self.read = 0;
        self.advance()
    }

    /// Advances to the current row; `false` if it is too far.
    fn step_to_row(&mut self) -> Result<bool, Unreadable> {
        if self.entries.is_none() {
            return Ok(false);
        }
        if self.read >= RENEW_AFTER {
            self.read = 0;
            if self.snapshot.as_ref().is_none_or(Taken::is_old) {
                return Ok(false);
            }
        }
        for _ in 0..STEPS_BEFORE_SEEK {
            if self.head.as_ref().is_none_or(|(key, _)| **key >= *self.row) {
                return Ok(true);
            }
            self.advance()?;
        }
        Ok(false)
    }

    fn goes(&mut self, key: &Slice, value: &[u8]) -> Result<bool, Unreadable> {
        if let Some((last, goes)) = &self.last
            && last == key
        {
            return Ok(*goes);
        }
        let len = key::row_len(key).ok_or(Unreadable)?;
        if key[..len] != *self.row {
            self.start_row(&key[..len]);
        }
        let may_go = self.merged.goes(&self.row, key, value);
        let goes = may_go.map_err(|_| Unreadable)? && self.goes_from_keyspace(key)?;
        self.last = Some((key.clone(), goes));
        Ok(goes)
    }

    /// Whether the entry goes, decided by all entries of the keyspace.
    fn goes_from_keyspace(&mut self, key: &Slice) -> Result<bool, Unreadable> {
        if !self.is_row_read {
            self.read_row()?;
        }
        // An entry that the keyspace does not have is removed already, which the engine sees.
        let mut goes = false;
        while let Some((there, value)) = self.head.take_if(|(there, _)| *there <= *key) {
            let judged = self.judging.goes(&self.row, &there, &value);
            goes = judged.map_err(|_| Unreadable)? && there == *key;
            self.advance()?;
        }
        Ok(goes)
    }

    /// Makes a drop hold after a crash.
    fn secure(&mut self) -> Result<(), Unreadable> {
        let taken = self.snapshot.as_mut().ok_or(Unreadable)?;
        if !taken.is_synced {
            let database = self.durable.database.upgrade().ok_or(Unreadable)?;
            let synced = database.persist(PersistMode::SyncAll);
            synced.map_err(|_| Unreadable)?;
            taken.is_synced = true;
        }
        if !self.is_noted {
            let noted = self.durable.dropped.note(&self.keyspace);
            noted.map_err(|_| Unreadable)?;
            self.is_noted = true;
        }
        Ok(())
    }

    fn decide(&mut self, key: &Slice, value: &[u8]) -> Result<bool, Unreadable> {
        let goes = self.goes(key, value)?;
        if goes {
            self.secure()?;
        }
        Ok(goes)
    }

    fn verdict(&mut self, key: &Slice, value: &[u8]) -> Verdict {
        if self.is_off {
            return Verdict::Keep;
        }
        match self.decide(key, value) {
            Ok(true) => {
                self.removed += 1;
                Verdict::Remove
            }
            Ok(false) => Verdict::Keep,
            Err(Unreadable) => {
                self.is_off = true;
                Verdict::Keep
            }
        }
    }
}
