//! Writes.

use crate::civil::{Civil, DAY_MS};
use crate::ops::{Outcome, Row};
use crate::spec::{Absence, Codec, Column, DefaultValue, FieldRole, Salt, Stamp};
use crate::types::Kind;
use crate::value::Value;

use super::cells::{Cell, Slot, stored_value};
use super::{Model, StoredRow};

/// The column that `insert` checks to find out whether a row exists.
enum Shows {
    /// `insert` checks only this column's cell.
    Alone(Slot),
    /// `insert` reads the whole row first.
    AfterRead(Slot),
}

impl Model<'_> {
    /// The cells of a row, and their timestamp if the row sets it.
    pub(super) fn cells_of(&self, row: &[Value]) -> (Vec<(Slot, Value)>, Option<i64>) {
        let values = &row[self.table.key.parts.len()..];
        let by_period = matches!(self.table.stamp(), Some((_, Stamp::Period(..))));
        let mut cells = Vec::new();
        let mut at = None;
        for (field, value) in self
            .table
            .fields
            .iter()
            .zip(values)
            .enumerate()
            .map(|(at, (field, value))| ((at, field), value))
        {
            let (index, field) = field;
            match (&field.role, value) {
                (FieldRole::Column(column), value) => {
                    let stored = stored_value(column, value, by_period);
                    cells.extend(stored.map(|value| (Slot::Field(index), value)));
                }
                (FieldRole::Group(group), Value::Group(values)) => {
                    for (sub, ((_, column), value)) in group.columns.iter().zip(values).enumerate()
                    {
                        let stored = stored_value(column, value, by_period);
                        cells.extend(stored.map(|value| (Slot::Sub(index, sub), value)));
                    }
                }
                (FieldRole::Dynamic(dynamic), Value::Map(columns))
                    if dynamic.is_map && !dynamic.is_counter =>
                {
                    let columns = columns.iter().cloned();
                    cells.extend(columns.map(|(name, value)| (Slot::Name(index, name), value)));
                }
                (FieldRole::Timestamp(stamp), value) => at = stamped(*stamp, value),
                _ => {}
            }
        }
        (cells, at)
    }

    pub(super) fn put(&mut self, row: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(row) else {
            return Outcome::error("Encode");
        };
        let (cells, at) = self.cells_of(row);
        if cells.is_empty() {
            return Outcome::error("*");
        }
        match self.at_version(row, cells) {
            Ok(cells) => self.write(&parts, cells, at),
            Err(error) => return error,
        }
        Outcome::Done
    }

    /// Adds cells to a row. With a random salt, each write creates a new copy of the row. With a round-robin salt, the
    /// writes go to the copies in turn.
    pub(super) fn write(&mut self, parts: &[Value], cells: Vec<(Slot, Value)>, at: Option<i64>) {
        let before = self.entries_of(parts);
        self.write_cells(parts, cells, at);
        self.replace_entries(parts, before);
    }

    /// The same without the entries of indexes.
    pub(super) fn write_cells(
        &mut self,
        parts: &[Value],
        cells: Vec<(Slot, Value)>,
        at: Option<i64>,
    ) {
        let at = at.unwrap_or(self.now);
        self.writes += 1;
        let copy = match self.table.key.salt {
            Salt::Random(_) => self.writes,
            Salt::RoundRobin(count) => self.writes % count,
            _ => 0,
        };
        let row = self.row(parts.to_owned(), copy);
        for (slot, value) in cells {
            row.cells.retain(|cell| cell.slot != slot || cell.at != at);
            row.cells.push(Cell { slot, at, value });
        }
    }

    pub(super) fn row(&mut self, parts: Vec<Value>, copy: u32) -> &mut StoredRow {
        let found = self
            .rows
            .iter()
            .position(|row| row.parts == parts && row.copy == copy);
        let at = found.unwrap_or_else(|| {
            self.rows.push(StoredRow {
                parts,
                copy,
                cells: Vec::new(),
                deleted: i64::MIN,
                markers: Vec::new(),
            });
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    pub(super) fn put_many(&mut self, rows: &[Row]) -> Outcome {
        if self.table.version().is_some() {
            return self.each_row(rows, |model, row| model.put(row));
        }
        let mut count = 0;
        for row in rows {
            match self.put(row) {
                Outcome::Done => count += 1,
                error => return error,
            }
        }
        Outcome::Count(count)
    }

    pub(super) fn insert(&mut self, row: &[Value]) -> Outcome {
        if self.has_copies() {
            return Outcome::error("InvalidRequest");
        }
        if self.table.version().is_some() {
            return self.insert_first(row);
        }
        if self.table.has_index() {
            return self.insert_indexed(row);
        }
        let Some(shows) = self.shows_existence() else {
            return Outcome::error("InvalidRequest");
        };
        let Some(parts) = self.stored_key(row) else {
            return Outcome::error("Encode");
        };
        let (cells, _) = self.cells_of(row);
        let (Shows::Alone(slot) | Shows::AfterRead(slot)) = &shows;
        let is_empty = |value: &Value| self.is_empty_cell(slot, value);
        let shown = cells.iter().find(|(of, _)| of == slot);
        if shown.is_none_or(|(_, value)| is_empty(value)) {
            return Outcome::error("InvalidRequest");
        }
        let exists = self.newest(&parts).is_some_and(|row| {
            let mut visible = self.visible(row).into_iter();
            match &shows {
                Shows::Alone(slot) => visible.any(|cell| cell.slot == *slot),
                Shows::AfterRead(_) => visible.any(|cell| !self.is_counter(cell)),
            }
        });
        if exists {
            Outcome::error("AlreadyExists")
        } else {
            self.put(row)
        }
    }

    /// With an index, any cell shows that the row exists if no column shows it alone.
    fn insert_indexed(&mut self, row: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(row) else {
            return Outcome::error("Encode");
        };
        let alone = match self.shows_existence() {
            Some(Shows::Alone(slot)) => Some(slot),
            _ => None,
        };
        let exists = self.newest(&parts).is_some_and(|row| {
            let mut visible = self.visible(row).into_iter();
            visible.any(|cell| alone.as_ref().is_none_or(|slot| cell.slot == *slot))
        });
        if !exists {
            return self.put(row);
        }
        self.may_put_entries(row);
        Outcome::error("AlreadyExists")
    }

    fn shows_existence(&self) -> Option<Shows> {
        let columns = || {
            self.table
                .fields
                .iter()
                .enumerate()
                .flat_map(|(at, field)| {
                    let group = match &field.role {
                        FieldRole::Column(column) => vec![(Slot::Field(at), column)],
                        FieldRole::Group(group) if !group.optional => {
                            let columns = group.columns.iter().enumerate();
                            columns
                                .map(|(sub, (_, column))| (Slot::Sub(at, sub), column))
                                .collect()
                        }
                        _ => Vec::new(),
                    };
                    group.into_iter()
                })
        };
        let lasts = |slot: &Slot| {
            self.table.families[self.table.fields[slot.field()].family]
                .ttl_ms
                .is_none()
        };
        let always = || columns().filter(|(_, column)| is_always_written(column));
        let lasting = always()
            .find(|(slot, _)| lasts(slot))
            .map(|(slot, _)| Shows::Alone(slot));
        let expiring = || always().next().map(|(slot, _)| Shows::AfterRead(slot));
        let often = || {
            columns()
                .find(|(_, column)| is_required(column))
                .map(|(slot, _)| Shows::AfterRead(slot))
        };
        lasting.or_else(expiring).or_else(often)
    }

    /// All columns that a put may write, except dynamic columns.
    pub(super) fn put_slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (at, field) in self.table.fields.iter().enumerate() {
            match &field.role {
                FieldRole::Column(_) => slots.push(Slot::Field(at)),
                FieldRole::Group(group) => {
                    slots.extend((0..group.columns.len()).map(|sub| Slot::Sub(at, sub)));
                }
                _ => {}
            }
        }
        slots
    }

    pub(super) fn has_map(&self) -> bool {
        let mut fields = self.table.fields.iter();
        fields.any(|field| {
            matches!(&field.role, FieldRole::Dynamic(dynamic) if dynamic.is_map && !dynamic.is_counter)
        })
    }

    pub(super) fn replace(&mut self, row: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(row) else {
            return Outcome::error("Encode");
        };
        if self.has_map() {
            return Outcome::error("InvalidRequest");
        }
        let (cells, _) = self.cells_of(row);
        if cells.is_empty() {
            return Outcome::error("*");
        }
        let cells = match self.at_version(row, cells) {
            Ok(cells) => cells,
            Err(error) => return error,
        };
        let now = self.now;
        let absent = self
            .put_slots()
            .into_iter()
            .filter(|slot| !cells.iter().any(|(of, _)| of == slot));
        let absent: Vec<_> = absent.collect();
        let before = self.entries_of(&parts);
        let stored = self.row(parts.clone(), 0);
        stored
            .markers
            .extend(absent.into_iter().map(|slot| (slot, now)));
        self.write_cells(&parts, cells, None);
        self.replace_entries(&parts, before);
        Outcome::Done
    }

    pub(super) fn delete(&mut self, key: &[Value]) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        self.delete_row(&parts);
        Outcome::Done
    }

    /// Deletes one copy of a row.
    pub(super) fn delete_copy(&mut self, parts: &[Value], copy: u32) {
        if !self.has_copies() {
            return self.delete_row(parts);
        }
        let now = self.now;
        let rows = self
            .rows
            .iter_mut()
            .filter(|row| row.parts == parts && row.copy == copy);
        rows.for_each(|row| row.deleted = now);
    }

    /// Deletes a row up to the store's time. If the table sets its own timestamps, deletes up to the newest cell.
    pub(super) fn delete_row(&mut self, parts: &[Value]) {
        let rows = self.rows.iter().filter(|row| row.parts == parts);
        let newest = rows
            .flat_map(|row| self.all_kept(row))
            .map(|cell| cell.at)
            .max();
        let is_stamped = self.table.stamp().is_some();
        let Some(up_to) = (if is_stamped { newest } else { Some(self.now) }) else {
            return;
        };
        let before = self.entries_of(parts);
        let rows = self.rows.iter_mut().filter(|row| row.parts == parts);
        rows.for_each(|row| row.deleted = row.deleted.max(up_to));
        self.replace_entries(parts, before);
    }

    pub(super) fn delete_many(&mut self, keys: &[Row]) -> Outcome {
        for key in keys {
            let deleted = self.delete(key);
            if deleted != Outcome::Done {
                return deleted;
            }
        }
        Outcome::Count(keys.len() as u64)
    }
}

