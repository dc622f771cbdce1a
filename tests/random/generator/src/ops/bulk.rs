//! Chooses writes of many rows, and of single columns.

use crate::key;
use crate::model::Model;
use crate::pool;
use crate::spec::FieldRole;
use crate::value::Value;

use super::values::indexed;
use super::{Change, Chooser, Op, Outcome, Row};

impl Chooser<'_> {
    /// A call that changes single columns or counters of one or more rows.
    pub(super) fn column_write(&mut self, model: &Model<'_>) -> Op {
        match self.draw.rng.u8(..4) {
            0 => self.deleted_columns(model),
            1 => self.append(model),
            _ => self.counter_write(model),
        }
    }

    /// `increment_many` or `set_counter_many`, which may repeat a key; or a `get` if the table has no counter.
    fn counter_write(&mut self, model: &Model<'_>) -> Op {
        let counters = self.counters();
        if counters.is_empty() {
            return Op::Get(self.key(model));
        }
        let column = *self.draw.pick(&counters);
        let keys = if self.table.keeps_versions() {
            // Increments of one row in one call would be several versions, whose times the guide does not specify.
            self.different_keys(model)
        } else {
            (0..3).map(|_| self.key(model)).collect()
        };
        let increments = self.draw.rng.bool();
        let numbers = keys
            .into_iter()
            .map(|key| (key, self.draw.rng.i64(-3..9)))
            .collect();
        if increments {
            Op::IncrementMany(column, numbers)
        } else {
            Op::SetCounters(column, numbers)
        }
    }

    /// A delete of a set of columns, all of which may be missing. One of them may be the version, which cannot be deleted.
    pub(super) fn deleted_columns(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let (table, first) = (self.table, self.table.key.parts.len());
        let with_version = self.draw.one_in(4);
        let may_be_missing = |at: &usize| match &table.fields[at - first].role {
            FieldRole::Column(column) if column.is_version() => with_version,
            FieldRole::Column(column) => column.absence.is_possible(),
            _ => true,
        };
        let sets = table.sets.iter().enumerate();
        let mut sets = sets.filter(|(_, columns)| columns.iter().all(may_be_missing));
        match sets.next() {
            Some((set, _)) => Op::DeleteSet(key, set),
            None => Op::Get(key),
        }
    }

    fn append(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let columns = self.columns();
        let mut columns = columns
            .into_iter()
            .filter(|(_, column)| column.is_appended());
        match columns.next() {
            Some((at, column)) => {
                let value = pool::cell(&mut self.draw.rng, column.of.kind);
                Op::Append(key, at, value)
            }
            None => Op::Get(key),
        }
    }

    pub(super) fn different_rows(&mut self, model: &Model<'_>) -> Vec<Row> {
        let rows: Vec<Row> = (0..5).map(|_| self.row(model)).collect();
        let mut rows = self.without_repeated(rows);
        // A row without cells causes an error. The other rows may then be written or not. Rows with versions have a result
        // each.
        let has_versions = self.table.version().is_some();
        rows.retain(|row| {
            has_versions || model.clone().run(&Op::Put(row.clone())) == Outcome::Done
        });
        rows
    }

    /// Removes rows and keys that are stored under the key of an earlier one.
    pub(super) fn without_repeated(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let (key, len) = (&self.table.key, self.table.key_len());
        let stored = |row: &Row| {
            let date = self.table.unit().zip(row.get(len - 1));
            let start = date.and_then(|(unit, date)| match date {
                Value::Time(ms) => Some(unit.start(*ms)),
                _ => None,
            });
            (start, key::encode(key, &row[..key.parts.len()], 0).ok())
        };
        rows.sort_by_key(stored);
        rows.dedup_by_key(|row| stored(row));
        rows
    }

    pub(super) fn different_keys(&mut self, model: &Model<'_>) -> Vec<Row> {
        let keys = (0..3).map(|_| self.key(model)).collect();
        self.without_repeated(keys)
    }

    /// Changes up to two columns. It deletes only columns that may be missing. A change of the version is an error.
    pub(super) fn changes(&mut self) -> Option<Vec<Change>> {
        let mut columns: Vec<_> = self.columns().into_iter().take(3).collect();
        let with_version = self.draw.one_in(6);
        columns.retain(|(_, column)| with_version || !column.is_version());
        self.draw.rng.shuffle(&mut columns);
        columns.truncate(2);
        let mut changes = Vec::new();
        for (at, column) in columns {
            let value = if self.table.is_indexed(at - self.table.key.parts.len()) {
                indexed(&mut self.draw, column)
            } else {
                pool::of_column(&mut self.draw.rng, column)
            };
            let deletes = column.absence.is_possible() && self.draw.rng.bool();
            if deletes {
                changes.push((at, None));
            } else if !value.is_none() {
                changes.push((at, Some(value)));
            }
        }
        changes.extend(self.dynamic_change());
        (!changes.is_empty()).then_some(changes)
    }

    /// A change of one dynamic column, or of a counter.
    fn dynamic_change(&mut self) -> Option<Change> {
        let counters = self.counters();
        let rng = &mut self.draw.rng;
        if rng.u8(..3) > 0 {
            return None;
        }
        if let Some(counter) = counters.first().filter(|_| rng.bool()) {
            return Some((*counter, Some(Value::Int(rng.i64(-3..9).into()))));
        }
        let (at, dynamic) = self.table.dynamic()?;
        let name = super::values::names(rng, dynamic.name.1).pop()?;
        // A put of a counter is an error.
        let value = if dynamic.is_counter || rng.bool() {
            Value::None
        } else {
            pool::cell(rng, dynamic.value.1)
        };
        Some((at, Some(Value::Map(vec![(name, value)]))))
    }
}
