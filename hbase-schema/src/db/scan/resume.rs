//! Continues a query after the last row of a page.

use hbase_model::time::Period;
use hbase_model::{KeyLayout, RowBound};

use super::plan::{ScanPlan, salt_width};
use crate::query::{RowRange, key_of};

impl ScanPlan {
    /// Continues after the position of a page's last row.
    ///
    /// # Errors
    /// A message for a position that no page of this query has.
    pub(super) fn resume(&mut self, position: &[u8]) -> Result<(), &'static str> {
        let Some(dates) = self.dates else {
            self.continue_after(position);
            return Ok(());
        };
        let split = position.split_first_chunk::<8>();
        let last = split.and_then(|(start, key)| {
            let period = Period::of(dates.unit(), i64::from_be_bytes(*start)).ok()?;
            dates.contains(period).then(|| (period, key.to_vec()))
        });
        let Some((period, key)) = last else {
            return Err("the cursor holds no row of these periods: start with the first page");
        };
        if self.has_tables() {
            self.after = Some((period, key));
        } else {
            self.continue_after(&key);
        }
        Ok(())
    }

    /// Drops the rows up to and including `last`, in the order of the result: by the key behind the
    /// salt, then by salt.
    pub(super) fn continue_after(&mut self, last: &[u8]) {
        let ranges = std::mem::take(&mut self.ranges);
        self.ranges = rest_of(ranges, self.schema.key, self.reversed, last);
    }
}

/// The position of a row among those of a query: its key, after the start of its table's period.
pub(super) fn position(key: &[u8], period: Option<Period>) -> Vec<u8> {
    let start = period.map(|period| period.start_ms().to_be_bytes());
    [start.as_ref().map_or(&[][..], |start| start), key].concat()
}

/// The ranges behind the row `last`.
fn rest_of(
    ranges: Vec<RowRange>,
    layout: &KeyLayout,
    reversed: bool,
    last: &[u8],
) -> Vec<RowRange> {
    if ranges.len() < 2 {
        let bound = RowBound::Excluded(last.to_vec());
        let rest = ranges.into_iter();
        return rest
            .filter_map(|range| narrowed(range, bound.clone(), reversed))
            .collect();
    }
    let of_last = ranges.iter().find(|range| range.contains(last));
    let width = of_last.map_or(0, |range| salt_width(layout, range));
    let (last_salt, rest) = last.split_at(width.min(last.len()));
    let after_last = |range: RowRange| {
        let start = key_of(&range.start);
        let salt = start.get(..salt_width(layout, &range)).unwrap_or(start);
        let key = [salt, rest].concat();
        // Rows with equal keys come by salt: under a later salt the same key is still to come.
        let is_later = if reversed {
            salt < last_salt
        } else {
            salt > last_salt
        };
        let bound = if is_later {
            RowBound::Included(key)
        } else {
            RowBound::Excluded(key)
        };
        narrowed(range, bound, reversed)
    };
    ranges.into_iter().filter_map(after_last).collect()
}

/// The range from `bound` on; `None` if that is empty.
fn narrowed(mut range: RowRange, bound: RowBound, reversed: bool) -> Option<RowRange> {
    let key = key_of(&bound);
    if range.contains(key) {
        if reversed {
            range.stop = bound;
        } else {
            range.start = bound;
        }
        return Some(range);
    }
    let is_before = match &range.start {
        RowBound::Unbounded => false,
        RowBound::Included(start) | RowBound::Excluded(start) => key <= start.as_slice(),
    };
    (is_before != reversed).then_some(range)
}
