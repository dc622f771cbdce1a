//! The periods of tables by date.

use crate::civil::{Civil, DAY_MS};

/// The period of a table whose name contains a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A year.
    Year,
    /// A month.
    Month,
    /// A day.
    Day,
    /// An hour.
    Hour,
}

/// A time in the last hour of February 2026.
const FIRST: i64 = 1_772_323_199_000;

impl Unit {
    /// The date in the table's name.
    pub fn pattern(self) -> &'static str {
        match self {
            Self::Year => "yyyy",
            Self::Month => "yyyyMM",
            Self::Day => "yyyyMMdd",
            Self::Hour => "yyyyMMddHH",
        }
    }

    /// The start of the period that contains `ms`.
    pub fn start(self, ms: i64) -> i64 {
        match self {
            Self::Hour => ms.div_euclid(3_600_000) * 3_600_000,
            Self::Day => ms.div_euclid(DAY_MS) * DAY_MS,
            Self::Month => Civil::of(ms).start_of_month(ms),
            Self::Year => {
                let year = Civil::of(ms).year();
                let mut start = Self::Month.start(ms);
                while Civil::of(start - 1).year() == year {
                    start = Self::Month.start(start - 1);
                }
                start
            }
        }
    }

    /// The first millisecond after the period that contains `ms`.
    pub fn end(self, ms: i64) -> i64 {
        let start = self.start(ms);
        let longest = match self {
            Self::Hour => return start + 3_600_000,
            Self::Day => return start + DAY_MS,
            Self::Month => 31,
            Self::Year => 366,
        };
        let after = self.start(start + longest * DAY_MS);
        if after == start {
            // The next period starts within a day.
            start + (longest + 1) * DAY_MS
        } else {
            after
        }
    }

    /// The starts of the periods that the rows of a table use.
    pub fn periods(self) -> [i64; 5] {
        let mut periods = [self.start(FIRST); 5];
        for at in 1..periods.len() {
            periods[at] = self.end(periods[at - 1]);
        }
        periods
    }
}
