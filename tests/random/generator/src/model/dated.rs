//! Tables by date.

use crate::ops::{Arg, DatedCall, Dates, Op, Outcome, Row, Scan};
use crate::value::Value;

use super::{Model, StoredRow};

/// A timestamp after all times of the store. `recompute` takes its timestamps from the program's clock.
const GENERATIONS: i64 = 4_000_000_000_000;

impl Model<'_> {
    /// The starts of the periods that have a table.
    pub fn periods(&self) -> Vec<i64> {
        self.tables.keys().copied().collect()
    }

    /// The period of a key.
    pub(super) fn period(&self, key: &[Value]) -> Option<i64> {
        match (self.table.unit()?, key.get(self.table.key.parts.len())?) {
            (unit, Value::Time(ms)) => Some(unit.start(*ms)),
            _ => None,
        }
    }

    /// Whether the table of the call's key is missing.
    pub(super) fn lacks_table(&self, op: &Op) -> bool {
        let is_missing = |key: &[Value]| {
            let period = self.period(key);
            period.is_some_and(|period| !self.tables.contains_key(&period))
        };
        match op {
            // A row that cannot be written is rejected before the table is looked up.
            Op::Put(row) => {
                is_missing(row) && !self.cells_of(row).0.is_empty() && self.has_next_version(row)
            }
            Op::Get(key) | Op::Exists(key) | Op::Delete(key) => is_missing(key),
            Op::Scan(Scan {
                dates: Some(Dates::One(date)),
                ..
            }) => {
                let unit = self.table.unit();
                !unit.is_some_and(|unit| self.tables.contains_key(&unit.start(*date)))
            }
            _ => false,
        }
    }

    /// The result of a call whose table is missing. A scan that selects no row sends no request, and the guide does not
    /// specify its result.
    pub(super) fn without_table(op: &Op) -> Outcome {
        match op {
            Op::Scan(scan) if scan.limit == Some(0) => Outcome::Unknown,
            Op::Scan(scan)
                if scan
                    .args
                    .iter()
                    .chain(&scan.condition)
                    .any(may_select_nothing) =>
            {
                Outcome::Unknown
            }
            _ => Outcome::error("NotFound"),
        }
    }

    /// Whether the row is in a table that the scan reads.
    pub(super) fn is_in_dates(&self, row: &StoredRow, scan: &Scan) -> bool {
        let (Some(unit), Some(dates)) = (self.table.unit(), scan.dates) else {
            return true;
        };
        let period = self.period(&row.parts);
        period.is_some_and(|period| dates.overlap(unit, period))
    }

    /// The rows that a scan can read. With `current`, these are the rows of the last recomputation of each table.
    pub(super) fn readable(&self, scan: &Scan) -> Vec<StoredRow> {
        let mut rows = self.rows.clone();
        if scan.is_current {
            for row in &mut rows {
                let period = self.period(&row.parts);
                let generation = period.and_then(|period| self.tables.get(&period));
                if let Some(Some(generation)) = generation {
                    row.cells.retain(|cell| cell.at == *generation);
                }
            }
        }
        rows
    }

    pub(super) fn dated(&mut self, call: &DatedCall) -> Outcome {
        let Some(unit) = self.table.unit() else {
            return Outcome::Unknown;
        };
        let periods = match call {
            DatedCall::List => self.periods(),
            DatedCall::Create(dates) => {
                let used = unit.periods().into_iter();
                let new = used.filter(|period| {
                    dates.overlap(unit, *period) && !self.tables.contains_key(period)
                });
                let new: Vec<i64> = new.collect();
                self.tables.extend(new.iter().map(|period| (*period, None)));
                new
            }
            DatedCall::Drop(dates) => {
                let dropped = self.emptied(*dates);
                self.tables.retain(|period, _| !dropped.contains(period));
                dropped
            }
            DatedCall::Truncate(dates) => self.emptied(*dates),
            DatedCall::Recompute(date, rows) => return self.recompute(unit.start(*date), rows),
        };
        let periods = periods.into_iter();
        Outcome::Rows(periods.map(|period| vec![Value::Time(period)]).collect())
    }

    /// Removes all rows of the tables within these dates, and returns their periods.
    fn emptied(&mut self, dates: Dates) -> Vec<i64> {
        let Some(unit) = self.table.unit() else {
            return Vec::new();
        };
        let mut emptied = self.periods();
        emptied.retain(|period| dates.contain(unit, *period));
        for period in &emptied {
            self.tables.insert(*period, None);
        }
        let mut rows = std::mem::take(&mut self.rows);
        rows.retain(|row| {
            let period = self.period(&row.parts);
            period.is_none_or(|period| !emptied.contains(&period))
        });
        self.rows = rows;
        emptied
    }

    /// Replaces the rows of a period. The older cells of its rows are deleted up to the time of the new rows.
    fn recompute(&mut self, period: i64, rows: &[Row]) -> Outcome {
        self.writes += 1;
        let generation = GENERATIONS + i64::from(self.writes);
        let old: Vec<Vec<Value>> = self
            .rows
            .iter()
            .filter(|row| self.period(&row.parts) == Some(period) && !self.all_kept(row).is_empty())
            .map(|row| row.parts.clone())
            .collect();
        for parts in old {
            self.row(parts, 0).deleted = generation - 1;
        }
        for row in rows {
            let Some(parts) = self.stored_key(row) else {
                return Outcome::error("Encode");
            };
            let (cells, _) = self.cells_of(row);
            self.write(&parts, cells, Some(generation));
        }
        self.tables.insert(period, Some(generation));
        Outcome::Count(rows.len() as u64)
    }
}

/// Whether an argument may select no value of its part.
fn may_select_nothing(arg: &Arg) -> bool {
    matches!(arg, Arg::Range(..) | Arg::IsIn(_) | Arg::Ranges(_))
}
