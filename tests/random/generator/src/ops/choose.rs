//! Chooses random calls on a table.

use std::ops::Bound;

use crate::draw::Draw;
use crate::key;
use crate::make::order_of;
use crate::model::{Model, has_newest, order, singles};
use crate::pool;
use crate::spec::{Argument, Column, FieldRole, Order, Part, Salt, Table};
use crate::value::Value;

use super::filters;
use super::values::{bounds, indexed, names};
use super::{Arg, Condition, Direction, Op, Read, Row, Scan, Then};

/// Chooses calls on one table.
#[derive(Debug)]
pub struct Chooser<'t> {
    pub(super) table: &'t Table,
    pub(super) draw: Draw,
    /// A few values for each key part, so that rows share values.
    pools: Vec<Vec<Value>>,
    /// Whether one process makes all calls: each process starts with another value of a round-robin salt.
    turns_are_known: bool,
}

impl<'t> Chooser<'t> {
    /// Chooses the calls of a seed.
    pub fn new(table: &'t Table, seed: u64) -> Self {
        let mut draw = Draw::new(seed ^ 0x5eed);
        let key = &table.key;
        let pools = (0..key.parts.len())
            .map(|at| pool::of_part(&mut draw.rng, key, at))
            .collect();
        Self {
            table,
            draw,
            pools,
            turns_are_known: true,
        }
    }

    /// Chooses calls that several processes make, one after another.
    #[must_use]
    pub fn for_processes(self) -> Self {
        Self {
            turns_are_known: false,
            ..self
        }
    }

    /// Random key parts; some of them cannot be encoded as keys.
    pub fn some_keys(&mut self) -> Vec<Vec<Value>> {
        let table = self.table;
        let one = |draw: &mut Draw| -> Vec<Value> {
            table
                .key
                .parts
                .iter()
                .map(|part| pool::of_any_part(&mut draw.rng, part))
                .collect()
        };
        let date = table.first_periods().first().copied().map(Value::Time);
        let key = |draw: &mut Draw| one(draw).into_iter().chain(date.clone()).collect();
        (0..20).map(|_| key(&mut self.draw)).collect()
    }

    /// Whether every key part has a value.
    pub fn has_keys(&self) -> bool {
        self.pools.iter().all(|pool| !pool.is_empty())
    }

    /// Chooses the next call for a store in the model's state.
    pub fn next(&mut self, model: &Model<'_>) -> Op {
        let is_stamped = self.table.stamp().is_some();
        if self.draws_salts() {
            return self.next_with_copies(model);
        }
        if self.table.has_index() {
            return self.next_indexed(model);
        }
        match self.draw.rng.u8(..48) {
            0..8 => Op::Put(self.row(model)),
            8 => Op::PutMany(self.different_rows(model)),
            9 => Op::PutStream(self.different_rows(model)),
            10..12 => Op::Insert(self.row(model)),
            12..14 if !is_stamped => Op::Replace(self.row(model)),
            14 => Op::Delete(self.key(model)),
            15 => Op::DeleteMany(self.different_keys(model)),
            16..19 => Op::Get(self.key(model)),
            19 if !self.table.sets.is_empty() => Op::GetSet(self.key(model), self.set()),
            20 => Op::GetMany(self.different_keys(model)),
            21 => Op::Exists(self.key(model)),
            22..24 if !is_stamped && !self.table.is_recomputed() => self.check(model),
            24 if !is_stamped => self.mutation(model),
            25 => self.increment(model),
            26 if self.table.keeps_versions() => {
                let limit = self.draw.rng.bool().then(|| self.draw.rng.u32(1..4));
                Op::History(self.key(model), limit)
            }
            38..42 if self.table.entries().is_some() => self.entry_call(model),
            36 | 37 => match self.table.unit() {
                Some(unit) => self.dated_call(model, unit),
                None => Op::Scan(self.scan(model)),
            },
            27 => self.advance(),
            // After `recompute`, the cells of a row may be newer than the store's time.
            28..30 if !is_stamped && !self.table.is_recomputed() => self.column_write(model),
            30..36 if self.table.dynamic().is_some() => self.dynamic_call(model),
            _ => Op::Scan(self.scan(model)),
        }
    }

    fn next_with_copies(&mut self, model: &Model<'_>) -> Op {
        let row = self.row(model);
        match self.draw.rng.u8(..12) {
            0..4 if self.may_put(model, &row) => Op::Put(row),
            4 => Op::Delete(row),
            5..7 => Op::Get(self.key(model)),
            7 => Op::Exists(self.key(model)),
            8 => Op::Insert(row),
            _ => Op::Scan(self.scan(model)),
        }
    }

    /// Whether the result of a put is known. A put without cells may take a turn of a round-robin salt. A second put of a
    /// row with a random salt may store a second copy, or overwrite the first one. If the row sets its own timestamp, a
    /// delete of the first copy may also hide the second one.
    fn may_put(&self, model: &Model<'_>, row: &[Value]) -> bool {
        let knows_copies = self.turns_are_known
            && self.table.stamp().is_none()
            && matches!(self.table.key.salt, Salt::RoundRobin(_));
        model.has_cells_to_put(row) && (knows_copies || !model.had(row))
    }

