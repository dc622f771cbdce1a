//! Continues a query after a page, or at a position.

use hbase_backend::RowBound;
use hbase_model::KeyLayout;
use hbase_model::time::Period;

use super::plan::ScanPlan;
use super::salt_width::salt_width;
use super::untyped::UntypedScan;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::position::{Done, Position, Side};
use crate::query::{RowRange, key_of};

impl UntypedScan<'_> {
    /// Continues a plan after the request's cursor, if it has one.
    pub(super) fn continue_plan(
        &self,
        plan: &mut ScanPlan,
        about: CallContext<'_>,
    ) -> Result<(), Error> {
        let Some(cursor) = &self.options.after else {
            return Ok(());
        };
        if self.options.current {
            return Err(about.request(
                "found `current` together with `after`, expected one of them: the table may have been recomputed since, so that the rows would be of several generations",
            ));
        }
        if self.options.unordered {
            return Err(about.request(
                "found `unordered` together with `after`, expected one of them: rows of several regions come in no order; leave `unordered` out to continue after a cursor",
            ));
        }
        let mut position = Cursor::read_position(about, cursor, &plan.query)?;
        // The offset applied to the first page.
        position.done.get_or_insert(Done {
            skipped: self.options.offset,
            returned: 0,
        });
        plan.resume(&position).map_err(|what| about.cursor(what))?;
        plan.resumed = Some(position);
        Ok(())
    }
}

impl ScanPlan {
    /// Continues at a position.
    ///
    /// # Errors
    /// A message for a position that no page of this query has.
    fn resume(&mut self, position: &Position) -> Result<(), &'static str> {
        let (side, at) = (position.side, &position.at);
        let Some(dates) = self.dates else {
            self.continue_at(side, at);
            return Ok(());
        };
        let split = at.split_first_chunk::<8>();
        let last = split.and_then(|(start, key)| {
            let period = Period::of(dates.unit(), i64::from_be_bytes(*start)).ok()?;
            dates.contains(period).then(|| (period, key.to_vec()))
        });
        let Some((period, key)) = last else {
            return Err("the cursor holds no row of these periods: start with the first page");
        };
        if self.has_tables() {
            self.after = Some((period, side, key));
        } else {
            self.continue_at(side, &key);
        }
        Ok(())
    }

    /// Drops the rows before a row, in the order of the result: by the key after the salt, then by
    /// salt.
    pub(super) fn continue_at(&mut self, side: Side, row: &[u8]) {
        let ranges = std::mem::take(&mut self.ranges);
        self.ranges = rest_of(ranges, self.schema.key, self.reversed, (side, row));
    }
}

/// The position of a row among those of a query: its key, after the start of its table's period.
pub(super) fn at(key: &[u8], period: Option<Period>) -> Vec<u8> {
    let start = period.map(|period| period.start_ms().to_be_bytes());
    [start.as_ref().map_or(&[][..], |start| start), key].concat()
}

/// The ranges from the row `last` on, or after it.
fn rest_of(
    ranges: Vec<RowRange>,
    layout: &KeyLayout,
    reversed: bool,
    (side, last): (Side, &[u8]),
) -> Vec<RowRange> {
    if side == Side::End {
        return Vec::new();
    }
    if ranges.len() < 2 {
        let bound = bound(side, last.to_vec());
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
        // Under the row's own salt, its side counts. Under an earlier salt, the same key was returned before.
        let side = if is_later {
            Side::From
        } else if salt == last_salt {
            side
        } else {
            Side::Behind
        };
        narrowed(range, bound(side, key), reversed)
    };
    ranges.into_iter().filter_map(after_last).collect()
}

/// The start of the rows from a row on, or after it.
pub(super) const fn bound(side: Side, key: Vec<u8>) -> RowBound {
    match side {
        Side::From => RowBound::Included(key),
        Side::Behind | Side::End => RowBound::Excluded(key),
    }
}

/// The range from `bound` on; `None` if that is empty.
pub(super) fn narrowed(mut range: RowRange, bound: RowBound, reversed: bool) -> Option<RowRange> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: RowBound, stop: RowBound) -> RowRange {
        RowRange { start, stop }
    }

    fn included(key: &str) -> RowBound {
        RowBound::Included(key.into())
    }

    fn excluded(key: &str) -> RowBound {
        RowBound::Excluded(key.into())
    }

    #[test]
    fn a_range_is_narrowed_by_a_row_within_and_kept_or_left_by_others() {
        let all = || range(included("b"), excluded("d"));
        let behind = || range(excluded("b"), excluded("d"));
        for (start, from, ordered, reversed) in [
            (all as fn() -> RowRange, "a", Some(all()), None),
            (
                all,
                "b",
                Some(range(included("b"), excluded("d"))),
                Some(range(included("b"), included("b"))),
            ),
            (
                all,
                "c",
                Some(range(included("c"), excluded("d"))),
                Some(range(included("b"), included("c"))),
            ),
            (all, "d", None, Some(all())),
            (all, "e", None, Some(all())),
            // The row itself is not in the range, which begins after it.
            (behind, "b", Some(behind()), None),
        ] {
            assert_eq!(narrowed(start(), included(from), false), ordered, "{from}");
            assert_eq!(narrowed(start(), included(from), true), reversed, "{from}");
        }
        let open = || range(RowBound::Unbounded, excluded("d"));
        assert_eq!(narrowed(open(), included("e"), false), None);
        assert_eq!(narrowed(open(), included("e"), true), Some(open()));
        assert_eq!(bound(Side::From, b"c".to_vec()), included("c"));
        assert_eq!(bound(Side::Behind, b"c".to_vec()), excluded("c"));
    }
}
