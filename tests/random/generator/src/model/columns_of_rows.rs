//! Dynamic columns of the rows of a scan.

use crate::key;
use crate::ops::{Arg, Outcome, Scan};
use crate::value::Value;

use super::cells::Slot;
use super::scan::{millis, time};
use super::{Model, StoredRow};

impl Model<'_> {
    /// The columns in the order of the stored keys, and of the names within a row. Each has its row's key.
    pub(super) fn columns_of_rows(&self, scan: &Scan) -> Outcome {
        let found = self.rows.iter().filter(|row| self.finds(row, scan));
        let mut found: Vec<&StoredRow> = found.collect();
        found.sort_by_key(|row| {
            key::encode(&self.table.key, &row.parts, row.copy).unwrap_or_default()
        });
        let columns = found.into_iter().flat_map(|row| {
            let columns = self.newest_columns(row).into_iter();
            let columns = columns.filter(|(name, _)| self.is_in_times(row, name, scan));
            columns.map(|(name, value)| [row.parts.as_slice(), &[name, value]].concat())
        });
        let limit = scan.limit.and_then(|limit| usize::try_from(limit).ok());
        Outcome::Rows(columns.take(limit.unwrap_or(usize::MAX)).collect())
    }

    /// The dynamic columns of a row by their names, each with its newest value.
    fn newest_columns(&self, row: &StoredRow) -> Vec<(Value, Value)> {
        let of = self.dynamic_field();
        let cells = self.all_kept(row).into_iter();
        let mut named: Vec<_> = cells
            .filter_map(|cell| match &cell.slot {
                Slot::Name(field, name) if *field == of => Some((name, cell)),
                _ => None,
            })
            .collect();
        named.sort_by(|(name, cell), (other, older)| (name, older.at).cmp(&(other, cell.at)));
        named.dedup_by(|(name, _), (newer, _)| name == newer);
        let named = named.into_iter();
        named
            .map(|(name, cell)| (name.clone(), cell.value.clone()))
            .collect()
    }

    /// Whether the scan's ranges of the time that the names continue contain the time of a column.
    fn is_in_times(&self, row: &StoredRow, name: &Value, scan: &Scan) -> bool {
        let Some(since) = self.table.since() else {
            return true;
        };
        let Value::Int(number) = name else {
            return true;
        };
        let number = i64::try_from(*number).unwrap_or(i64::MAX);
        let at = time(&row.parts[since.part]) + number * since.unit_ms;
        let contains = |(low, high): &(_, _)| {
            let (first, last) = millis(low, high);
            (first..=last).contains(&at)
        };
        match scan.args.get(since.part) {
            Some(Arg::Range(low, high)) => contains(&(low.clone(), high.clone())),
            Some(Arg::Ranges(ranges)) => ranges.iter().any(contains),
            _ => true,
        }
    }
}
