//! The units of periods: hours, days, months and years in UTC.

use std::fmt;

use super::civil::{Civil, DAY_MS};
use crate::primitive::ValueError;

const HOUR_MS: i64 = 3_600_000;

/// Days of the months in a year that is no leap year, from January on.
const DAYS_IN_MONTH: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// The length of a period of the calendar, in UTC; longer ones are greater.
///
/// ```
/// use hbase_model::time::PeriodUnit;
/// let noon = 1_451_132_640_000; // 2015-12-26T12:24:00Z
/// assert_eq!(PeriodUnit::Hour.start_of(noon)?, 1_451_131_200_000); // 12:00
/// assert_eq!(PeriodUnit::Day.start_of(noon)?, 1_451_088_000_000); // 2015-12-26
/// assert_eq!(PeriodUnit::Month.start_of(noon)?, 1_448_928_000_000); // 2015-12-01
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PeriodUnit {
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A month.
    Month,
    /// A year.
    Year,
}

impl PeriodUnit {
    /// The units of `#[timestamp]`, the shortest first.
    pub const OF_VERSIONS: [Self; 3] = [Self::Hour, Self::Day, Self::Month];

    /// The unit's name: `hour`, `day`, `month`, `year`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The unit's name with its article: `an hour`, `a day`.
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Hour => "an hour",
            Self::Day => "a day",
            Self::Month => "a month",
            Self::Year => "a year",
        }
    }

    /// The name of the variant, for generated code.
    #[doc(hidden)]
    pub const fn variant(self) -> &'static str {
        match self {
            Self::Hour => "Hour",
            Self::Day => "Day",
            Self::Month => "Month",
            Self::Year => "Year",
        }
    }

    /// The unit of `#[timestamp]` with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::OF_VERSIONS
            .into_iter()
            .find(|period| period.name() == name)
    }

    /// The start of the period that contains a time, in milliseconds since 1970.
    ///
    /// # Errors
    /// A time outside of the years 1970 to 9999.
    pub fn start_of(self, ms: i64) -> Result<i64, ValueError> {
        let time = Civil::from_ms(ms)?;
        match self {
            Self::Hour => Ok(ms - ms % HOUR_MS),
            Self::Day => Ok(ms - ms % DAY_MS),
            Self::Month => {
                let day = ms - ms % DAY_MS;
                Ok(day - i64::from(time.day - 1) * DAY_MS)
            }
            Self::Year => Civil::at_midnight(time.year, 1, 1).to_ms(),
        }
    }

    /// The maximum number of periods that overlap the `seconds` before now: the current one, and the preceding
    /// ones.
    ///
    /// ```
    /// use hbase_model::time::PeriodUnit;
    /// let year = 365 * 86_400;
    /// assert_eq!(PeriodUnit::Day.most_within(year), 366);
    /// assert_eq!(PeriodUnit::Month.most_within(year), 13);
    /// ```
    pub fn most_within(self, seconds: u64) -> u64 {
        let preceding = match self {
            Self::Hour => seconds.div_ceil(3600),
            Self::Day => seconds.div_ceil(86_400),
            Self::Month => most_months(seconds.div_ceil(86_400)),
            Self::Year => seconds.div_ceil(365 * 86_400),
        };
        preceding.saturating_add(1)
    }
}

impl fmt::Display for PeriodUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The maximum number of consecutive months that begin within this many days. Leap days would only lower it.
fn most_months(days: u64) -> u64 {
    let (years, rest) = (days / 365, days % 365);
    let from = |start: usize| {
        let lengths = DAYS_IN_MONTH.iter().cycle().skip(start).take(12);
        let mut left = rest;
        let mut count = 0;
        for length in lengths {
            if left == 0 {
                break;
            }
            count += 1;
            left = left.saturating_sub(*length);
        }
        count
    };
    years * 12 + (0..12).map(from).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::PeriodUnit;
    use crate::time::{Civil, LAST_MS};

    const DAY: u64 = 86_400;

    #[test]
    fn every_day_of_four_centuries_starts_its_periods() {
        for day in 0..146_097_i64 {
            let midnight = day * 86_400_000;
            for ms in [midnight, midnight + 1, midnight + 86_399_999] {
                let civil = Civil::from_ms(ms).unwrap();
                let month = Civil {
                    day: 1,
                    hour: 0,
                    minute: 0,
                    second: 0,
                    ms: 0,
                    ..civil
                };
                let hour = Civil {
                    minute: 0,
                    second: 0,
                    ms: 0,
                    ..civil
                };
                assert_eq!(PeriodUnit::Day.start_of(ms), Ok(midnight));
                assert_eq!(PeriodUnit::Month.start_of(ms), month.to_ms());
                assert_eq!(PeriodUnit::Hour.start_of(ms), hour.to_ms());
            }
        }
    }

    #[test]
    fn times_outside_of_the_calendar_have_no_period() {
        for period in PeriodUnit::OF_VERSIONS {
            assert!(period.start_of(-1).is_err());
            assert!(period.start_of(LAST_MS).is_ok());
            assert!(period.start_of(LAST_MS + 1).is_err());
            assert!(period.start_of(i64::MIN).is_err() && period.start_of(i64::MAX).is_err());
            assert_eq!(PeriodUnit::from_name(period.name()), Some(period));
        }
        assert_eq!(PeriodUnit::from_name("week"), None);
    }

    /// Counts the periods that a window touches, for windows of `days` days that end at each
    /// sixth hour of five years.
    fn counted(period: PeriodUnit, days: u64) -> u64 {
        let span = i64::try_from(days * DAY * 1000).unwrap();
        let ends = (0..5 * 366 * 4).map(|at| 30 * 365 * 86_400_000 + span + at * 6 * 3_600_000);
        let count = |end: i64| {
            let mut count = 0;
            let mut at = end;
            while at >= end - span {
                count += 1;
                at = period.start_of(at).unwrap() - 1;
            }
            count
        };
        ends.map(count).max().unwrap()
    }

    #[test]
    fn no_window_touches_more_periods() {
        for days in [1, 27, 28, 29, 30, 31, 32, 58, 59, 60, 89, 120, 364, 365] {
            let seconds = days * DAY;
            assert_eq!(PeriodUnit::Day.most_within(seconds), days + 1, "{days}");
            assert!(
                PeriodUnit::Month.most_within(seconds) >= counted(PeriodUnit::Month, days),
                "{days}"
            );
        }
        assert_eq!(counted(PeriodUnit::Day, 30), 31);
        assert_eq!(
            counted(PeriodUnit::Month, 30),
            PeriodUnit::Month.most_within(30 * DAY)
        );
        assert_eq!(counted(PeriodUnit::Month, 365), 13);
        assert_eq!(PeriodUnit::Hour.most_within(DAY), 25);
        assert_eq!(PeriodUnit::Hour.most_within(1), 2);
        for (days, most) in [(0, 1), (1, 2), (365, 2), (366, 3), (730, 3)] {
            assert_eq!(PeriodUnit::Year.most_within(days * DAY), most, "{days}");
        }
        // Any time can be counted, however long.
        assert!(PeriodUnit::Month.most_within(u64::MAX) < PeriodUnit::Day.most_within(u64::MAX));
    }
}
