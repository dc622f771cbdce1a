//! The entries in the tables of indexes, and the calls that check and delete them.

use crate::ops::{EntryCounts, IndexCall, Outcome};
use crate::value::Value;

use super::Model;

/// How long a query may take at most. Old entries are deleted no earlier, and a sweep waits as long.
pub const QUERY_LIMIT_MS: i64 = 60_000;

/// How long a due deletion waits for others, unless many are due.
const LATE_MS: i64 = 10_000;

/// The number of due deletions that do not wait for others.
const BATCH: usize = 64;

/// An entry: the index's number, the key parts of a row, and the values of the indexed fields.
pub(super) type Entry = (usize, Vec<Value>, Vec<Value>);

/// The stored entries, and the old ones that wait to be deleted.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    stored: Vec<(Entry, Times)>,
    /// The writes that replaced entries: their times, and the old entries.
    waiting: Vec<(i64, Vec<Entry>)>,
}

/// The timestamp of an entry's cell.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// The timestamp, unless it is `possible`; `None` if there may be no cell.
    certain: Option<i64>,
    /// A later timestamp that the cell may have. A rejected `insert` may have put entries.
    possible: Option<i64>,
}

impl Times {
    fn keep(&mut self, is_kept: impl Fn(i64) -> bool) {
        self.certain = self.certain.filter(|at| is_kept(*at));
        self.possible = self.possible.filter(|at| is_kept(*at));
    }
}

impl Entries {
    fn times(&mut self, entry: Entry) -> &mut Times {
        let found = self.stored.iter().position(|(other, _)| *other == entry);
        let at = found.unwrap_or_else(|| {
            self.stored.push((entry, Times::default()));
            self.stored.len() - 1
        });
        &mut self.stored[at].1
    }

    fn remove_absent(&mut self) {
        let is_there = |times: &Times| times.certain.or(times.possible).is_some();
        self.stored.retain(|(_, times)| is_there(times));
    }

    /// The process ends: nobody remembers the old entries.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}

impl Model<'_> {
    /// The entries of a row as it is now.
    pub(super) fn entries_of(&self, parts: &[Value]) -> Vec<Entry> {
        if !self.table.has_index() {
            return Vec::new();
        }
        let row = self.newest(parts);
        let cells = row.map(|row| self.visible(row)).unwrap_or_default();
        let value = |field: &usize| {
            let mut cells = cells.iter().filter(|cell| cell.slot.field() == *field);
            cells.next().map(|cell| cell.value.clone())
        };
        let indexes = self.table.indexes.iter().enumerate();
        let entries = indexes.filter_map(|(at, index)| {
            let values: Option<Vec<Value>> = index.fields.iter().map(value).collect();
            Some((at, parts.to_vec(), values?))
        });
        entries.collect()
    }

    /// Puts the entries of a row that was written. Those of `before` that it no longer has wait to be deleted.
    pub(super) fn replace_entries(&mut self, parts: &[Value], before: Vec<Entry>) {
        self.renew_indexed(parts);
        let (now, after) = (self.now, self.entries_of(parts));
        let is_old = |entry: &Entry| !after.contains(entry);
        let old: Vec<Entry> = before.into_iter().filter(is_old).collect();
        if !old.is_empty() {
            self.entries.waiting.push((now, old));
        }
        for entry in after {
            *self.entries.times(entry) = Times {
                certain: Some(now),
                possible: None,
            };
        }
    }

    /// A write renews the indexed cells that it does not change, so that they expire with their entries.
    fn renew_indexed(&mut self, parts: &[Value]) {
        if !self.table.has_index() {
            return;
        }
        let row = self.newest(parts);
        let cells = row.map(|row| self.visible(row)).unwrap_or_default();
        let indexed = cells.iter().filter(|cell| {
            let mut indexes = self.table.indexes.iter();
            indexes.any(|index| index.fields.contains(&cell.slot.field()))
        });
        let indexed = indexed.map(|cell| (cell.slot.clone(), cell.value.clone()));
        let indexed: Vec<_> = indexed.collect();
        if !indexed.is_empty() {
            self.write_cells(parts, indexed, None);
        }
    }

