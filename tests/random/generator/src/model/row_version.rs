//! Rows with a version: the number of their writes.

use crate::ops::{Change, Outcome, Row};
use crate::spec::Column;
use crate::value::Value;

use super::Model;
use super::cells::Slot;

/// The cells of a write.
pub(super) type Cells = Vec<(Slot, Value)>;

impl Model<'_> {
    /// The stored version of a row. A row without a version has the version 0.
    pub(crate) fn version_of(&self, key: &[Value]) -> i128 {
        let parts = self.stored_key(key);
        let stored = parts.zip(self.version_slot());
        let stored = stored.and_then(|(parts, slot)| self.cell(&parts, &slot));
        stored.as_ref().map_or(0, number)
    }

    fn version_slot(&self) -> Option<Slot> {
        self.table.version().map(|(field, _)| Slot::Field(field))
    }

    /// Whether a row has a cell of a declared column that is not a counter.
    pub(super) fn has_columns(&self, parts: &[Value]) -> bool {
        let slots = self.put_slots();
        self.newest(parts).is_some_and(|row| {
            let visible = self.visible(row);
            visible.iter().any(|cell| slots.contains(&cell.slot))
        })
    }

    /// The version that a row contains.
    fn version_in(&self, row: &[Value]) -> Option<(Slot, &Column, i128)> {
        let (field, column) = self.table.version()?;
        let version = number(&row[self.table.key.parts.len() + field]);
        Some((Slot::Field(field), column, version))
    }

    /// Whether a put can store the version after that of the row; true for a row without one.
    pub(super) fn has_next_version(&self, row: &[Value]) -> bool {
        let version = self.version_in(row);
        version.is_none_or(|(_, column, version)| next(column, version).is_ok())
    }

    /// The cells that a put of a row stores: with the next version, if the row has the stored version.
    pub(super) fn at_version(&self, row: &[Value], mut cells: Cells) -> Result<Cells, Outcome> {
        let Some((slot, column, version)) = self.version_in(row) else {
            return Ok(cells);
        };
        let next = next(column, version)?;
        if version != self.version_of(row) {
            return Err(Outcome::Changed(Box::new(self.get(row))));
        }
        if let Some((_, value)) = cells.iter_mut().find(|(of, _)| *of == slot) {
            *value = Value::Int(next);
        }
        Ok(cells)
    }

    /// The cell with the next version of a row of which only some columns are changed. Without a put, a missing row gets no
    /// version.
    pub(super) fn counted(
        &self,
        parts: &[Value],
        puts: bool,
    ) -> Result<Option<(Slot, Value)>, Outcome> {
        let Some((field, column)) = self.table.version() else {
            return Ok(None);
        };
        let next = next(column, self.version_of(parts))?;
        let is_counted = puts || self.has_columns(parts);
        Ok(is_counted.then_some((Slot::Field(field), Value::Int(next))))
    }

    /// Whether one of the changes is of the version.
    pub(super) fn changes_version(&self, changes: &[Change]) -> bool {
        changes.iter().any(|(column, _)| self.is_version(*column))
    }

    /// Whether the value of a row with this index is its version.
    pub(super) fn is_version(&self, column: usize) -> bool {
        let version = self.table.version();
        version.is_some_and(|(field, _)| self.table.key.parts.len() + field == column)
    }

    /// A new row has the version 0. Any other cell than a counter shows that a row exists.
    pub(super) fn insert_first(&mut self, row: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(row) else {
            return Outcome::error("Encode");
        };
        if self
            .version_in(row)
            .is_some_and(|(.., version)| version != 0)
        {
            return Outcome::error("InvalidRequest");
        }
        if !self.has_columns(&parts) {
            return self.put(row);
        }
        if self.table.has_index() {
            self.may_put_entries(row);
        }
        Outcome::error("AlreadyExists")
    }

    /// The row that a function of `update` returned, with its next version. The function must not change the version.
    pub(super) fn updated(&self, row: &[Value]) -> Result<Row, Outcome> {
        let Some((slot, column, version)) = self.version_in(row) else {
            return Ok(row.to_vec());
        };
        if version != self.version_of(row) {
            return Err(Outcome::error("InvalidRequest"));
        }
        let mut updated = row.to_vec();
        updated[self.table.key.parts.len() + slot.field()] = Value::Int(next(column, version)?);
        Ok(updated)
    }

    /// Another program sets the version of a row, or deletes it.
    pub(super) fn rewrite(&mut self, key: &[Value], version: Option<&Value>) -> Outcome {
        let Some((parts, slot)) = self.stored_key(key).zip(self.version_slot()) else {
            return Outcome::error("Encode");
        };
        let now = self.now;
        match version {
            Some(version) => self.write_cells(&parts, vec![(slot, version.clone())], None),
            None => self.row(parts, 0).markers.push((slot, now)),
        }
        Outcome::Done
    }

    /// The result of a call on many rows with versions: each has a result of its own.
    pub(super) fn each_row<T>(
        &mut self,
        rows: &[T],
        write: impl Fn(&mut Self, &T) -> Outcome,
    ) -> Outcome {
        let results = rows.iter().map(|row| write(self, row));
        let (done, failed): (Vec<_>, Vec<_>) = (0..)
            .zip(results)
            .partition(|(_, result)| *result == Outcome::Done);
        let done = done.len() as u64;
        if failed.is_empty() {
            Outcome::Count(done)
        } else {
            Outcome::Batch(done, failed)
        }
    }
}

/// The number after a version; an error for the last one of its type.
fn next(column: &Column, version: i128) -> Result<i128, Outcome> {
    let (_, max) = column.of.kind.bounds();
    let next = Some(version + 1).filter(|next| *next <= max);
    next.ok_or_else(|| Outcome::error("InvalidRequest"))
}

fn number(value: &Value) -> i128 {
    match value {
        Value::Int(number) => *number,
        _ => 0,
    }
}
