//! Periods of tables whose names contain a date.

use std::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use hbase_model::time::{Period, PeriodUnit};

use crate::codec::CodecError;
use crate::key::{TableDate, check_unit};

/// One date, or a range of dates: the tables of a call on a table whose name contains a date.
///
/// A range contains the periods that overlap it, so that a range of times reaches every table that
/// has rows of that range: `"2015-12-26T12:00Z".."2015-12-27T00:00Z"` is one day.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a date of this table, nor a range of dates",
    label = "expected a `{D}`, or a range such as `from..to` or `..=to`"
)]
pub trait Dates<D> {
    /// The periods.
    #[doc(hidden)]
    fn periods(&self, unit: PeriodUnit) -> Result<PeriodRange, CodecError>;
}

/// A period, or a range of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodRange {
    unit: PeriodUnit,
    /// The first millisecond.
    start_ms: i64,
    /// The first millisecond after the last period.
    end_ms: i64,
    /// Set for a single period, whose table is expected to exist.
    only: Option<Period>,
}

impl PeriodRange {
    pub(crate) fn one(period: Period) -> Self {
        Self {
            unit: period.unit(),
            start_ms: period.start_ms(),
            end_ms: period.end_ms(),
            only: Some(period),
        }
    }

    /// The period, if it is a single one and no range.
    pub(crate) fn only(self) -> Option<Period> {
        self.only
    }

    pub(crate) fn unit(self) -> PeriodUnit {
        self.unit
    }

    pub(crate) fn contains(self, period: Period) -> bool {
        // An empty range within a period overlaps it, and contains nothing.
        period.unit() == self.unit
            && self.start_ms < self.end_ms
            && period.start_ms() < self.end_ms
            && self.start_ms < period.end_ms()
    }

    /// Whether all of a period lies within the range.
    pub(crate) fn contains_whole(self, period: Period) -> bool {
        self.contains(period)
            && self.start_ms <= period.start_ms()
            && period.end_ms() <= self.end_ms
    }

    /// The bounds, which identify it; a single period differs from the range that contains only it.
    pub(crate) fn bounds_ms(self) -> [i64; 3] {
        [self.start_ms, self.end_ms, i64::from(self.only.is_some())]
    }

    /// Every period, if both ends are bounded.
    pub(crate) fn each(self) -> Option<impl Iterator<Item = Period>> {
        if self.end_ms == i64::MAX || self.start_ms == i64::MIN {
            return None;
        }
        let is_empty = self.start_ms >= self.end_ms;
        let first = (!is_empty).then(|| Period::of(self.unit, self.start_ms.max(0)).ok());
        let periods = std::iter::successors(first.flatten(), |period| period.next());
        Some(periods.take_while(move |period| period.start_ms() < self.end_ms))
    }

    fn of<D: TableDate>(range: &impl RangeBounds<D>, unit: PeriodUnit) -> Result<Self, CodecError> {
        check_unit::<D>(unit)?;
        let start_ms = match range.start_bound() {
            Bound::Unbounded => i64::MIN,
            Bound::Included(date) => date.to_millis()?,
            Bound::Excluded(date) => date.period(unit)?.end_ms(),
        };
        let end_ms = match range.end_bound() {
            Bound::Unbounded => i64::MAX,
            Bound::Included(date) => date.period(unit)?.end_ms(),
            Bound::Excluded(date) => date.to_millis()?,
        };
        Ok(Self {
            unit,
            start_ms,
            end_ms,
            only: None,
        })
    }
}

impl<D: TableDate> Dates<D> for D {
    fn periods(&self, unit: PeriodUnit) -> Result<PeriodRange, CodecError> {
        self.period(unit).map(PeriodRange::one)
    }
}

macro_rules! ranges {
    ($($range:ty)*) => {$(
        impl<D: TableDate> Dates<D> for $range {
            fn periods(&self, unit: PeriodUnit) -> Result<PeriodRange, CodecError> {
                PeriodRange::of(self, unit)
            }
        }
    )*};
}

ranges!(Range<D> RangeInclusive<D> RangeFrom<D> RangeTo<D> RangeToInclusive<D>);

