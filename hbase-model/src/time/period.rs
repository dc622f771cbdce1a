//! Periods of the calendar: single hours, days, months and years in UTC.

use std::fmt;

use super::civil::{Civil, DAY_MS};
use super::period_unit::PeriodUnit;
use crate::primitive::ValueError;

const HOUR_MS: i64 = 3_600_000;

/// One hour, day, month or year in UTC, within the years 1970 to 9999.
///
/// Periods of one unit sort by time. Displayed as ISO 8601 does: `2015-12-26T13`, `2015-12-26`,
/// `2015-12`, `2015`.
///
/// ```
/// use hbase_model::time::{Period, PeriodUnit};
/// let christmas = Period::of(PeriodUnit::Day, 1_451_132_640_000)?;
/// assert_eq!(christmas.to_string(), "2015-12-26");
/// assert_eq!(christmas.end_ms() - christmas.start_ms(), 86_400_000);
/// assert_eq!(christmas.next().map(|day| day.to_string()).as_deref(), Some("2015-12-27"));
/// assert_eq!(Period::parse(PeriodUnit::Month, "201512")?.to_string(), "2015-12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    unit: PeriodUnit,
    start_ms: i64,
    end_ms: i64,
}

impl Period {
    /// The period that contains a time in milliseconds since 1970.
    ///
    /// # Errors
    /// [`ValueError`] for a time before 1970 or after the year 9999.
    pub fn of(unit: PeriodUnit, ms: i64) -> Result<Self, ValueError> {
        let civil = Civil::from_ms(ms)?;
        let start_ms = unit.start_of(ms)?;
        Ok(Self {
            unit,
            start_ms,
            end_ms: start_ms + length_ms(unit, civil),
        })
    }

    /// Parses the digits of a date as far as the unit needs them, with or without `-`, `_`, `T` or
    /// `:` between them: `20151226`, `2015-12-26`, `2015-12-26T13`.
    ///
    /// # Errors
    /// [`ParsePeriodError`], which names what was found and what is expected.
    pub fn parse(unit: PeriodUnit, text: &str) -> Result<Self, ParsePeriodError> {
        let error = || ParsePeriodError {
            found: text.chars().take(40).collect(),
            unit,
        };
        let is_between = |c: char| matches!(c, '-' | '_' | 'T' | ':' | ' ');
        let digits: String = text.chars().filter(|c| !is_between(*c)).collect();
        let expected = match unit {
            PeriodUnit::Hour => 10,
            PeriodUnit::Day => 8,
            PeriodUnit::Month => 6,
            PeriodUnit::Year => 4,
        };
        if digits.len() != expected || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let field = |from: usize, to: usize, default: u16| {
            digits
                .get(from..to)
                .map_or(Some(default), |text| text.parse().ok())
        };
        let civil = || {
            let small = |from, to, default| u8::try_from(field(from, to, default)?).ok();
            Some(Civil {
                hour: small(8, 10, 0)?,
                ..Civil::at_midnight(field(0, 4, 1970)?, small(4, 6, 1)?, small(6, 8, 1)?)
            })
        };
        let ms = civil().and_then(|civil| civil.to_ms().ok());
        ms.and_then(|ms| Self::of(unit, ms).ok()).ok_or_else(error)
    }

    /// The unit.
    pub const fn unit(self) -> PeriodUnit {
        self.unit
    }

    /// The period's first millisecond since 1970.
    pub const fn start_ms(self) -> i64 {
        self.start_ms
    }

    /// The first millisecond after it.
    pub const fn end_ms(self) -> i64 {
        self.end_ms
    }