    /// A rejected `insert` may have put its entries before it found the row.
    pub(super) fn may_put_entries(&mut self, row: &[Value]) {
        let Some(parts) = self.stored_key(row) else {
            return;
        };
        let mut inserted = self.clone();
        let (cells, at) = self.cells_of(row);
        inserted.write(&parts, cells, at);
        for entry in inserted.entries_of(&parts) {
            self.entries.times(entry).possible = Some(self.now);
        }
    }

    pub(super) fn index_call(&mut self, call: &IndexCall) -> Outcome {
        match *call {
            IndexCall::CleanUp => self.clean_up(),
            IndexCall::Lag => Outcome::Count(self.entries.waiting.len() as u64),
            IndexCall::Verify { index, repairs } => self.delete_stale(index, |_| repairs, repairs),
            IndexCall::Sweep { index, min_age } => {
                let now = self.now;
                self.delete_stale(index, |at| min_age == 0 || now - at > min_age, true)
            }
        }
    }

    /// A write deletes the old entries that are due if one of them has been due for long, or if many are.
    pub(super) fn delete_due(&mut self) {
        let due_since = |(since, _): &(i64, Vec<Entry>)| self.now - since - QUERY_LIMIT_MS;
        let waiting = self.entries.waiting.iter();
        let is_late = waiting.clone().any(|old| due_since(old) >= LATE_MS);
        if is_late || waiting.filter(|old| due_since(old) >= 0).count() >= BATCH {
            let _ = self.clean_up();
        }
    }

    /// Deletes old entries, unless a later write put them again.
    fn clean_up(&mut self) -> Outcome {
        let mut waiting = std::mem::take(&mut self.entries.waiting);
        let due = |(since, _): &mut (i64, Vec<Entry>)| *since + QUERY_LIMIT_MS <= self.now;
        let due: Vec<_> = waiting.extract_if(.., due).collect();
        self.entries.waiting = waiting;
        for (since, old) in &due {
            for entry in old {
                let times = self.entries.times(entry.clone());
                times.certain = times.certain.filter(|at| at >= since);
            }
        }
        self.entries.remove_absent();
        Outcome::Count(due.len() as u64)
    }

    /// Counts the entries of an index. Deletes those that no row has and whose timestamp is to be deleted.
    fn delete_stale(
        &mut self,
        index: usize,
        is_deleted: impl Fn(i64) -> bool,
        waits: bool,
    ) -> Outcome {
        self.expire(index);
        let (mut least, mut most) = (EntryCounts::default(), EntryCounts::default());
        let mut stored = std::mem::take(&mut self.entries.stored);
        for (entry, times) in stored.iter_mut().filter(|(entry, _)| entry.0 == index) {
            if self.entries_of(&entry.1).contains(entry) {
                least.live += 1;
                most.live += 1;
                continue;
            }
            let options = [times.certain, times.possible];
            let present = options.into_iter().flatten();
            let (deleted, left): (Vec<i64>, Vec<i64>) = present.partition(|at| is_deleted(*at));
            most.deleted += u64::from(!deleted.is_empty());
            most.left += u64::from(!left.is_empty());
            if times.certain.is_some() {
                least.deleted += u64::from(left.is_empty());
                least.left += u64::from(deleted.is_empty());
            }
            times.keep(|at| !is_deleted(at));
        }
        self.entries.stored = stored;
        self.entries.remove_absent();
        self.now += if waits { QUERY_LIMIT_MS } else { 0 };
        Outcome::Entries(least, most)
    }

    /// Removes expired entries.
    fn expire(&mut self, index: usize) {
        let ttl = self.table.ttl_of_entries(&self.table.indexes[index]);
        let now = self.now;
        let lasts = |at: i64| ttl.is_none_or(|ttl| at + ttl >= now);
        let stored = self.entries.stored.iter_mut();
        let entries = stored.filter(|((of, ..), _)| *of == index);
        entries.for_each(|(_, times)| times.keep(lasts));
        self.entries.remove_absent();
    }
}
