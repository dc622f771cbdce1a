//! Background compactions.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_model::{KeepDeletedCells, TableName};

use super::drop_policy::FamilyDropPolicy;
use super::family::{FamilyState, Reason, Shares};
use super::keep::CompactionKind;
use super::pass::Pass;
use super::{ANY_TIME, until_closed};
use crate::engine::KeyspaceId;
use crate::store::Store;
use crate::table::{Family, Table};

/// Delete markers younger than this are kept, so that later puts with older timestamps stay hidden
/// for a while, as in `HBase` between two major compactions.
const PURGE_AFTER_MS: i64 = 3_600_000;

/// Maximum time of one turn.
const TURN: Duration = Duration::from_millis(50);

/// Maximum wait of a step for locked rows.
const PATIENCE: Duration = Duration::from_secs(10);

/// Timeout of the flush before a merge.
const FLUSH_PATIENCE: Duration = Duration::from_secs(10 * 60);

/// Attempts of a step before its compaction is abandoned.
const MOST_FAILURES: u32 = 30;

/// The method of a family's compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// A merge of all files that drops what a flush would.
    Merge,
    /// A pass over all rows, which also drops markers, and a merge.
    Pass,
}

/// The reason that a step failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepError {
    /// The table or the family was dropped.
    Gone,
    /// Waiting for rows or files timed out: retry the step later.
    Unfinished,
}

/// The background compactions of a store, one at a time.
#[derive(Debug, Default)]
pub(crate) struct Background {
    families: HashMap<KeyspaceId, FamilyState>,
    waiting: VecDeque<(TableName, KeyspaceId, Method)>,
    current: Option<(TableName, Pass)>,
    /// Failed attempts of the current step.
    failures: u32,
    /// The keyspace merged last, until its cells are counted.
    merged: Option<KeyspaceId>,
    /// Whether all files of a family are being merged, on a separate thread.
    is_merging: Arc<AtomicBool>,
}

impl Background {
    /// Works for up to one turn; returns whether work remains.
    pub(crate) fn turn(&mut self, store: &Arc<Store>) -> bool {
        if self.is_merging.load(Ordering::Acquire) {
            return true;
        }
        if let Some(keyspace) = self.merged.take()
            && let Some(state) = self.families.get_mut(&keyspace)
        {
            state.set_live(store.engine().approximate_len(keyspace));
        }
        if self.current.is_none() && !self.start_next(store) {
            return self.families.values().any(FamilyState::is_unmerged);
        }
        if self.current.is_none() {
            return true;
        }
        let until = Instant::now() + TURN;
        while Instant::now() < until && !store.activity().signal().is_stopped() {
            let begun = (Instant::now(), store.activity().written().get());
            match self.step(store) {
                Ok(true) => {
                    self.failures = 0;
                    give_way(store, begun);
                }
                Ok(false) => {
                    self.finish(store);
                    break;
                }
                Err(StepError::Unfinished) if self.failures < MOST_FAILURES => {
                    self.failures += 1;
                    break;
                }
                // A full disk, for example: retried later, if it still pays.
                Err(_) => {
                    self.current = None;
                    break;
                }
            }
        }
        true
    }

    fn step(&mut self, store: &Store) -> Result<bool, StepError> {
        let (name, pass) = self.current.as_mut().ok_or(StepError::Gone)?;
        let table = store.table(name).map_err(|_| StepError::Gone)?;
        // The table may have been altered since the last step.
        let keyspace = pass.family().keyspace;
        let family = table.families().iter().find(|f| f.keyspace == keyspace);
        pass.set_family(family.ok_or(StepError::Gone)?.clone());
        let mut work = until_closed(store, PATIENCE);
        let step = pass.step(store, &table, &mut work);
        step.map_err(|_| StepError::Unfinished)
    }

    /// Starts the next worthwhile compaction.
    fn start_next(&mut self, store: &Arc<Store>) -> bool {
        if self.waiting.is_empty() {
            self.look(store);
        }
        while let Some((name, keyspace, way)) = self.waiting.pop_front() {
            let Ok(table) = store.table(&name) else {
                continue;
            };
            if let Some(family) = table.families().iter().find(|f| f.keyspace == keyspace) {
                store.activity().stats().note_begun();
                if way == Method::Merge {
                    self.merge(store, keyspace, store.engine().approximate_len(keyspace));
                    return true;
                }
                let pass = Pass::new(family.clone(), kind(store, family));
                self.current = Some((name, pass));
                self.failures = 0;
                return true;
            }
        }
        false
    }

