//! Conditional writes, and changes of single columns.

use crate::ops::{Change, Condition, Outcome, Row, Then};
use crate::spec::{Codec, FieldRole};
use crate::value::Value;

use super::Model;
use super::cells::Slot;

impl Model<'_> {
    pub(super) fn check(&mut self, key: &[Value], condition: &Condition, then: &Then) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        if matches!(then, Then::Replace(_)) && self.has_map() {
            return Outcome::error("InvalidRequest");
        }
        // All other writes of a row with a version have a condition already.
        if self.table.version().is_some() && *then != Then::Delete {
            return Outcome::error("InvalidRequest");
        }
        // A row without cells causes an error before a request is sent.
        if let Then::Put(row) | Then::Replace(row) = then
            && self.cells_of(row).0.is_empty()
        {
            return Outcome::error("*");
        }
        let holds = match condition {
            Condition::Is(column, value) => self.is_cell(&parts, *column, value),
            Condition::That(filter) => self
                .newest(&parts)
                .is_some_and(|row| self.passes(row, filter)),
        };
        if !holds {
            return Outcome::Flag(false);
        }
        let done = match then {
            Then::Put(row) => self.put(row),
            Then::Replace(row) => self.replace(row),
            Then::Delete => self.delete(key),
            Then::Mutate(changes) => self.mutate(key, changes),
        };
        if done == Outcome::Done {
            Outcome::Flag(true)
        } else {
            done
        }
    }

    /// Whether a value is stored as an empty cell, or as no cell. JSON is never empty.
    pub(super) fn is_empty_cell(&self, slot: &Slot, value: &Value) -> bool {
        let column = match (&self.table.fields[slot.field()].role, slot) {
            (FieldRole::Column(column), _) => Some(column),
            (FieldRole::Group(group), Slot::Sub(_, sub)) => Some(&group.columns[*sub].1),
            _ => None,
        };
        let is_json = column.is_some_and(|column| column.codec == Codec::Json);
        match value {
            Value::Text(text) => text.is_empty() && !is_json,
            Value::Bytes(bytes) => bytes.is_empty() && !is_json,
            value => value.is_none(),
        }
    }

    /// Whether the cell has this value. `HBase` treats an absent cell as an empty one.
    fn is_cell(&self, parts: &[Value], column: usize, value: &Value) -> bool {
        let field = column - self.table.key.parts.len();
        let slot = Slot::Field(field);
        let cell = self.cell(parts, &slot);
        let empty = |value: &Value| self.is_empty_cell(&slot, value);
        match cell {
            Some(cell) => cell == *value || empty(&cell) && empty(value),
            None => empty(value),
        }
    }

    pub(super) fn mutate(&mut self, key: &[Value], changes: &[Change]) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        if self.changes_version(changes) {
            return Outcome::error("InvalidRequest");
        }
        let puts = changes.iter().any(|(_, value)| value.is_some());
        let version = match self.counted(&parts, puts) {
            Ok(version) => version,
            Err(error) => return error,
        };
        let first = self.table.key.parts.len();
        let (now, before) = (self.now, self.entries_of(&parts));
        if let Some(version) = version {
            self.write_cells(&parts, vec![version], None);
        }
        for (column, value) in changes {
            let slot = Slot::Field(column - first);
            match value {
                Some(Value::Map(columns)) => self.change_dynamic(&parts, column - first, columns),
                Some(value) => self.write_cells(&parts, vec![(slot, value.clone())], None),
                None => self.row(parts.clone(), 0).markers.push((slot, now)),
            }
        }
        self.replace_entries(&parts, before);
        Outcome::Done
    }

    pub(super) fn increment(&mut self, key: &[Value], column: usize, by: i64) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let slot = Slot::Field(column - self.table.key.parts.len());
        let before = match self.cell(&parts, &slot) {
            Some(Value::Int(value)) => i64::try_from(value).unwrap_or(0),
            _ => 0,
        };
        let after = before.wrapping_add(by);
        self.write(&parts, vec![(slot, Value::Int(after.into()))], None);
        Outcome::Number(after)
    }

    /// The newest value of a column; `None` if the row has no such cell.
    pub(super) fn cell(&self, parts: &[Value], slot: &Slot) -> Option<Value> {
        let visible = self.newest(parts).map(|row| self.visible(row));
        let mut cells = visible.into_iter().flatten();
        let cell = cells.find(|cell| cell.slot == *slot);
        cell.map(|cell| cell.value.clone())
    }

    pub(super) fn increment_many(&mut self, column: usize, rows: &[(Row, i64)]) -> Outcome {
        for (key, by) in rows {
            if let error @ Outcome::Error(_) = self.increment(key, column, *by) {
                return error;
            }
        }
        Outcome::Count(rows.len() as u64)
    }

    pub(super) fn set_counters(&mut self, column: usize, rows: &[(Row, i64)]) -> Outcome {
        self.each_row(rows, |model, (key, value)| {
            model.set_counter(key, column, *value)
        })
    }

    fn set_counter(&mut self, key: &[Value], column: usize, value: i64) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let version = match self.counted(&parts, true) {
            Ok(version) => version,
            Err(error) => return error,
        };
        let slot = Slot::Field(column - self.table.key.parts.len());
        let counter = (slot, Value::Int(value.into()));
        let cells = version.into_iter().chain([counter]).collect();
        self.write(&parts, cells, None);
        Outcome::Done
    }

    /// Appends to a column. An absent cell counts as empty, whatever the default is.
    pub(super) fn append(&mut self, key: &[Value], column: usize, value: &Value) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        if self.table.version().is_some() {
            return Outcome::error("InvalidRequest");
        }
        let slot = Slot::Field(column - self.table.key.parts.len());
        let after = match (self.cell(&parts, &slot), value) {
            (Some(Value::Text(before)), Value::Text(value)) => Value::Text(before + value),
            (Some(Value::Bytes(before)), Value::Bytes(value)) => {
                Value::Bytes([&before[..], value].concat())
            }
            _ => value.clone(),
        };
        self.write(&parts, vec![(slot, after.clone())], None);
        Outcome::Row(Some(vec![after]))
    }

    pub(super) fn delete_set(&mut self, key: &[Value], set: usize) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let columns = &self.table.sets[set];
        if columns.iter().any(|column| self.is_version(*column)) {
            return Outcome::error("InvalidRequest");
        }
        let version = match self.counted(&parts, false) {
            Ok(version) => version,
            Err(error) => return error,
        };
        let (first, now) = (self.table.key.parts.len(), self.now);
        let before = self.entries_of(&parts);
        if let Some(version) = version {
            self.write_cells(&parts, vec![version], None);
        }
        for column in columns {
            let marker = (Slot::Field(column - first), now);
            self.row(parts.clone(), 0).markers.push(marker);
        }
        self.replace_entries(&parts, before);
        Outcome::Done
    }
}
