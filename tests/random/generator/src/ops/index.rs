//! Calls on tables with indexes.

use crate::civil::DAY_MS;
use crate::draw::Draw;
use crate::model::Model;
use crate::spec::Column;
use crate::value::Value;

use super::values::{bounds, indexed};
use super::{Chooser, IndexCall, IndexQuery, IndexRead, IndexValues, Op, filters};

impl Chooser<'_> {
    /// Chooses the next call on a table with indexes.
    pub(super) fn next_indexed(&mut self, model: &Model<'_>) -> Op {
        match self.draw.rng.u8(..36) {
            0..4 => Op::Put(self.row(model)),
            4 => Op::PutMany(self.rows_together(model)),
            5 => Op::Insert(self.row(model)),
            6 => Op::Replace(self.row(model)),
            7 | 8 => self.update(model),
            9 | 10 => Op::Delete(self.key(model)),
            11 => Op::Get(self.key(model)),
            12 => Op::GetMany(self.different_keys(model)),
            13..15 => Op::Scan(self.scan(model)),
            15 | 16 => self.advance(),
            17..21 => Op::Index(self.index_call()),
            21 => Op::PutStream(self.rows_together(model)),
            22 => Op::DeleteMany(self.different_keys(model)),
            23 | 24 => self.check(model),
            25 => self.mutation(model),
            26 => self.deleted_columns(model),
            27 if self.table.version().is_some() => self.rewrite(model),
            _ => Op::Query(self.index_query(model)),
        }
    }

    fn index_call(&mut self) -> IndexCall {
        let index = self.draw.rng.usize(..self.table.indexes.len());
        match self.draw.rng.u8(..7) {
            0 | 1 => IndexCall::CleanUp,
            2 => IndexCall::Lag,
            3 | 4 => IndexCall::Verify {
                index,
                repairs: self.draw.one_in(3),
            },
            _ => IndexCall::Sweep {
                index,
                min_age: *self.draw.pick(&[0, 10_000, 90_000, 7_200_000]),
            },
        }
    }

    pub(super) fn advance(&mut self) -> Op {
        Op::Advance(*self.draw.pick(&[7_000, 31_007, 3_600_007, DAY_MS + 7]))
    }

    fn index_query(&mut self, model: &Model<'_>) -> IndexQuery {
        let number = self.draw.rng.usize(..self.table.indexes.len());
        let index = &self.table.indexes[number];
        let row = self.key(model);
        let stored = model.values_of(&row);
        let table = self.table;
        let first_field = table.key.parts.len();
        let mut values = index.fields.iter().filter_map(|field| {
            let column = table.indexed_column(*field)?;
            let stored = stored.as_ref().map(|row| row[first_field + field].clone());
            Some(values(&mut self.draw, column, stored))
        });
        let first = values.next().unwrap_or(IndexValues::Any(Vec::new()));
        let is_open = matches!(first, IndexValues::Eq(_) | IndexValues::Any(_));
        let second = values.next();
        let second = second.filter(|_| is_open && self.draw.rng.bool());
        let filter = self.draw.one_in(4).then(|| filters::filter(self));
        let read = match self.draw.rng.u8(..10) {
            0..3 => IndexRead::Pages(self.draw.rng.usize(1..4)),
            3 | 4 if !table.sets.is_empty() => IndexRead::Set(self.set()),
            5 => IndexRead::Stream,
            6 => IndexRead::Batches,
            _ => IndexRead::Rows,
        };
        let is_limited = !matches!(read, IndexRead::Pages(_)) && self.draw.one_in(4);
        IndexQuery {
            index: number,
            first,
            second,
            filter,
            limit: is_limited.then(|| self.draw.rng.u64(1..4)),
            read,
        }
    }
}

/// Values to select, mostly with the value of a row.
fn values(draw: &mut Draw, column: &Column, stored: Option<Value>) -> IndexValues {
    let other = indexed(draw, column);
    let value = match stored {
        Some(stored) if !draw.one_in(4) => stored,
        _ => indexed(draw, column),
    };
    match draw.rng.u8(..6) {
        0 => IndexValues::Any(vec![value, other]),
        1 | 2 => {
            let mut ends = [value, other];
            ends.sort_by(|a, b| {
                crate::model::order_of_values(a, b).unwrap_or(std::cmp::Ordering::Equal)
            });
            let (low, high) = bounds(&mut draw.rng, ends, 3);
            IndexValues::Range(low, high)
        }
        3 if column.has_prefixes() => match value {
            Value::Text(text) => IndexValues::Prefix(text.chars().take(1).collect()),
            value => IndexValues::Eq(value),
        },
        _ => IndexValues::Eq(value),
    }
}
