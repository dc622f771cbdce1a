//! Entries that go while the engine merges files.
//!
//! What goes is decided on the keyspace as it is, memtables and all other files included, and not on
//! the files that are merged: an entry of these may be removed in others. The keyspace is read
//! along with the merge. The engine removes an entry with the number it has, so that whoever writes
//! the same key meanwhile loses nothing, and a snapshot goes on reading the files it knows.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use fjall::compaction::filter::{CompactionFilter, Context, Factory, ItemAccessor, Verdict};
use fjall::{Keyspace, Slice};
use hbase_model::Result;

use crate::engine::{Entry, KeyspaceId};
use crate::key;
use crate::work::Work;

/// Entries after which the keyspace is read anew: an old snapshot keeps what is replaced.
const RENEW_AFTER: usize = 16_384;

/// How many entries are passed over one by one before the engine is asked to seek.
const STEPS_BEFORE_SEEK: usize = 64;

/// Says which entries of a keyspace go.
pub(crate) trait Judge: Send + Sync {
    /// Begins with a merge.
    fn start(&self) -> Box<dyn Judging>;
}

/// Judges the entries of a merge.
pub(crate) trait Judging: Send {
    /// Begins with a row.
    fn start_row(&mut self);

    /// Whether an entry goes. It is asked of the row's entries in their order, from the first on.
    ///
    /// # Errors
    /// [`Error::Corrupt`](hbase_model::Error::Corrupt) where the entry cannot be read.
    fn goes(&mut self, prefix: &[u8], key: &[u8], value: &[u8]) -> Result<bool>;

    /// Notes how many went.
    fn note_removed(&self, entries: u64);
}

/// A keyspace and who judges it. A strong handle would keep the keyspace open for ever.
type Judged = (Weak<Keyspace>, Arc<dyn Judge>);

/// Who judges which keyspace.
#[derive(Clone, Default)]
pub(super) struct Judges(Arc<RwLock<HashMap<KeyspaceId, Judged>>>);

impl Judges {
    /// Sets who judges the entries of a keyspace in merges that begin from now on.
    pub(super) fn set(&self, id: KeyspaceId, keyspace: &Arc<Keyspace>, judge: Arc<dyn Judge>) {
        let mut judges = self.0.write().unwrap_or_else(PoisonError::into_inner);
        judges.insert(id, (Arc::downgrade(keyspace), judge));
    }

    /// Lets all entries of a keyspace be.
    pub(super) fn remove(&self, id: KeyspaceId) {
        let mut judges = self.0.write().unwrap_or_else(PoisonError::into_inner);
        judges.remove(&id);
    }

    /// What the engine asks when it begins with a merge.
    pub(super) fn factory(&self, id: KeyspaceId) -> Arc<dyn Factory> {
        Arc::new(Filters {
            id,
            judges: self.clone(),
        })
    }

    fn start(&self, id: KeyspaceId) -> Option<Filter> {
        let judges = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (keyspace, judge) = judges.get(&id)?;
        Some(Filter {
            keyspace: keyspace.upgrade()?,
            judging: judge.start(),
            entries: None,
            head: None,
            read: 0,
            row: Vec::new(),
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
        Box::new(Merge {
            filter: self.judges.start(self.id),
            work: WORK.take(),
        })
    }
}

thread_local! {
    /// The work that the next merge of this thread belongs to.
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// Runs a merge on this thread, which ends with an error when `work` does. The engine's own merges
/// are let be: an error on its threads would close it.
pub(super) fn until<T>(work: &Work, merge: impl FnOnce() -> T) -> T {
    WORK.set(Some(work.clone()));
    let done = merge();
    // A merge of nothing has asked for no filter.
    WORK.set(None);
    done
}

/// A merge under way.
struct Merge {
    /// Who judges its entries; all are kept where nobody does.
    filter: Option<Filter>,
    /// What it belongs to, where it may be ended.
    work: Option<Work>,
}

impl CompactionFilter for Merge {
    fn filter_item(&mut self, item: ItemAccessor<'_>, _: &Context) -> lsm_tree::Result<Verdict> {
        if let Some(work) = &mut self.work {
            let is_over = |_| std::io::Error::from(std::io::ErrorKind::Interrupted);
            work.step().map_err(is_over)?;
        }
        Ok(self
            .filter
            .as_mut()
            .map_or(Verdict::Keep, |filter| filter.verdict(item.key())))
    }

    fn finish(self: Box<Self>) {
        if let Some(filter) = self.filter {
            filter.judging.note_removed(filter.removed);
        }
    }
}

/// Goes through a keyspace together with a merge of some of its files.
struct Filter {
    keyspace: Arc<Keyspace>,
    judging: Box<dyn Judging>,
    entries: Option<fjall::Iter>,
    /// The keyspace's next entry.
    head: Option<Entry>,
    /// How many were read since the keyspace was read anew.
    read: usize,
    /// The prefix of the merge's current row.
    row: Vec<u8>,
    /// The merge's last key, of which there may be older versions, and whether it goes.
    last: Option<(Slice, bool)>,
    removed: u64,
    /// Set once something cannot be read: then everything is kept. An error of a filter would
    /// close the engine.
    is_off: bool,
}

/// The keyspace cannot be read.
struct Unreadable;

impl Filter {
    fn advance(&mut self) -> Result<(), Unreadable> {
        self.read += 1;
        let next = self.entries.as_mut().and_then(Iterator::next);
        let next = next.map(fjall::Guard::into_inner).transpose();
        self.head = next.map_err(|_| Unreadable)?;
        Ok(())
    }

    fn start_row(&mut self, prefix: &[u8]) -> Result<(), Unreadable> {
        self.row.clear();
        self.row.extend_from_slice(prefix);
        if !self.step_to(prefix)? {
            self.entries = Some(self.keyspace.range(prefix..));
            self.read = 0;
            self.advance()?;
        }
        // After the keyspace was read, so that a later alteration of the table is seen.
        self.judging.start_row();
        Ok(())
    }

    /// Goes on to a row; `false` where it is too far.
    fn step_to(&mut self, prefix: &[u8]) -> Result<bool, Unreadable> {
        if self.entries.is_none() || self.read >= RENEW_AFTER {
            return Ok(false);
        }
        for _ in 0..STEPS_BEFORE_SEEK {
            if self.head.as_ref().is_none_or(|(key, _)| **key >= *prefix) {
                return Ok(true);
            }
            self.advance()?;
        }
        Ok(false)
    }

    fn goes(&mut self, key: &Slice) -> Result<bool, Unreadable> {
        if let Some((last, goes)) = &self.last
            && last == key
        {
            return Ok(*goes);
        }
        let len = key::row_len(key).ok_or(Unreadable)?;
        if key[..len] != *self.row {
            self.start_row(&key[..len])?;
        }
        // An entry that the keyspace does not have is removed already, which the engine sees.
        let mut goes = false;
        while let Some((there, value)) = self.head.take_if(|(there, _)| *there <= *key) {
            let judged = self.judging.goes(&self.row, &there, &value);
            goes = judged.map_err(|_| Unreadable)? && there == *key;
            self.advance()?;
        }
        self.last = Some((key.clone(), goes));
        Ok(goes)
    }

    fn verdict(&mut self, key: &Slice) -> Verdict {
        if self.is_off {
            return Verdict::Keep;
        }
        match self.goes(key) {
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
