//! Calls on tables by date.

use crate::model::Model;
use crate::spec::Unit;
use crate::value::Value;

use super::{Chooser, Op, Row};

/// A date, or a range of dates, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dates {
    /// A date.
    One(i64),
    /// `..`.
    All,
    /// `from..`.
    From(i64),
    /// `..to`.
    To(i64),
    /// `from..to`.
    Within(i64, i64),
    /// `from..=to`.
    Through(i64, i64),
}

/// A call on tables by date.
#[derive(Clone, Debug, PartialEq)]
pub enum DatedCall {
    /// `create`.
    Create(Dates),
    /// `drop_tables`.
    Drop(Dates),
    /// `truncate`.
    Truncate(Dates),
    /// `list`.
    List,
    /// `recompute`.
    Recompute(i64, Vec<Row>),
}

impl Dates {
    /// The first millisecond, and the first millisecond after the dates. The last date of an inclusive range stands for
    /// its whole period.
    fn bounds(self, unit: Unit) -> (i64, i64) {
        match self {
            Self::One(date) => (unit.start(date), unit.end(date)),
            Self::All => (i64::MIN, i64::MAX),
            Self::From(from) => (from, i64::MAX),
            Self::To(to) => (i64::MIN, to),
            Self::Within(from, to) => (from, to),
            Self::Through(from, to) => (from, unit.end(to)),
        }
    }

    /// Whether a part of the period that starts at `start` is within the dates.
    pub fn overlap(self, unit: Unit, start: i64) -> bool {
        let (from, to) = self.bounds(unit);
        from < to && start < to && from < unit.end(start)
    }

    /// Whether the whole period is within the dates.
    pub fn contain(self, unit: Unit, start: i64) -> bool {
        let (from, to) = self.bounds(unit);
        from <= start && unit.end(start) <= to
    }

    /// The source.
    pub fn source(self) -> String {
        let time = |ms| Value::Time(ms).to_string();
        match self {
            Self::One(date) => time(date),
            Self::All => "..".to_owned(),
            Self::From(from) => format!("{}..", time(from)),
            Self::To(to) => format!("..{}", time(to)),
            Self::Within(from, to) => format!("{}..{}", time(from), time(to)),
            Self::Through(from, to) => format!("{}..={}", time(from), time(to)),
        }
    }
}

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