    /// Determines which families to compact.
    fn look(&mut self, store: &Store) {
        let tables: Vec<Arc<Table>> = {
            let catalog = store.catalog();
            let names = catalog.tables();
            names.iter().flat_map(|name| catalog.table(name)).collect()
        };
        let mut known = HashMap::new();
        for table in &tables {
            for family in table.families() {
                let keyspace = family.keyspace;
                let mut state = self
                    .families
                    .remove(&keyspace)
                    .unwrap_or_else(|| FamilyState::new(store.engine().approximate_len(keyspace)));
                state.note_written(table.cells_written());
                if let Some(way) = way(store, table, family, &mut state) {
                    self.waiting
                        .push_back((table.name().clone(), keyspace, way));
                }
                known.insert(keyspace, state);
            }
        }
        // Removes dropped families.
        self.families = known;
    }

    /// Merges the files, which frees the space of removed cells.
    fn finish(&mut self, store: &Arc<Store>) {
        let Some((_, pass)) = self.current.take() else {
            return;
        };
        self.merge(store, pass.family().keyspace, pass.kept());
    }

    /// Merges a family's files on a separate thread; about `kept` cells remain.
    fn merge(&mut self, store: &Arc<Store>, keyspace: KeyspaceId, kept: u64) {
        if let Some(state) = self.families.get_mut(&keyspace) {
            state.note_compacted(kept);
        }
        self.merged = Some(keyspace);
        let merging = Merging::new(&self.is_merging);
        let store = Arc::clone(store);
        let thread = std::thread::Builder::new().name("hbase-merge".into());
        // If no thread can be started, the store's own merges do part of the work later.
        let _ = thread.spawn(move || {
            let _merging = merging;
            let (engine, patience) = (store.engine(), until_closed(&store, FLUSH_PATIENCE));
            let merge = |()| engine.compact(keyspace, &until_closed(&store, ANY_TIME));
            // Flushed first: removals that are still in memory would free nothing.
            if engine.flush(keyspace, &patience).and_then(merge).is_ok() {
                // If it fails, the next open replays more of the log.
                let _ = engine.settle(&patience);
                store.activity().stats().note_finished();
            }
            store.activity().signal().wake();
        });
    }
}

/// A flag that is set until this guard is dropped.
struct Merging(Arc<AtomicBool>);

impl Merging {
    fn new(flag: &Arc<AtomicBool>) -> Self {
        flag.store(true, Ordering::Release);
        Self(Arc::clone(flag))
    }
}

impl Drop for Merging {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// The method by which to compact a family now, if any.
fn way(
    store: &Store,
    table: &Arc<Table>,
    family: &Family,
    state: &mut FamilyState,
) -> Option<Method> {
    let Some(reason) = state.take_reason(family) else {
        return (state.is_unmerged() && state.is_quiet()).then_some(Method::Merge);
    };
    let shares = Shares::of(store, table, family, kind(store, family)).unwrap_or_default();
    let policy = || Arc::new(FamilyDropPolicy::new(store, table, family));
    if shares.merge_pays()
        && store
            .engine()
            .set_drop_policy(family.keyspace, Some(policy()))
    {
        state.set_drops_in_merges(true);
        let is_now = reason == Reason::Time || shares.is_behind();
        return is_now.then_some(Method::Merge);
    }
    if state.drops_in_merges() {
        state.set_drops_in_merges(false);
        store.engine().set_drop_policy(family.keyspace, None);
    }
    shares.compaction_pays().then_some(Method::Pass)
}

/// Families that keep deleted cells keep their markers.
fn kind(store: &Store, family: &Family) -> CompactionKind {
    if family.rules.keep_deleted != KeepDeletedCells::False {
        return CompactionKind::Minor;
    }
    CompactionKind::Background {
        purge_before: store.now().saturating_sub(PURGE_AFTER_MS),
    }
}

/// Pauses as long as the step took, if there are concurrent writes.
fn give_way(store: &Store, (begun, written): (Instant, u64)) {
    // The step's own writes are few compared with bulk writes.
    const OWN: u64 = 1 << 20;
    if store.activity().written().get().saturating_sub(written) > OWN {
        std::thread::sleep(begun.elapsed().min(TURN));
    }
}

#[cfg(test)]
mod tests {
    use hbase_backend::Deadline;
    use hbase_model::{FamilyDescriptor, TableDescriptor};

    use super::*;
    use crate::engine::Memory;
    use crate::options::Options;
    use crate::work::Work;

    #[test]
    fn a_pass_ends_with_its_table() {
        let engine = Box::new(Memory::default());
        let store = Arc::new(Store::new(engine, Options::default()).unwrap());
        let mut descriptor = TableDescriptor::new(TableName::from_static("default", "T"));
        descriptor.families = vec![FamilyDescriptor::new("f")].into();
        let work = Work::new("testing", Deadline::after(PATIENCE));
        store.create_table(&descriptor, &work).unwrap();
        let table = store.table(&descriptor.name).unwrap();
        let pass = Pass::new(table.families()[0].clone(), CompactionKind::Minor);
        let mut background = Background {
            current: Some((descriptor.name.clone(), pass)),
            ..Background::default()
        };
        store.drop_table(&descriptor.name, &work).unwrap();
        background.turn(&store);
        assert!(background.current.is_none());
    }
}
