//! Chooses random scans.

use std::ops::Bound;

use crate::make::order_of;
use crate::model::{Model, has_newest, order, singles};
use crate::spec::{Argument, Order, Part, Tested};
use crate::value::Value;

use super::values::bounds;
use super::{Arg, Chooser, Direction, Read, Scan, filters};

impl Chooser<'_> {
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
        let condition = form.condition.map(|(at, tested)| match tested {
            Tested::By(argument) => self.arg(argument, at, &parts[at], &row[at]),
            Tested::Other => Arg::Other(row[at].clone()),
        });
        let filter = self.draw.one_in(3).then(|| filters::filter(self));
        let unit = self.table.unit();
        let dates = unit.map(|unit| self.dates(unit));
        let mut scan = Scan {
            shape,
            salts,
            args,
            condition,
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
            Argument::Under => Arg::Under(domain(&mut self.draw.rng, value)),
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
        // A bound is never `None`.
        let ends = [value.clone(), other];
        let mut ends = match ends {
            ends if !ends.iter().any(Value::is_none) => ends,
            _ => return (Bound::Unbounded, Bound::Unbounded),
        };
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
        // A condition may give a part a single value.
        let is_changed = shape
            .condition
            .is_some_and(|(part, _)| part <= singles(scan));
        let newest =
            order == Order::Key && !is_changed && has_newest(&self.table.key.parts, singles(scan));
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
            8 | 9 if self.reads_columns(scan) => Read::Columns,
            7 if self.draw.one_in(3) && !is_unordered && self.deletes_scans() => Read::Delete,
            _ => Read::Rows,
        };
        if scan.read == Read::Columns {
            (scan.filter, scan.direction) = (None, Direction::Forward);
            scan.limit = self.draw.one_in(3).then(|| self.draw.rng.u64(..4));
            return;
        }
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

    /// Whether `dynamic_scan` accepts the scan, and the order of its rows is known.
    fn reads_columns(&self, scan: &Scan) -> bool {
        let shape = &self.table.shapes[scan.shape];
        self.table.dynamic().is_some()
            && self.table.unit().is_none()
            && order_of(&self.table.key, shape) != Order::Skip
            && !self.draws_salts()
    }

    /// With a timestamp field, a delete covers the versions up to the newest cell that the scan reads. It does not read
    /// the dynamic columns of `Dynamic` and `Entries`.
    fn deletes_scans(&self) -> bool {
        let has_unread = self.table.dynamic().is_some() || self.table.entries().is_some();
        !(has_unread && self.table.stamp().is_some())
    }
}

/// The value without some of its first labels, as a domain with a label.
fn domain(rng: &mut fastrand::Rng, value: &Value) -> Value {
    let text = match value {
        Value::Text(text) => text.as_str(),
        _ => "",
    };
    let starts = text.match_indices('.').map(|(at, _)| at + 1);
    let starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    let domain = &text[starts[rng.usize(..starts.len())]..];
    let has_label = domain.split('.').any(|label| !label.is_empty());
    Value::Text(if has_label { domain } else { "com" }.to_owned())
}