    fn draws_salts(&self) -> bool {
        matches!(self.table.key.salt, Salt::Random(_) | Salt::RoundRobin(_))
    }

    /// A random row whose key can be encoded.
    pub(super) fn row(&mut self, model: &Model<'_>) -> Row {
        let mut row = self.parts(model);
        let is_date = usize::from(self.table.unit().is_some());
        for (at, field) in self.table.fields.iter().enumerate().skip(is_date) {
            if let FieldRole::Column(column) = &field.role
                && self.table.is_indexed(at)
            {
                row.push(indexed(&mut self.draw, column));
                continue;
            }
            let rng = &mut self.draw.rng;
            row.push(match &field.role {
                FieldRole::Column(column) => pool::of_column(rng, column),
                FieldRole::Counter => Value::Int(0),
                FieldRole::Group(group) if group.optional && rng.bool() => Value::None,
                FieldRole::Group(group) => {
                    let columns = group.columns.iter();
                    Value::Group(
                        columns
                            .map(|(_, column)| pool::of_column(rng, column))
                            .collect(),
                    )
                }
                FieldRole::Dynamic(dynamic) if dynamic.is_map => {
                    let named = names(rng, dynamic.name.1)
                        .into_iter()
                        .map(|name| (name, pool::cell(rng, dynamic.value.1)));
                    Value::Map(named.collect())
                }
                FieldRole::Dynamic(_)
                | FieldRole::Entries(_)
                | FieldRole::RowIndex
                | FieldRole::TableDate(_)
                | FieldRole::Skip => Value::None,
                FieldRole::Timestamp(stamp) => pool::stamp(rng, *stamp, model.now),
            });
        }
        row
    }

    /// Random key parts that can be encoded as a key, and a date whose table exists.
    pub(super) fn parts(&mut self, model: &Model<'_>) -> Vec<Value> {
        let periods = model.periods();
        loop {
            let mut parts: Vec<Value> = self
                .pools
                .iter()
                .map(|pool| self.draw.rng.choice(pool).cloned())
                .map(|value| value.unwrap_or(Value::None))
                .collect();
            if key::encode(&self.table.key, &parts, 0).is_ok() {
                if !periods.is_empty() {
                    let start = *self.draw.pick(&periods);
                    parts.push(Value::Time(self.time_in(start)));
                }
                return parts;
            }
        }
    }

    /// A random key, in most cases of an existing row.
    pub(super) fn key(&mut self, model: &Model<'_>) -> Row {
        let keys = model.keys();
        if self.draw.one_in(4) || keys.is_empty() {
            return self.parts(model);
        }
        self.draw.pick(&keys).clone()
    }

    pub(super) fn set(&mut self) -> usize {
        self.draw.rng.usize(..self.table.sets.len())
    }

    /// The columns that are fields of the struct itself, with their indexes in a row.
    pub(super) fn columns(&self) -> Vec<(usize, &'t Column)> {
        let first = self.table.key.parts.len();
        let fields = self.table.fields.iter().enumerate();
        fields
            .filter_map(|(at, field)| match &field.role {
                FieldRole::Column(column) => Some((first + at, column)),
                _ => None,
            })
            .collect()
    }

    pub(super) fn counters(&self) -> Vec<usize> {
        let first = self.table.key.parts.len();
        let fields = self.table.fields.iter().enumerate();
        let counters = fields.filter(|(_, field)| matches!(field.role, FieldRole::Counter));
        counters.map(|(at, _)| first + at).collect()
    }

    /// With a timestamp field, a delete covers the versions up to the newest cell that the scan reads. It does not read
    /// the dynamic columns of `Dynamic` and `Entries`.
    fn deletes_scans(&self) -> bool {
        let has_unread = self.table.dynamic().is_some() || self.table.entries().is_some();
        !self.table.has_index() && !(has_unread && self.table.stamp().is_some())
    }

    fn check(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let count = self.table.key_len();
        let condition = if self.draw.rng.bool() && model.has(&key) {
            Condition::That(filters::filter(self))
        } else {
            let columns = self.columns();
            let (at, column) = columns[self.draw.rng.usize(..columns.len().min(2))];
            Condition::Is(at, pool::of_column(&mut self.draw.rng, column))
        };
        let row = [
            key.clone()[..count].to_vec(),
            self.row(model)[count..].to_vec(),
        ]
        .concat();
        let then = match self.draw.rng.u8(..4) {
            0 => Then::Put(row),
            1 => Then::Replace(row),
            2 => Then::Delete,
            _ => match self.changes() {
                Some(changes) => Then::Mutate(changes),
                None => Then::Delete,
            },
        };
        Op::Check(key, condition, then)
    }

    fn mutation(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        match self.changes() {
            Some(changes) => Op::Mutate(key, changes),
            None => Op::Get(key),
        }
    }

