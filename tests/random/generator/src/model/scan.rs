//! Scans.

use std::cmp::{Ordering, Reverse};
use std::ops::Bound;

use crate::key;
use crate::make::order_of;
use crate::ops::{Arg, Direction, Filter, Outcome, Read, Row, Scan};
use crate::spec::{Encoding, Order, Part, TimeForm};
use crate::types::Kind;
use crate::value::Value;

use super::{Model, StoredRow};

impl Model<'_> {
    pub(super) fn scan(&mut self, scan: &Scan) -> Outcome {
        if scan.read == Read::Columns {
            return self.columns_of_rows(scan);
        }
        let readable = self.readable(scan);
        let mut rows: Vec<&StoredRow> = readable
            .iter()
            .filter(|row| self.finds(row, scan))
            .collect();
        self.sort(&mut rows, scan);
        match scan.read {
            Read::Count => Outcome::Count(Self::limited(rows, scan).len() as u64),
            Read::Delete => {
                let found: Vec<(Vec<Value>, u32)> = rows
                    .iter()
                    .map(|row| (row.parts.clone(), row.copy))
                    .collect();
                let count = found.len() as u64;
                for (parts, copy) in &found {
                    self.delete_copy(parts, *copy);
                }
                Outcome::Count(count)
            }
            _ => self.returned(rows, scan),
        }
    }

    /// Whether the scan returns the row, before limit and offset apply.
    pub(super) fn finds(&self, row: &StoredRow, scan: &Scan) -> bool {
        let parts = self.table.key.parts.iter().zip(&row.parts);
        let selected = parts
            .zip(&scan.args)
            .all(|((part, value), arg)| selects(part, arg, value));
        let condition = self.table.shapes[scan.shape].condition;
        let matches = condition.zip(scan.condition.as_ref());
        let matches = matches
            .is_none_or(|((at, _), arg)| selects(&self.table.key.parts[at], arg, &row.parts[at]));
        let marked = self
            .table
            .key
            .parts
            .iter()
            .zip(&row.parts)
            .filter(|(part, _)| part.salt.is_some());
        let salted = marked
            .zip(&scan.salts)
            .all(|((part, value), salt)| key::stored(part, salt) == *value);
        let read: Vec<usize> = match (scan.read, &scan.filter) {
            (Read::Set(set), filter) => {
                let mut columns = self.table.sets[set].clone();
                if let Some(filter) = filter {
                    columns_of(filter, &mut columns);
                }
                columns
            }
            _ => Vec::new(),
        };
        let exists = match scan.read {
            Read::Set(_) => read.iter().any(|column| self.has_field(row, *column)),
            Read::Columns => true,
            _ => self.has_cells(row),
        };
        self.is_in_dates(row, scan)
            && selected
            && matches
            && salted
            && exists
            && scan
                .filter
                .as_ref()
                .is_none_or(|filter| self.passes(row, filter))
    }

    fn sort(&self, rows: &mut [&StoredRow], scan: &Scan) {
        let table_key = &self.table.key;
        let shape = &self.table.shapes[scan.shape];
        let by_salt = match order_of(table_key, shape) {
            Order::Key => false,
            Order::Stored => true,
            Order::Skip => shape.any_salt,
        };
        let bytes = |row: &StoredRow| {
            let bytes = if by_salt {
                key::encode(table_key, &row.parts, row.copy)
            } else {
                key::unsalted(table_key, &row.parts)
            };
            bytes.unwrap_or_default()
        };
        rows.sort_by_key(|row| bytes(row));
        let is_descending = match scan.direction {
            Direction::Reversed => true,
            Direction::NewestFirst => self.newest_is_last(scan),
            Direction::Forward | Direction::Unordered => false,
        };
        if is_descending {
            rows.reverse();
        }
        // The tables are read in the order of their dates.
        rows.sort_by_key(|row| self.period(&row.parts));
        let newest_first = matches!(scan.direction, Direction::Reversed | Direction::NewestFirst);
        if newest_first {
            rows.sort_by_key(|row| Reverse(self.period(&row.parts)));
        }
    }

    /// Whether the newest rows of a scan have the largest keys. The first key part without a single value decides this.
    fn newest_is_last(&self, scan: &Scan) -> bool {
        let open = self.table.key.parts.get(singles(scan));
        open.is_some_and(|part| {
            let newest_first = matches!(
                part.encoding,
                Encoding::Time {
                    newest_first: true,
                    ..
                } | Encoding::Time {
                    form: TimeForm::Negated,
                    ..
                }
            );
            newest_first == part.desc
        })
    }

    fn limited<'r>(mut rows: Vec<&'r StoredRow>, scan: &Scan) -> Vec<&'r StoredRow> {
        let offset = usize::try_from(scan.offset)
            .unwrap_or(usize::MAX)
            .min(rows.len());
        rows.drain(..offset);
        let limit = match scan.read {
            Read::First => Some(1),
            _ => scan.limit,
        };
        rows.truncate(limit.map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        }));
        rows
    }

    fn returned(&self, rows: Vec<&StoredRow>, scan: &Scan) -> Outcome {
        let is_ordered = scan.direction != Direction::Unordered && !self.has_copies();
        let all = rows.clone();
        let rows = if is_ordered {
            Self::limited(rows, scan)
        } else {
            rows
        };
        let read: Result<Vec<Row>, ()> = rows
            .iter()
            .map(|row| self.read_as(row, scan.read))
            .collect();
        let Ok(read) = read else {
            let is_whole = scan.limit.is_none() && scan.offset == 0 && is_ordered;
            return if is_whole && scan.read == Read::Rows {
                Outcome::error("Decode")
            } else {
                Outcome::Unknown
            };
        };
        let skips_undecodable = all.iter().any(|row| self.read_as(row, scan.read).is_err());
        if skips_undecodable && scan.offset > 0 {
            return Outcome::Unknown;
        }
        match (scan.read, is_ordered) {
            (Read::First, true) => Outcome::Row(read.into_iter().next()),
            (Read::First, false) => Outcome::Unknown,
            (_, true) => Outcome::Rows(read),
            (_, false) => Outcome::Any(read, scan.limit),
        }
    }

    fn read_as(&self, row: &StoredRow, read: Read) -> Result<Row, ()> {
        match read {
            Read::Keys => Ok(row.parts.clone()),
            Read::Set(set) => self.read_set(row, &self.table.sets[set]),
            _ => self.read(row),
        }
    }
}

