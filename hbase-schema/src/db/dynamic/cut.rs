//! Columns by their exact times, where qualifiers continue a time of the row key.
//!
//! A scan's range on that part includes each row whose period it overlaps. Of the rows in whose period a range begins or
//! ends, the server returns only the columns of the range, where these are next to each other; each column is checked.

use std::sync::Arc;

use hbase_backend::scan::prefix_successor;
use hbase_model::{KeyLayout, PartLayout, PartValue, UnitNumber};

use super::span::Span;
use crate::query::{RowRange, Times};
use crate::schema::{DynamicSchema, Since};

/// The times that a scan selects.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    times: Arc<Times>,
    key: &'static KeyLayout,
    columns: &'static DynamicSchema,
    since: &'static Since,
    number: UnitNumber,
}

impl Cut {
    /// `None` if the query has no range on the part that the columns continue.
    pub(super) fn of(
        columns: &'static DynamicSchema,
        key: &'static KeyLayout,
        times: Option<&Arc<Times>>,
    ) -> Option<Self> {
        let (times, since) = (times?, columns.since.as_ref()?);
        let (part, _) = since.part_of(key)?;
        (part == times.part).then_some(Self {
            times: times.clone(),
            key,
            columns,
            since,
            number: UnitNumber::of(&columns.qualifier)?,
        })
    }

    /// The part before the time whose end only its type finds.
    pub(super) fn endless(&self) -> Option<&'static PartLayout> {
        self.key.endless_part(self.times.part)
    }

    /// The times, which are part of the identity of a query.
    pub(super) fn times(&self) -> &Times {
        &self.times
    }

    /// The ranges, divided so that the rows at the edges of the times are apart.
    pub(super) fn divide(&self, ranges: &[RowRange]) -> Vec<RowRange> {
        self.times.divide(ranges)
    }

    /// Of the columns `all`, those of the times in these rows.
    pub(super) fn span(&self, rows: &RowRange, all: &Span) -> Span {
        match self.times.edge_of(rows) {
            Some(start_ms) => all.clone().and(self.in_period(start_ms)),
            None => all.clone(),
        }
    }

    /// The columns of the times in the row of a period, and those between them.
    fn in_period(&self, start_ms: i64) -> Span {
        let last_ms = start_ms.saturating_add(i64::from(self.since.period_ms) - 1);
        let Some((first, last)) = self.times.around(start_ms, last_ms) else {
            return Span::empty();
        };
        let prefix = self.columns.prefix.as_bytes();
        let mut span = Span::with_prefix(prefix);
        if first > start_ms {
            let Some(start) = self.name(self.units(first - start_ms, true)) else {
                return Span::empty();
            };
            span.start = start;
        }
        // Columns of other programs may be after the period.
        if last < last_ms {
            let next = self.units(last - start_ms, false).saturating_add(1);
            span.stop = self.name(next).or_else(|| prefix_successor(prefix));
        }
        span
    }

    /// A time within a period, which is not negative, in units.
    fn units(&self, ms: i64, up: bool) -> u64 {
        let (ms, unit) = (ms.unsigned_abs(), u64::from(self.since.unit_ms).max(1));
        if up { ms.div_ceil(unit) } else { ms / unit }
    }

    /// The start of the qualifiers with this number; `None` if it is above the largest one.
    fn name(&self, number: u64) -> Option<Vec<u8>> {
        let mut name = self.columns.prefix.as_bytes().to_vec();
        self.number.put(number, &mut name).then_some(name)
    }

    /// Whether the time of a column is one of the times. A row or a qualifier that cannot be decoded is kept, so that
    /// decoding reports the error.
    pub(super) fn contains(&self, row: &[u8], qualifier: &[u8]) -> bool {
        let time = self.start_of(row).zip(self.number.get(qualifier));
        time.is_none_or(|(start_ms, number)| {
            let millis = number.saturating_mul(self.since.unit_ms.into());
            self.times.contain(start_ms.saturating_add(millis))
        })
    }

    fn start_of(&self, row: &[u8]) -> Option<i64> {
        let bytes = row.get(self.key.part_range(row, self.times.part).ok()?)?;
        match self.key.parts.get(self.times.part)?.decode(bytes).ok()? {
            PartValue::Time(ms) => Some(ms),
            _ => None,
        }
    }
}
