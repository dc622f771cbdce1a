//! Tables of periods: those whose name contains a date.

use std::fmt;
use std::str::FromStr;

use hbase_model::DescribedTable;
use hbase_model::name::{DatedName, DatedNameError};
use hbase_model::time::{ParsePeriodError, Period, PeriodUnit};

/// The maximum number of tables that one range expands to.
const MAX_TABLES: usize = 10_000;

/// A date, or a range of dates with both ends: `20151226`, `20151201..20151231`, `201512`, `2015..2016`.
///
/// A range contains both of its ends, and of each table the periods that overlap it: `201512` is all
/// days of that month.
///
/// ```
/// use hbase_schema_build::DateRange;
/// let december: DateRange = "201512".parse()?;
/// assert_eq!(december, "20151201..2015-12-31".parse()?);
/// # Ok::<(), hbase_schema_build::DatesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateRange {
    start_ms: i64,
    /// Exclusive.
    end_ms: i64,
}

/// Errors from tables whose name contains a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DatesError {
    /// A text that is not a date.
    #[error(
        "found `{found}`, expected a date such as `20151226`, or a range of them such as `20151201..20151231`; a month has 6 digits, a year 4, an hour 10"
    )]
    Text {
        /// The text.
        found: String,
    },
    /// A range whose start is after its end.
    #[error("found the range `{found}`, whose start is after its end: swap them")]
    Order {
        /// The text.
        found: String,
    },
    /// Dates are missing.
    #[error(
        "the name of the table {table} contains a date, and no date is given: there is a table for each {unit}"
    )]
    Missing {
        /// The name as declared.
        table: String,
        /// The unit of its periods.
        unit: PeriodUnit,
    },
    /// No table has a date.
    #[error("found dates, but the name of no table contains one")]
    Unused,
    /// Too many tables.
    #[error(
        "the dates are more than {MAX_TABLES} periods of {} of the table {table}: give a shorter range", .unit.with_article()
    )]
    TooMany {
        /// The name as declared.
        table: String,
        /// The unit of its periods.
        unit: PeriodUnit,
    },
    /// A name that contains no valid date, for example in a description that was changed by hand.
    #[error(transparent)]
    Name(#[from] DatedNameError),
}

impl FromStr for DateRange {
    type Err = DatesError;

    fn from_str(text: &str) -> Result<Self, DatesError> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let last = last.strip_prefix('=').unwrap_or(last);
        let found = || text.to_owned();
        let [first, last] = [first, last]
            .map(|date| parse(date.trim()).map_err(|_| DatesError::Text { found: found() }));
        let (start_ms, end_ms) = (first?.start_ms(), last?.end_ms());
        if start_ms >= end_ms {
            return Err(DatesError::Order { found: found() });
        }
        Ok(Self { start_ms, end_ms })
    }
}

/// A date whose number of digits is its unit.
fn parse(text: &str) -> Result<Period, ParsePeriodError> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let unit = match digits {
        4 => PeriodUnit::Year,
        6 => PeriodUnit::Month,
        10 => PeriodUnit::Hour,
        _ => PeriodUnit::Day,
    };
    Period::parse(unit, text)
}

impl DateRange {
    /// The periods of this unit that overlap the range.
    pub fn periods(self, unit: PeriodUnit) -> impl Iterator<Item = Period> {
        let first = Period::of(unit, self.start_ms).ok();
        let periods = std::iter::successors(first, |period| period.next());
        periods.take_while(move |period| period.start_ms() < self.end_ms)
    }
}

impl fmt::Display for DateRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = [self.start_ms, self.end_ms - 1]
            .map(|ms| Period::of(PeriodUnit::Hour, ms).map_err(|_| fmt::Error));
        write!(f, "{}..{}", first?, last?)
    }
}

/// Replaces each table whose name contains a date with one for each period of the dates.
///
/// # Errors
/// [`DatesError`] if such a table has no dates, or dates have no such table.
pub fn dated(
    tables: &[DescribedTable],
    dates: Option<DateRange>,
) -> Result<Vec<DescribedTable>, DatesError> {
    let mut all = Vec::with_capacity(tables.len());
    let mut is_used = false;
    for table in tables {
        let declared = table.descriptor.name.to_string();
        let Some(name) = DatedName::parse(&declared)? else {
            all.push(table.clone());
            continue;
        };
        is_used = true;
        all.extend(of_periods(table, &declared, &name, dates)?);
    }
    if dates.is_some() && !is_used {
        return Err(DatesError::Unused);
    }
    Ok(all)
}

/// [`dated`]; without dates, the tables whose name contains one are left out.
pub(crate) fn dated_if_given(
    tables: &[DescribedTable],
    dates: Option<DateRange>,
) -> Result<Vec<DescribedTable>, DatesError> {
    if dates.is_some() {
        return dated(tables, dates);
    }
    let mut all = Vec::with_capacity(tables.len());
    for table in tables {
        if DatedName::parse(&table.descriptor.name.to_string())?.is_none() {
            all.push(table.clone());
        }
    }
    Ok(all)
}

fn of_periods(
    table: &DescribedTable,
    declared: &str,
    name: &DatedName,
    dates: Option<DateRange>,
) -> Result<Vec<DescribedTable>, DatesError> {
    let unit = name.unit();
    let dates = dates.ok_or_else(|| DatesError::Missing {
        table: declared.to_owned(),
        unit,
    })?;
    let periods: Vec<_> = dates.periods(unit).take(MAX_TABLES + 1).collect();
    if periods.len() > MAX_TABLES {
        return Err(DatesError::TooMany {
            table: declared.to_owned(),
            unit,
        });
    }
    let of_period = |period| {
        let mut table = table.clone();
        table.descriptor.name = name.table(period)?;
        // The name of one period contains no date.
        table.table_date = None;
        Ok(table)
    };
    periods.into_iter().map(of_period).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> DateRange {
        text.parse().unwrap()
    }

    fn periods(text: &str, unit: PeriodUnit) -> Vec<String> {
        range(text)
            .periods(unit)
            .map(|period| period.to_string())
            .collect()
    }

    #[test]
    fn a_range_contains_both_ends() {
        use PeriodUnit::{Day, Hour, Month};
        assert_eq!(periods("20151226", Day), ["2015-12-26"]);
        assert_eq!(
            periods("20151230..20160101", Day),
            ["2015-12-30", "2015-12-31", "2016-01-01"]
        );
        assert_eq!(
            periods("20151230..=20160101", Month),
            ["2015-12", "2016-01"]
        );
        assert_eq!(periods("201602", Day).len(), 29);
        assert_eq!(periods("2015-12-26", Hour).len(), 24);
        assert_eq!(
            periods("2015122613..2015122614", Hour),
            ["2015-12-26T13", "2015-12-26T14"]
        );
        assert_eq!(
            range("20151226").to_string(),
            "2015-12-26T00..2015-12-26T23"
        );
    }

    #[test]
    fn other_texts_are_errors() {
        for text in [
            "",
            "Christmas",
            "20151226..",
            "..20151226",
            "20151301",
            "20151226..x",
        ] {
            let error = text.parse::<DateRange>().unwrap_err();
            assert!(matches!(error, DatesError::Text { .. }), "{text}: {error}");
        }
        let error = "20151227..20151226".parse::<DateRange>().unwrap_err();
        assert!(matches!(error, DatesError::Order { .. }), "{error}");
    }
}
