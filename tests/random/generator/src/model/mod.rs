//! The reference model: a list of rows, and the documented result of each call.

mod cells;
mod change;
mod columns_of_rows;
mod dated;
mod dynamic;
mod entries;
mod filter;
mod index;
mod index_entries;
mod row_version;
mod scan;
mod write;

use std::collections::BTreeMap;

use crate::key;
use crate::ops::{Op, Outcome, Read, Row};
use crate::spec::{Salt, Table};
use crate::value::Value;

pub use cells::{Cell, Slot};
pub use filter::compare as order_of_values;
use index_entries::Entries;
pub use index_entries::QUERY_LIMIT_MS;
pub use scan::{has_newest, order, singles};

/// A store that contains one table.
#[derive(Clone, Debug)]
pub struct Model<'t> {
    /// The table.
    pub table: &'t Table,
    /// The store's time, in milliseconds since 1970.
    pub now: i64,
    rows: Vec<StoredRow>,
    /// The number of writes of rows.
    writes: u32,
    /// The periods that have a table, each with the time of its last recomputation.
    tables: BTreeMap<i64, Option<i64>>,
    /// The entries of the indexes.
    entries: Entries,
}

/// A stored row, or a copy of the row with another salt.
#[derive(Clone, Debug)]
struct StoredRow {
    parts: Vec<Value>,
    copy: u32,
    cells: Vec<Cell>,
    /// All cells with timestamps up to this one are deleted.
    deleted: i64,
    /// The same for single columns: deletes a column's cells up to the timestamp.
    markers: Vec<(Slot, i64)>,
}

impl<'t> Model<'t> {
    /// An empty table.
    pub fn new(table: &'t Table, now: i64) -> Self {
        Self {
            table,
            now,
            rows: Vec::new(),
            writes: 0,
            entries: Entries::default(),
            tables: table
                .first_periods()
                .into_iter()
                .map(|period| (period, None))
                .collect(),
        }
    }

    /// Another process continues. It does not know which old entries wait to be deleted.
    pub fn restart(&mut self) {
        self.entries.forget();
    }

    /// Makes a call on the model, and returns its expected result.
    pub fn run(&mut self, op: &Op) -> Outcome {
        let outcome = self.call(op);
        // A function of `update` gets the row, and may then change the version, which is an error.
        let is_read = matches!(op, Op::Update(..));
        if is_write(op) && (is_read || has_reached_store(&outcome)) {
            self.delete_due();
        }
        outcome
    }

    fn call(&mut self, op: &Op) -> Outcome {
        if matches!(op, Op::Scan(scan) if scan.is_current && matches!(scan.read, Read::Pages(_))) {
            return Outcome::error("InvalidRequest");
        }
        if self.lacks_table(op) {
            return Self::without_table(op);
        }
        match op {
            Op::Put(row) => self.put(row),
            Op::PutMany(rows) | Op::PutStream(rows) => self.put_many(rows),
            Op::Insert(row) => self.insert(row),
            Op::Replace(row) => self.replace(row),
            Op::Delete(key) => self.delete(key),
            Op::DeleteMany(keys) => self.delete_many(keys),
            Op::Get(key) => self.get(key),
            Op::GetSet(key, set) => self.get_set(key, *set),
            Op::GetMany(keys) => self.get_many(keys),
            Op::Exists(key) => match self.stored_key(key) {
                Some(parts) => Outcome::Flag(self.newest(&parts).is_some()),
                None => Outcome::error("Encode"),
            },
            Op::Check(key, condition, then) => self.check(key, condition, then),
            Op::Mutate(key, changes) => self.mutate(key, changes),
            Op::Increment(key, column, by) => self.increment(key, *column, *by),
            Op::IncrementMany(column, rows) => self.increment_many(*column, rows),
            Op::SetCounters(column, rows) => self.set_counters(*column, rows),
            Op::Append(key, column, value) => self.append(key, *column, value),
            Op::Rewrite(key, version) => self.rewrite(key, version.as_ref()),
            Op::DeleteSet(key, set) => self.delete_set(key, *set),
            Op::Update(key, row) => self.update(key, row.as_ref()),
            Op::Query(query) => self.query(query),
            Op::Index(call) => self.index_call(call),
            Op::Entries(key, call) => self.entries(key, call),
            Op::Dated(call) => self.dated(call),
            Op::Dynamic(key, call) => self.dynamic(key, call),
            Op::History(key, limit) => self.history(key, *limit),
            Op::Scan(scan) => self.scan(scan),
            Op::Advance(ms) => {
                self.now += ms;
                Outcome::Done
            }
        }
    }

    /// The key parts that a read returns; `None` if they cannot be encoded.
    fn stored_key(&self, row: &[Value]) -> Option<Vec<Value>> {
        let key = &self.table.key;
        key::encode(key, &row[..key.parts.len()], 0).ok()?;
        let parts = key.parts.iter().zip(row);
        let parts = parts.map(|(part, value)| key::stored(part, value));
        let date = self.period(row).map(Value::Time);
        Some(parts.chain(date).collect())
    }