impl<D: TableDate> Dates<D> for RangeFull {
    fn periods(&self, unit: PeriodUnit) -> Result<PeriodRange, CodecError> {
        PeriodRange::of::<D>(self, unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn days(dates: &impl Dates<Timestamp>) -> Vec<String> {
        let range = dates.periods(PeriodUnit::Day).unwrap();
        range.each().unwrap().map(|day| day.to_string()).collect()
    }

    #[test]
    fn a_range_contains_the_days_that_overlap_it() {
        let noon = time("2015-12-26T12:00:00Z");
        let midnight = time("2015-12-27");
        assert_eq!(days(&noon), ["2015-12-26"]);
        assert_eq!(days(&(noon..midnight)), ["2015-12-26"]);
        assert_eq!(days(&(noon..=midnight)), ["2015-12-26", "2015-12-27"]);
        assert_eq!(days(&(noon..noon)), [""; 0]);
        assert_eq!(days(&(midnight..noon)), [""; 0]);
    }

    #[test]
    fn open_ranges_have_no_list() {
        let noon = time("2015-12-26T12:00:00Z");
        for range in [
            Dates::<Timestamp>::periods(&(noon..), PeriodUnit::Day),
            Dates::<Timestamp>::periods(&(..noon), PeriodUnit::Day),
            Dates::<Timestamp>::periods(&(..), PeriodUnit::Day),
        ] {
            let range = range.unwrap();
            assert!(range.each().is_none());
            let of_noon = Period::of(PeriodUnit::Day, noon.as_millis()).unwrap();
            assert!(range.contains(of_noon));
        }
    }

    #[test]
    fn a_range_without_a_time_contains_no_day() {
        let (noon, later) = (time("2015-12-26T12:00:00Z"), time("2015-12-26T14:00:00Z"));
        let day = Period::of(PeriodUnit::Day, noon.as_millis()).unwrap();
        for range in [noon..noon, later..noon] {
            let range = Dates::<Timestamp>::periods(&range, PeriodUnit::Day).unwrap();
            assert!(!range.contains(day) && !range.contains_whole(day));
        }
    }

    #[test]
    fn a_range_contains_a_part_or_the_whole_of_a_day() {
        let (noon, midnight) = (time("2015-12-26T12:00:00Z"), time("2015-12-27"));
        let day = Period::of(PeriodUnit::Day, noon.as_millis()).unwrap();
        let range = |range: &dyn Dates<Timestamp>| range.periods(PeriodUnit::Day).unwrap();
        for part in [range(&(..noon)), range(&(noon..)), range(&(noon..midnight))] {
            assert!(part.contains(day) && !part.contains_whole(day));
        }
        for whole in [
            range(&(..midnight)),
            range(&(..=noon)),
            range(&noon),
            range(&(..)),
        ] {
            assert!(whole.contains_whole(day));
        }
    }

    #[test]
    fn a_range_lists_what_it_contains() {
        let (from, to) = (time("2015-02-27T07:00:00Z"), time("2015-03-02T01:00:00Z"));
        let range = Dates::<Timestamp>::periods(&(from..to), PeriodUnit::Day).unwrap();
        let listed: Vec<_> = range.each().unwrap().collect();
        let mut day = Period::parse(PeriodUnit::Day, "20150201").unwrap();
        for _ in 0..60 {
            assert_eq!(range.contains(day), listed.contains(&day), "{day}");
            day = day.next().unwrap();
        }
    }

    #[test]
    fn the_bounds_of_a_day_are_exact() {
        let day = |text: &str| Period::parse(PeriodUnit::Day, text).unwrap();
        let (second, ms) = (day("20150102"), |time: Timestamp| time.as_millis());
        let (start, end) = (time("2015-01-02"), time("2015-01-03"));
        let at = |ms: i64| Timestamp::from_millis(ms);
        let range = |from: i64, to: i64| {
            let range = Dates::<Timestamp>::periods(&(at(from)..at(to)), PeriodUnit::Day);
            range.unwrap()
        };
        for (from, to, contains, whole) in [
            (ms(start), ms(end), true, true),
            (ms(start) + 1, ms(end), true, false),
            (ms(start), ms(end) - 1, true, false),
            (ms(start) - 1, ms(end) + 1, true, true),
            (ms(start) - 9, ms(start), false, false),
            (ms(start) - 9, ms(start) + 1, true, false),
            (ms(end), ms(end) + 9, false, false),
            (ms(end) - 1, ms(end) + 9, true, false),
        ] {
            let range = range(from, to);
            assert_eq!(range.contains(second), contains, "{from}..{to}");
            assert_eq!(range.contains_whole(second), whole, "{from}..{to}");
            let days: Vec<_> = range.each().unwrap().collect();
            assert_eq!(days.contains(&second), contains, "{from}..{to}");
        }
        // A period of another unit is in no range of days.
        let hour = Period::of(PeriodUnit::Hour, ms(start)).unwrap();
        let range = range(ms(start), ms(end));
        assert!(!range.contains(hour) && !range.contains_whole(hour));
    }
}
