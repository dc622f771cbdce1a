//! Chooses random calls on a table.

use crate::draw::Draw;
use crate::key;
use crate::model::Model;
use crate::pool;
use crate::spec::{Column, FieldRole, Salt, Table};
use crate::value::Value;

use super::filters;
use super::values::{indexed, names};
use super::{Condition, Op, Row, Then};

/// Chooses calls on one table.
#[derive(Debug)]
pub struct Chooser<'t> {
    pub(super) table: &'t Table,
    pub(super) draw: Draw,
    /// A few values for each key part, so that rows share values.
    pub(super) pools: Vec<Vec<Value>>,
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
            8 => Op::PutMany(self.rows_together(model)),
            9 => Op::PutStream(self.rows_together(model)),
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
            42 if !is_stamped && !self.table.is_recomputed() => self.update(model),
            43 | 44 if self.table.version().is_some() => self.rewrite(model),
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

    pub(super) fn draws_salts(&self) -> bool {
        matches!(self.table.key.salt, Salt::Random(_) | Salt::RoundRobin(_))
    }

    /// A random row whose key can be encoded.
    pub(super) fn row(&mut self, model: &Model<'_>) -> Row {
        let key = self.parts(model);
        self.row_of(&key, model)
    }

    /// A random row with this key.
    pub(super) fn row_of(&mut self, key: &[Value], model: &Model<'_>) -> Row {
        let mut row = key.to_vec();
        let is_date = usize::from(self.table.unit().is_some());
        for (at, field) in self.table.fields.iter().enumerate().skip(is_date) {
            if let FieldRole::Column(column) = &field.role
                && self.table.is_indexed(at)
            {
                row.push(indexed(&mut self.draw, column));
                continue;
            }
            if let FieldRole::Column(column) = &field.role
                && column.is_version()
            {
                row.push(self.version(model, key, column));
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

    /// A change of a row by a function, which may decline it.
    pub(super) fn update(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let row = self.row_of(&key, model);
        Op::Update(key, (!self.draw.one_in(4)).then_some(row))
    }

    pub(super) fn check(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let condition = if self.draw.rng.bool() && model.has(&key) {
            Condition::That(filters::filter(self))
        } else {
            let columns = self.columns();
            let (at, column) = columns[self.draw.rng.usize(..columns.len().min(2))];
            Condition::Is(at, pool::of_column(&mut self.draw.rng, column))
        };
        let row = self.row_of(&key, model);
        // After a condition, all other writes of a row with a version are errors.
        let number = if self.table.version().is_some() && self.draw.rng.bool() {
            2
        } else {
            self.draw.rng.u8(..4)
        };
        let then = match number {
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

    pub(super) fn mutation(&mut self, model: &Model<'_>) -> Op {
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
}
