//! Cells, and the rows that reads assemble from them.

use crate::pool::default_of;
use crate::spec::{Absence, Codec, Column, DefaultValue, Field, FieldRole, Stamp};
use crate::types::Kind;
use crate::value::{Json, Value};

use super::{Model, StoredRow};

/// A column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field.
    Field(usize),
    /// A field of a group.
    Sub(usize, usize),
    /// A dynamic column.
    Name(usize, Value),
}

impl Slot {
    /// The field, by its index after the key parts.
    pub fn field(&self) -> usize {
        match self {
            Self::Field(field) | Self::Sub(field, _) | Self::Name(field, _) => *field,
        }
    }
}

/// A cell; its value is `None` if it represents an absent value.
#[derive(Clone, Debug)]
pub struct Cell {
    pub(super) slot: Slot,
    pub(super) at: i64,
    pub(super) value: Value,
}

impl Model<'_> {
    /// The kept cells that are read with the row: all but those of entries and of a `Dynamic`, which do not show that a row
    /// exists.
    pub(super) fn kept<'r>(&self, row: &'r StoredRow) -> Vec<&'r Cell> {
        let is_read = |cell: &&Cell| {
            let role = &self.table.fields[cell.slot.field()].role;
            match role {
                FieldRole::Dynamic(dynamic) => dynamic.is_map,
                FieldRole::Entries(_) => false,
                _ => true,
            }
        };
        self.all_kept(row).into_iter().filter(is_read).collect()
    }

    /// The cells of a row that are not deleted, not expired, and within their family's maximum number of versions.
    pub(super) fn all_kept<'r>(&self, row: &'r StoredRow) -> Vec<&'r Cell> {
        let live = |cell: &&Cell| {
            let marker = row
                .markers
                .iter()
                .filter(|(slot, _)| *slot == cell.slot)
                .map(|(_, at)| *at)
                .max();
            let family = &self.table.families[self.table.fields[cell.slot.field()].family];
            let is_expired = family.ttl_ms.is_some_and(|ttl| cell.at + ttl < self.now);
            cell.at > row.deleted && marker.is_none_or(|marker| cell.at > marker) && !is_expired
        };
        let live: Vec<&Cell> = row.cells.iter().filter(live).collect();
        let newer = |cell: &Cell| {
            live.iter()
                .filter(|other| other.slot == cell.slot && other.at > cell.at)
                .count()
        };
        let is_kept = |cell: &&Cell| {
            let family = &self.table.families[self.table.fields[cell.slot.field()].family];
            newer(cell) < family.versions
        };
        live.iter().copied().filter(is_kept).collect()
    }

    /// The newest cell of each column.
    pub(super) fn visible<'r>(&self, row: &'r StoredRow) -> Vec<&'r Cell> {
        let kept = self.kept(row);
        let is_newest = |cell: &&Cell| {
            !kept
                .iter()
                .any(|other| other.slot == cell.slot && other.at > cell.at)
        };
        kept.iter().copied().filter(is_newest).collect()
    }

    pub(super) fn is_counter(&self, cell: &Cell) -> bool {
        let role = &self.table.fields[cell.slot.field()].role;
        match role {
            FieldRole::Dynamic(dynamic) => dynamic.is_counter,
            role => matches!(role, FieldRole::Counter),
        }
    }

    pub(super) fn has_cells(&self, row: &StoredRow) -> bool {
        !self.kept(row).is_empty()
    }

    /// Whether the field at this index of a row has a cell.
    pub(super) fn has_field(&self, row: &StoredRow, at: usize) -> bool {
        let field = at - self.table.key.parts.len();
        self.kept(row).iter().any(|cell| cell.slot.field() == field)
    }

    /// The newest value of each field; an error if a required value is missing.
    pub(super) fn read(&self, row: &StoredRow) -> Result<Vec<Value>, ()> {
        self.read_cells(&row.parts, &self.visible(row))
    }

    pub(super) fn read_cells(&self, parts: &[Value], cells: &[&Cell]) -> Result<Vec<Value>, ()> {
        let mut values = parts.to_vec();
        let dates = parts.len() - self.table.key.parts.len();
        for (at, field) in self.table.fields.iter().enumerate().skip(dates) {
            values.push(self.read_field(at, field, cells)?);
        }
        Ok(values)
    }

    pub(super) fn read_set(&self, row: &StoredRow, columns: &[usize]) -> Result<Vec<Value>, ()> {
        let cells = self.visible(row);
        let parts = self.table.key.parts.len();
        let fields = columns
            .iter()
            .map(|at| (at - parts, &self.table.fields[at - parts]));
        fields
            .map(|(at, field)| self.read_field(at, field, &cells))
            .collect()
    }

    fn read_field(&self, at: usize, field: &Field, cells: &[&Cell]) -> Result<Value, ()> {
        let find = |slot: &Slot| {
            cells
                .iter()
                .find(|cell| cell.slot == *slot)
                .map(|cell| &cell.value)
        };
        match &field.role {
            FieldRole::Column(column) => read_column(column, find(&Slot::Field(at))),
            FieldRole::Counter => Ok(find(&Slot::Field(at)).cloned().unwrap_or(Value::Int(0))),
            FieldRole::Group(group) => {
                let is_there = cells.iter().any(|cell| cell.slot.field() == at);
                if group.optional && !is_there {
                    return Ok(Value::None);
                }
                let columns = group.columns.iter().enumerate();
                let values = columns
                    .map(|(sub, (_, column))| read_column(column, find(&Slot::Sub(at, sub))));
                Ok(Value::Group(values.collect::<Result<_, _>>()?))
            }
            FieldRole::Dynamic(dynamic) if dynamic.is_map => {
                let named = cells.iter().filter_map(|cell| match &cell.slot {
                    Slot::Name(field, name) if *field == at => {
                        Some((name.clone(), cell.value.clone()))
                    }
                    _ => None,
                });
                let mut named: Vec<_> = named.collect();
                named.sort();
                Ok(Value::Map(named))
            }
            FieldRole::Dynamic(_)
            | FieldRole::Entries(_)
            | FieldRole::RowIndex
            | FieldRole::TableDate(_)
            | FieldRole::Skip => Ok(Value::None),
            FieldRole::Timestamp(stamp) => Ok(self.read_stamp(*stamp, cells)),
        }
    }

    /// The newest timestamp of the cells that are not counters. If all cells are counters, the newest of theirs.
    fn read_stamp(&self, stamp: Stamp, cells: &[&Cell]) -> Value {
        let times = cells
            .iter()
            .filter(|cell| !self.is_counter(cell))
            .map(|cell| cell.at)
            .max();
        let newest = times
            .or_else(|| cells.iter().map(|cell| cell.at).max())
            .unwrap_or(0);
        match stamp {
            Stamp::Number => Value::Int(newest.into()),
            _ => Value::Time(newest),
        }
    }
}

fn read_column(column: &Column, value: Option<&Value>) -> Result<Value, ()> {
    match value {
        // An `Option` reads JSON's `null` as `None`.
        Some(Value::Json(Json::Null)) if column.absence != Absence::Never => Ok(Value::None),
        Some(value) => Ok(value.clone()),
        None if column.default != DefaultValue::None => Ok(default_of(column)),
        None if column.absence.is_possible() => Ok(Value::None),
        // Imports write no cell for `null`.
        None if column.of.kind == Kind::Json => Ok(Value::Json(Json::Null)),
        None => Err(()),
    }
}

/// The value that a put stores in a column's cell; `None` if it stores no cell.
pub(super) fn stored_value(column: &Column, value: &Value, by_period: bool) -> Option<Value> {
    let stores_null = by_period && column.codec == Codec::Json;
    match (value, column.absence) {
        (Value::None, Absence::Stored) => Some(Value::None),
        (Value::None, _) if stores_null => Some(Value::None),
        (Value::None, _) => None,
        (value, _) => Some(value.clone()),
    }
}
