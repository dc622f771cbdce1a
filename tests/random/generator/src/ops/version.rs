//! Chooses the versions of rows.

use crate::model::Model;
use crate::pool;
use crate::spec::Column;
use crate::value::Value;

use super::{Chooser, Op, Row};

impl Chooser<'_> {
    /// The version of a row that is to be written: the stored one in half of the cases; otherwise an older one, one that the
    /// row had before or will have, that of a new row, or any number.
    pub(super) fn version(&mut self, model: &Model<'_>, key: &[Value], of: &Column) -> Value {
        let stored = model.version_of(key);
        let rng = &mut self.draw.rng;
        let version = match rng.u8(..12) {
            0 | 1 => stored - 1,
            2 => stored + 1,
            3 => rng.i8(1..5).into(),
            4 => 0,
            5 => return pool::cell(rng, of.of.kind),
            _ => stored,
        };
        let (min, max) = of.of.kind.bounds();
        Value::Int(version.clamp(min, max))
    }

    /// A write by another program, mostly of an existing row.
    pub(super) fn rewrite(&mut self, model: &Model<'_>) -> Op {
        let keys = model.keys();
        let key = if keys.is_empty() || self.draw.one_in(8) {
            self.parts(model)
        } else {
            self.draw.pick(&keys).clone()
        };
        let Some((_, column)) = self.table.version().filter(|_| self.table.unit().is_none()) else {
            return Op::Get(key);
        };
        let (min, max) = column.of.kind.bounds();
        let version = match self.draw.rng.u8(..8) {
            0..3 => None,
            3 => Some(0),
            4 => Some(max),
            5 => Some(max - 1),
            6 => Some(min),
            _ => Some(self.draw.rng.i8(0..9).into()),
        };
        Op::Rewrite(key, version.map(Value::Int))
    }

    /// Rows for one call, of which the last one may have the key of another one: a second write of this row. The guide does
    /// not specify the times of several versions or entries that one call writes.
    pub(super) fn rows_together(&mut self, model: &Model<'_>) -> Vec<Row> {
        let mut rows = self.different_rows(model);
        let Some((field, _)) = self.table.version() else {
            return rows;
        };
        let shows_times = self.table.keeps_versions() || self.table.has_index();
        if rows.is_empty() || shows_times || !self.draw.one_in(3) {
            return rows;
        }
        let first = self.draw.pick(&rows).clone();
        let mut second = self.row_of(&first[..self.table.key_len()], model);
        let at = self.table.key.parts.len() + field;
        if let (Value::Int(version), true) = (&first[at], self.draw.rng.bool()) {
            second[at] = Value::Int(version.saturating_add(1));
        }
        let is_legal = |value: &Value| match (value, self.table.version()) {
            (Value::Int(number), Some((_, column))) => *number <= column.of.kind.bounds().1,
            _ => false,
        };
        rows.extend(is_legal(&second[at]).then_some(second));
        rows
    }
}
