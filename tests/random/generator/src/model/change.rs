//! Conditional writes, and changes of single columns.

use crate::ops::{Change, Condition, Outcome, Then};
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

    /// Whether the cell has this value. `HBase` treats a missing cell as an empty one.
    fn is_cell(&self, parts: &[Value], column: usize, value: &Value) -> bool {
        let field = column - self.table.key.parts.len();
        let cell = self.newest(parts).and_then(|row| {
            let visible = self.visible(row).into_iter();
            visible
                .filter(|cell| cell.slot == Slot::Field(field))
                .map(|cell| cell.value.clone())
                .next()
        });
        let slot = Slot::Field(field);
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
        let first = self.table.key.parts.len();
        let now = self.now;
        for (column, value) in changes {
            let slot = Slot::Field(column - first);
            match value {
                Some(value) => self.write(parts.clone(), vec![(slot, value.clone())], None),
                None => self.row(parts.clone(), 0).markers.push((slot, now)),
            }
        }
        Outcome::Done
    }

    pub(super) fn increment(&mut self, key: &[Value], column: usize, by: i64) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let slot = Slot::Field(column - self.table.key.parts.len());
        let before = self.newest(&parts).and_then(|row| {
            self.visible(row)
                .into_iter()
                .find(|cell| cell.slot == slot)
                .map(|cell| cell.value.clone())
        });
        let before = match before {
            Some(Value::Int(value)) => i64::try_from(value).unwrap_or(0),
            _ => 0,
        };
        let after = before.wrapping_add(by);
        self.write(parts, vec![(slot, Value::Int(after.into()))], None);
        Outcome::Number(after)
    }
}