    /// The period after it; `None` after the year 9999.
    #[allow(
        clippy::should_implement_trait,
        reason = "a period is no iterator: it returns its successor, and stays the same"
    )]
    pub fn next(self) -> Option<Self> {
        Self::of(self.unit, self.end_ms).ok()
    }

    /// The period before it; `None` before 1970.
    pub fn previous(self) -> Option<Self> {
        Self::of(self.unit, self.start_ms - 1).ok()
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = Civil::from_ms(self.start_ms).map_err(|_| fmt::Error)?;
        write!(f, "{:04}", civil.year)?;
        if self.unit <= PeriodUnit::Month {
            write!(f, "-{:02}", civil.month)?;
        }
        if self.unit <= PeriodUnit::Day {
            write!(f, "-{:02}", civil.day)?;
        }
        if self.unit == PeriodUnit::Hour {
            write!(f, "T{:02}", civil.hour)?;
        }
        Ok(())
    }
}

/// A text that is not a period of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{found}`, expected {} from 1970 to 9999 as in `{}`", .unit.with_article(), example(*unit))]
pub struct ParsePeriodError {
    /// The text, at most its first 40 characters.
    pub found: String,
    /// The unit.
    pub unit: PeriodUnit,
}

const fn example(unit: PeriodUnit) -> &'static str {
    match unit {
        PeriodUnit::Hour => "2015122613",
        PeriodUnit::Day => "20151226",
        PeriodUnit::Month => "201512",
        PeriodUnit::Year => "2015",
    }
}

/// The length of the period of this date.
fn length_ms(unit: PeriodUnit, civil: Civil) -> i64 {
    match unit {
        PeriodUnit::Hour => HOUR_MS,
        PeriodUnit::Day => DAY_MS,
        PeriodUnit::Month => i64::from(civil.days_in_month()) * DAY_MS,
        PeriodUnit::Year => i64::from(civil.days_in_year()) * DAY_MS,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::LAST_MS;

    const UNITS: [PeriodUnit; 4] = [
        PeriodUnit::Hour,
        PeriodUnit::Day,
        PeriodUnit::Month,
        PeriodUnit::Year,
    ];

    #[test]
    fn leap_years_count() {
        let year = |text| Period::parse(PeriodUnit::Year, text).unwrap();
        let days = |year: Period| (year.end_ms() - year.start_ms()) / DAY_MS;
        assert_eq!(
            ["2015", "2016", "2100", "2000"].map(|text| days(year(text))),
            [365, 366, 365, 366]
        );
        let february = Period::parse(PeriodUnit::Month, "2016-02").unwrap();
        assert_eq!(days(february), 29);
    }

    #[test]
    fn the_first_and_the_last_have_no_neighbour() {
        for unit in UNITS {
            assert_eq!(Period::of(unit, 0).unwrap().previous(), None, "{unit}");
            assert_eq!(Period::of(unit, LAST_MS).unwrap().next(), None, "{unit}");
        }
        assert!(Period::of(PeriodUnit::Day, -1).is_err());
    }

    #[test]
    fn no_period_is_named() {
        for text in [
            "",
            "2015122",
            "201512261",
            "2015123x",
            "20151301",
            "20150229",
            "19691231",
        ] {
            assert!(Period::parse(PeriodUnit::Day, text).is_err(), "{text}");
        }
        let error = Period::parse(PeriodUnit::Day, "Christmas").unwrap_err();
        assert_eq!(
            error.to_string(),
            "found `Christmas`, expected a day from 1970 to 9999 as in `20151226`"
        );
    }

    proptest! {
        #[test]
        fn a_time_is_in_its_period_and_neighbours_touch(ms in 0..=LAST_MS) {
            for unit in UNITS {
                let period = Period::of(unit, ms).unwrap();
                prop_assert!(period.start_ms() <= ms && ms < period.end_ms());
                prop_assert_eq!(Period::of(unit, period.start_ms()).unwrap(), period);
                prop_assert_eq!(Period::of(unit, period.end_ms() - 1).unwrap(), period);
                prop_assert_eq!(Period::parse(unit, &period.to_string()).unwrap(), period);
                if let Some(next) = period.next() {
                    prop_assert_eq!(next.start_ms(), period.end_ms());
                    prop_assert_eq!(next.previous(), Some(period));
                    prop_assert!(next > period);
                }
            }
        }
    }
}