/// The timestamp of a row's cells; `None` if the store sets it.
fn stamped(stamp: Stamp, value: &Value) -> Option<i64> {
    match (stamp, value) {
        (Stamp::Number, Value::Int(number)) => i64::try_from(*number).ok(),
        (Stamp::Period(unit, _), Value::Time(ms)) => Some(match unit {
            "hour" => ms.div_euclid(3_600_000) * 3_600_000,
            "day" => ms.div_euclid(DAY_MS) * DAY_MS,
            _ => Civil::of(*ms).start_of_month(*ms),
        }),
        (_, Value::Time(ms)) => Some(*ms),
        _ => None,
    }
}

/// Types that JSON never writes as `null`. The library knows some types of the standard library, also by an alias.
const NEVER_NULL: [&str; 17] = [
    "bool", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64",
    "String", "Vec<u8>", "Words", "Count",
];

/// Whether every put writes a non-empty cell to the column. It is `false` for all `with` columns.
fn is_always_written(column: &Column) -> bool {
    let is_suitable = match column.codec {
        Codec::Native | Codec::Text | Codec::JavaText | Codec::Part(_) => {
            !matches!(column.of.kind, Kind::Text | Kind::Bytes | Kind::Json)
        }
        Codec::Json => NEVER_NULL.contains(&column.of.rust),
        Codec::With => false,
    };
    is_suitable && is_required(column)
}

/// A `serde_json::Value` may be absent: it is then read as `null`.
fn is_required(column: &Column) -> bool {
    column.absence == Absence::Never
        && column.default == DefaultValue::None
        && column.of.kind != Kind::Json
}
