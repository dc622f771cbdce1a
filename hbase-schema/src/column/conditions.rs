//! Conditions beyond single comparisons: sets, ranges, absent cells and substrings.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use hbase_backend::{Comparator, CompareOp, Filter};

use super::{Column, literal};
use crate::cell::{CompareCell, OrderCell, PrefixCell, TextCell, absent, leaf, present};
use crate::codec::CodecError;
use crate::filter::RowFilter;

impl<R, F, C> Column<R, F, C> {
    /// Matches rows that have the column. A cell with JSON's `null` counts as absent.
    pub fn is_some(self) -> RowFilter<R> {
        RowFilter::raw(present(self.schema))
    }

    /// Matches rows without the column, or with JSON's `null` in it. A scan that reads single columns
    /// (`.columns(…)`) returns rows that have at least one of these columns.
    pub fn is_none(self) -> RowFilter<R> {
        RowFilter::raw(absent(self.schema))
    }

    /// Matches rows whose cell equals one of `values`, with one comparison for each. Without values, no row matches.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, sky: String }
    /// let filter = Weather::SKY.is_in(["rain", "snow"]);
    /// ```
    pub fn is_in<V>(self, values: impl IntoIterator<Item = V>) -> RowFilter<R>
    where
        F: CompareCell<C, V>,
    {
        let equal = |value| self.compare(CompareOp::Equal, &value);
        RowFilter::any(values.into_iter().map(equal))
            .unwrap_or_else(|| RowFilter::raw(self.never()))
    }

    /// Matches rows whose cell is within `range`: `3..7`, `3..=7`, `3..` and others.
    ///
    /// A range whose lower bound is above its upper one is an error, which the scan returns.
    pub fn between<V>(self, range: impl ValueRange<V>) -> RowFilter<R>
    where
        F: OrderCell<C, V>,
        V: PartialOrd + Debug,
    {
        let (low, high) = range.into_bounds();
        if let Err(error) = in_order(&low, &high) {
            return self.filter(Err(error));
        }
        let low = match &low {
            Bound::Included(value) => Some(self.order(CompareOp::GreaterOrEqual, value)),
            Bound::Excluded(value) => Some(self.order(CompareOp::Greater, value)),
            Bound::Unbounded => None,
        };
        let high = match &high {
            Bound::Included(value) => Some(self.order(CompareOp::LessOrEqual, value)),
            Bound::Excluded(value) => Some(self.order(CompareOp::Less, value)),
            Bound::Unbounded => None,
        };
        RowFilter::all(low.into_iter().chain(high)).unwrap_or_else(|| self.is_some())
    }

    /// Matches rows whose cell, a text or bytes, starts with `prefix`.
    pub fn starts_with<V: ?Sized>(self, prefix: &V) -> RowFilter<R>
    where
        F: PrefixCell<C, V>,
    {
        let prefix = F::prefix(prefix).to_vec();
        if prefix.is_empty() {
            return self.is_some();
        }
        let starts = Comparator::BinaryPrefix(prefix);
        RowFilter::raw(leaf(self.schema, CompareOp::Equal, starts))
    }

    /// Matches rows whose cell, a text, contains `text`, case-sensitively like `str::contains`.
    pub fn contains(self, text: &str) -> RowFilter<R>
    where
        F: TextCell<C>,
    {
        if text.is_empty() {
            return self.is_some();
        }
        // HBase's substring comparator ignores case.
        let pattern = Comparator::Regex(literal::pattern_of(text));
        RowFilter::raw(leaf(self.schema, CompareOp::Equal, pattern))
    }

    fn never(self) -> Filter {
        leaf(self.schema, CompareOp::Less, Comparator::Binary(Vec::new()))
    }
}

fn in_order<V: PartialOrd + Debug>(low: &Bound<V>, high: &Bound<V>) -> Result<(), CodecError> {
    let (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) =
        (low, high)
    else {
        return Ok(());
    };
    if from.partial_cmp(to) != Some(Ordering::Greater) {
        return Ok(());
    }
    let dots = if matches!(high, Bound::Included(_)) {
        "..="
    } else {
        ".."
    };
    Err(CodecError::new(format_args!(
        "found the range {from:?}{dots}{to:?}, whose lower bound is above the upper one: swap {from:?} and {to:?}"
    )))
}

/// A range of values of type `V`: the ranges of Rust's syntax, and a pair of [`Bound`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of values of `{V}`",
    label = "expected a range: `low..high`, `low..=high`, `low..`, `..high`, or a pair of `Bound`s"
)]
pub trait ValueRange<V> {
    /// The lower and the upper bound.
    fn into_bounds(self) -> (Bound<V>, Bound<V>);
}

macro_rules! ranges {
    ($($range:ident)*) => {$(
        impl<V: Clone> ValueRange<V> for $range<V> {
            fn into_bounds(self) -> (Bound<V>, Bound<V>) {
                (self.start_bound().cloned(), self.end_bound().cloned())
            }
        }
    )*};
}

ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);

impl<V> ValueRange<V> for (Bound<V>, Bound<V>) {
    fn into_bounds(self) -> Self {
        self
    }
}

impl<V> ValueRange<V> for RangeFull {
    fn into_bounds(self) -> (Bound<V>, Bound<V>) {
        (Bound::Unbounded, Bound::Unbounded)
    }
}
