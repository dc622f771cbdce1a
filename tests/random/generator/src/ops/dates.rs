//! Calls on tables by date.

use crate::model::Model;
use crate::spec::Unit;
use crate::value::Value;

use super::{Chooser, DatedCall, Dates, Op};

impl Chooser<'_> {
    /// A random call on the tables. At least one table is left.
    pub(super) fn dated_call(&mut self, model: &Model<'_>, unit: Unit) -> Op {
        let call = match self.draw.rng.u8(..7) {
            0 => {
                let (from, to) = (self.any_time(unit), self.any_time(unit));
                DatedCall::Create(match self.draw.rng.u8(..3) {
                    0 => Dates::One(from),
                    1 => Dates::Within(from, to),
                    _ => Dates::Through(from, to),
                })
            }
            1 => DatedCall::Drop(self.dates(unit)),
            2 => DatedCall::Truncate(self.dates(unit)),
            3 => DatedCall::List,
            _ if self.table.is_recomputed() => return self.recompute(model),
            _ => return self.on_missing_table(model, unit),
        };
        let op = Op::Dated(call);
        let mut after = model.clone();
        after.run(&op);
        if after.periods().is_empty() {
            Op::Dated(DatedCall::List)
        } else {
            op
        }
    }

    fn recompute(&mut self, model: &Model<'_>) -> Op {
        let (parts, len) = (self.table.key.parts.len(), self.table.key_len());
        let mut rows = self.different_rows(model);
        let date = self.parts(model)[parts].clone();
        for row in &mut rows {
            row[parts..len].clone_from_slice(std::slice::from_ref(&date));
        }
        let rows = self.without_repeated(rows);
        let Value::Time(date) = date else {
            return Op::Dated(DatedCall::List);
        };
        Op::Dated(DatedCall::Recompute(date, rows))
    }

    /// A call whose table may be missing.
    fn on_missing_table(&mut self, model: &Model<'_>, unit: Unit) -> Op {
        let mut row = self.row(model);
        row[self.table.key.parts.len()] = Value::Time(self.any_time(unit));
        let key = row[..self.table.key_len()].to_vec();
        match self.draw.rng.u8(..4) {
            0 => Op::Put(row),
            1 => Op::Get(key),
            2 => Op::Exists(key),
            _ => Op::Delete(key),
        }
    }

    /// Random dates.
    pub(super) fn dates(&mut self, unit: Unit) -> Dates {
        let (from, to) = (self.any_time(unit), self.any_time(unit));
        match self.draw.rng.u8(..8) {
            0..3 => Dates::One(from),
            3 => Dates::All,
            4 => Dates::From(from),
            5 => Dates::To(to),
            6 => Dates::Within(from.min(to), from.max(to)),
            _ => Dates::Through(from.min(to), from.max(to)),
        }
    }

    /// A time in one of the periods, which may have no table.
    fn any_time(&mut self, unit: Unit) -> i64 {
        let start = *self.draw.pick(&unit.periods());
        self.time_in(start)
    }

    /// The start of a period, or a time within it.
    pub(super) fn time_in(&mut self, start: i64) -> i64 {
        if self.draw.one_in(3) {
            start + 1_234_567
        } else {
            start
        }
    }
}