    fn increment(&mut self, model: &Model<'_>) -> Op {
        let counters = self.counters();
        let key = self.key(model);
        if counters.is_empty() {
            return Op::Get(key);
        }
        let column = *self.draw.pick(&counters);
        Op::Increment(key, column, self.draw.rng.i64(-3..9))
    }

    pub(super) fn scan(&mut self, model: &Model<'_>) -> Scan {
        let shape = self.draw.rng.usize(..self.table.shapes.len());
        let form = &self.table.shapes[shape];
        let row = self.key(model);
        let parts = &self.table.key.parts;
        let marked = parts
            .iter()
            .zip(&row)
            .filter(|(part, _)| form.salted_by && part.salt.is_some());
        let salts = marked.map(|(_, value)| value.clone()).collect();
        let arguments = form.arguments.iter().zip(parts).enumerate();
        let args = arguments
            .map(|(at, (argument, part))| self.arg(*argument, at, part, &row[at]))
            .collect();
        let filter = self.draw.one_in(3).then(|| filters::filter(self));
        let unit = self.table.unit();
        let dates = unit.map(|unit| self.dates(unit));
        let mut scan = Scan {
            shape,
            salts,
            args,
            dates,
            is_current: self.table.is_recomputed() && self.draw.one_in(3),
            filter,
            direction: Direction::Forward,
            limit: None,
            offset: 0,
            read: Read::Rows,
        };
        self.read(&mut scan);
        scan
    }

    fn arg(&mut self, argument: Argument, at: usize, part: &Part, value: &Value) -> Arg {
        match argument {
            Argument::Value => Arg::Value(value.clone()),
            Argument::Prefix => Arg::Prefix(self.start_of(value)),
            Argument::Every | Argument::Any => Arg::Every,
            Argument::Range => {
                let (low, high) = self.range(at, part, value);
                Arg::Range(low, high)
            }
            Argument::IsIn => {
                let count = self.draw.rng.usize(..4);
                Arg::IsIn((0..count).map(|_| self.value_near(at, value)).collect())
            }
            Argument::Ranges => {
                let count = self.draw.rng.usize(..4);
                let ranges = (0..count).map(|_| {
                    let from = self.value_near(at, value);
                    self.range(at, part, &from)
                });
                Arg::Ranges(ranges.collect())
            }
        }
    }

    /// The value, or another one of the part.
    fn value_near(&mut self, at: usize, value: &Value) -> Value {
        let pool = &self.pools[at];
        let other = self.draw.rng.choice(pool).unwrap_or(value).clone();
        if self.draw.one_in(3) {
            value.clone()
        } else {
            other
        }
    }

    fn range(&mut self, at: usize, part: &Part, value: &Value) -> (Bound<Value>, Bound<Value>) {
        let other = self
            .draw
            .rng
            .choice(&self.pools[at])
            .unwrap_or(value)
            .clone();
        let mut ends = [value.clone(), other];
        ends.sort_by(|a, b| order(part, a, b));
        bounds(&mut self.draw.rng, ends, 4)
    }

    fn start_of(&mut self, value: &Value) -> Value {
        match value {
            Value::Text(text) => {
                let count = self.draw.rng.usize(..=text.chars().count());
                Value::Text(text.chars().take(count).collect())
            }
            Value::Bytes(bytes) => {
                Value::Bytes(bytes[..self.draw.rng.usize(..=bytes.len())].to_vec())
            }
            other => other.clone(),
        }
    }

    /// Chooses the scan's direction, and how its rows are read.
    fn read(&mut self, scan: &mut Scan) {
        let shape = &self.table.shapes[scan.shape];
        let order = order_of(&self.table.key, shape);
        let newest = order == Order::Key && has_newest(&self.table.key.parts, singles(scan));
        scan.direction = match self.draw.rng.u8(..6) {
            0 if order != Order::Skip => Direction::Reversed,
            1 | 2 if newest => Direction::NewestFirst,
            3 => Direction::Unordered,
            _ => Direction::Forward,
        };
        let is_unordered = scan.direction == Direction::Unordered;
        scan.read = match self.draw.rng.u8(..10) {
            0 => Read::First,
            1 => Read::Count,
            2 => Read::Keys,
            3 | 4 if !is_unordered && !self.draws_salts() => Read::Pages(self.draw.rng.usize(1..4)),
            5 | 6 if !self.table.sets.is_empty() => Read::Set(self.set()),
            7 if self.draw.one_in(3) && !is_unordered && self.deletes_scans() => Read::Delete,
            _ => Read::Rows,
        };
        let counts = matches!(
            scan.read,
            Read::Rows | Read::Set(_) | Read::Keys | Read::Count
        );
        if counts && !self.draws_salts() {
            scan.limit = self.draw.one_in(3).then(|| self.draw.rng.u64(..4));
            scan.offset = if self.draw.one_in(4) && !is_unordered {
                self.draw.rng.u64(..3)
            } else {
                0
            };
        }
    }
}