    /// The row that a read of the key returns: the newest copy.
    fn newest(&self, parts: &[Value]) -> Option<&StoredRow> {
        let written = |row: &&StoredRow| self.visible(row).iter().map(|cell| cell.at).max();
        let rows = self.rows.iter().filter(|row| row.parts == parts);
        rows.filter(|row| self.has_cells(row)).max_by_key(written)
    }

    fn get(&self, key: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        match self.newest(&parts).map(|row| self.read(row)) {
            None => Outcome::Row(None),
            Some(Ok(row)) => Outcome::Row(Some(row)),
            Some(Err(())) => Outcome::error("Decode"),
        }
    }

    fn get_set(&self, key: &[Value], set: usize) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let columns = &self.table.sets[set];
        let row = self
            .newest(&parts)
            .filter(|row| columns.iter().any(|column| self.has_field(row, *column)));
        match row.map(|row| self.read_set(row, columns)) {
            None => Outcome::Row(None),
            Some(Ok(values)) => Outcome::Row(Some(values)),
            Some(Err(())) => Outcome::error("Decode"),
        }
    }

    fn get_many(&self, keys: &[Row]) -> Outcome {
        let mut found = Vec::new();
        for key in keys {
            match self.get(key) {
                Outcome::Row(row) => found.push(row),
                error => return error,
            }
        }
        Outcome::Found(found)
    }

    /// The versions of a row, newest first. Cells with the same timestamp form one version. The timestamps of counters
    /// are not versions, unless the row has only counters. With a limit, a version may lack its counters.
    fn history(&self, key: &[Value], limit: Option<u32>) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let Some(row) = self.newest(&parts) else {
            return Outcome::Rows(Vec::new());
        };
        let kept = self.kept(row);
        let counters = kept.iter().filter(|cell| self.is_counter(cell)).count();
        let has_others = counters < kept.len();
        if limit.is_some() && has_others && counters > 0 {
            return Outcome::Unknown;
        }
        let dated = kept
            .iter()
            .filter(|cell| !(has_others && self.is_counter(cell)));
        let mut times: Vec<i64> = dated.map(|cell| cell.at).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        times.dedup();
        times.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
        let mut versions = Vec::new();
        for at in times {
            let cells: Vec<&Cell> = kept.iter().copied().filter(|cell| cell.at == at).collect();
            match self.read_cells(&row.parts, &cells) {
                Ok(version) => versions.push(version),
                // A version has no value for a required column. The guide does not specify where the history ends.
                Err(()) => return Outcome::Unknown,
            }
        }
        Outcome::Rows(versions)
    }

    /// Whether several puts with the same key may store several copies of the row.
    fn has_copies(&self) -> bool {
        matches!(self.table.key.salt, Salt::Random(_) | Salt::RoundRobin(_))
    }

    /// The keys of all existing rows.
    pub fn keys(&self) -> Vec<Vec<Value>> {
        let rows = self.rows.iter().filter(|row| self.has_cells(row));
        rows.map(|row| row.parts.clone()).collect()
    }

    /// Whether a put would write cells.
    pub fn has_cells_to_put(&self, row: &[Value]) -> bool {
        !self.cells_of(row).0.is_empty()
    }

    /// Whether a row with this key exists, or existed before a delete.
    pub fn had(&self, key: &[Value]) -> bool {
        let parts = self.stored_key(key);
        self.rows
            .iter()
            .any(|row| Some(&row.parts) == parts.as_ref())
    }

    /// Whether a row with this key exists.
    pub fn has(&self, key: &[Value]) -> bool {
        self.stored_key(key)
            .is_some_and(|parts| self.newest(&parts).is_some())
    }

    /// Whether the only row has a cell of a field, which is also the case for a stored `None` and for JSON's `null`.
    pub fn only_row_has(&self, field: usize) -> bool {
        let at = self.table.key.parts.len() + field;
        self.rows.first().is_some_and(|row| self.has_field(row, at))
    }
}

/// Whether a write with this outcome was sent.
fn has_reached_store(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Count(rows) => *rows > 0,
        Outcome::Error(kind) => matches!(kind.as_str(), "AlreadyExists" | "Decode"),
        Outcome::Batch(written, failed) => {
            *written > 0 || failed.iter().any(|(_, failed)| has_reached_store(failed))
        }
        _ => true,
    }
}

/// Whether a call writes rows with their entries, or finds out that it need not.
fn is_write(op: &Op) -> bool {
    match op {
        Op::Put(_)
        | Op::PutMany(_)
        | Op::PutStream(_)
        | Op::Insert(_)
        | Op::Replace(_)
        | Op::Update(..)
        | Op::Delete(_)
        | Op::DeleteMany(_)
        | Op::DeleteSet(..)
        | Op::Check(..)
        | Op::Mutate(..) => true,
        Op::Scan(scan) => matches!(scan.read, Read::Delete),
        _ => false,
    }
}