/// The number of leading key parts for which the scan has a single value.
pub fn singles(scan: &Scan) -> usize {
    scan.args
        .iter()
        .take_while(|arg| matches!(arg, Arg::Value(_)))
        .count()
}

fn columns_of(filter: &Filter, to: &mut Vec<usize>) {
    match filter {
        Filter::Column(column, _) => to.push(*column),
        Filter::And(a, b) | Filter::Or(a, b) => {
            columns_of(a, to);
            columns_of(b, to);
        }
        Filter::Not(inner) => columns_of(inner, to),
    }
}

fn selects(part: &Part, arg: &Arg, value: &Value) -> bool {
    match arg {
        Arg::Every => true,
        Arg::Value(wanted) => key::stored(part, wanted) == *value,
        Arg::Other(other) => key::stored(part, other) != *value,
        Arg::IsIn(wanted) => wanted
            .iter()
            .any(|wanted| key::stored(part, wanted) == *value),
        Arg::Ranges(ranges) => ranges
            .iter()
            .any(|(low, high)| selects(part, &Arg::Range(low.clone(), high.clone()), value)),
        Arg::Prefix(Value::Text(prefix)) => {
            matches!(value, Value::Text(text) if text.starts_with(prefix))
        }
        Arg::Prefix(Value::Bytes(prefix)) => {
            matches!(value, Value::Bytes(bytes) if bytes.starts_with(prefix))
        }
        Arg::Prefix(_) => false,
        Arg::Under(Value::Text(domain)) => {
            let below = format!(".{domain}");
            matches!(value, Value::Text(text) if text == domain || text.ends_with(&below))
        }
        Arg::Under(_) => false,
        Arg::Range(low, high) if part.is_aligned() => touches(part, value, low, high),
        Arg::Range(low, high) => {
            let above = match low {
                Bound::Included(low) => order(part, value, low) != Ordering::Less,
                Bound::Excluded(low) => order(part, value, low) == Ordering::Greater,
                Bound::Unbounded => true,
            };
            let below = match high {
                Bound::Included(high) => order(part, value, high) != Ordering::Greater,
                Bound::Excluded(high) => order(part, value, high) == Ordering::Less,
                Bound::Unbounded => true,
            };
            above && below
        }
    }
}

/// Whether a range contains a millisecond of a period.
fn touches(part: &Part, period: &Value, low: &Bound<Value>, high: &Bound<Value>) -> bool {
    let Encoding::Time {
        align: Some((_, length)),
        ..
    } = part.encoding
    else {
        return false;
    };
    let (first, last) = millis(low, high);
    let period = time(period);
    first <= last && first < period + length && last >= period
}

/// The first and the last millisecond of a range of times.
pub(super) fn millis(low: &Bound<Value>, high: &Bound<Value>) -> (i64, i64) {
    let first = match low {
        Bound::Included(low) => time(low),
        Bound::Excluded(low) => time(low) + 1,
        Bound::Unbounded => i64::MIN,
    };
    let last = match high {
        Bound::Included(high) => time(high),
        Bound::Excluded(high) => time(high) - 1,
        Bound::Unbounded => i64::MAX,
    };
    (first, last)
}

pub(super) fn time(value: &Value) -> i64 {
    match value {
        Value::Time(ms) => *ms,
        _ => 0,
    }
}

/// The order of two values of a key part. Floats have a total order.
pub fn order(part: &Part, a: &Value, b: &Value) -> Ordering {
    let zero = |value: f64| {
        if value == 0.0 && part.encoding == Encoding::Native {
            0.0
        } else {
            value
        }
    };
    match (a, b) {
        (Value::F32(a), Value::F32(b)) => {
            let (a, b) = (f32::from_bits(*a), f32::from_bits(*b));
            zero(a.into()).total_cmp(&zero(b.into()))
        }
        (Value::F64(a), Value::F64(b)) => {
            zero(f64::from_bits(*a)).total_cmp(&zero(f64::from_bits(*b)))
        }
        _ => a.cmp(b),
    }
}

/// Whether the result of `newest_first` is documented. The first key part without a single value must be a time, and no
/// later part may be a time. Earlier times must be coarser.
pub fn has_newest(parts: &[Part], singles: usize) -> bool {
    let is_time = |part: &Part| matches!(part.of.kind, Kind::Time | Kind::OfDay);
    let (fixed, open) = parts.split_at(singles.min(parts.len()));
    let Some(first) = open.first() else {
        return false;
    };
    let unit = |part: &Part| key::unit_ms(part.encoding);
    let coarser = fixed.iter().filter(|part| is_time(part)).all(|part| {
        part.of.kind == Kind::Time && first.of.kind == Kind::Time && unit(part) > unit(first)
    });
    is_time(first) && !first.reverse && !first.optional && coarser && !open[1..].iter().any(is_time)
}
