//! Converts between timestamps and civil dates with a time of day.

use std::fmt;

use crate::primitive::ValueError;

/// The milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// The last millisecond of the year 9999.
pub const LAST_MS: i64 = 253_402_300_799_999;

/// The days of 400 years, after which the calendar repeats.
const CYCLE_DAYS: u32 = 146_097;

/// Days from the 1st of March of the year 0 to the 1st of January 1970.
const EPOCH_DAY: u32 = 719_468;

/// A date and a time of day, without an offset.
///
/// ```
/// use hbase_model::time::Civil;
/// let christmas = Civil::from_ms(1_451_132_640_000)?;
/// assert_eq!((christmas.year, christmas.month, christmas.day), (2015, 12, 26));
/// assert_eq!(christmas.to_ms()?, 1_451_132_640_000);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// 1970 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// 0 to 999.
    pub ms: u16,
}

impl Civil {
    /// The date and time of day `ms` milliseconds after 1970-01-01 00:00.
    #[inline]
    pub fn from_ms(ms: i64) -> Result<Self, ValueError> {
        check_range(ms)?;
        // In range: fewer than 2^22 days, and fewer than 2^27 milliseconds in one.
        let days = narrow(ms / DAY_MS);
        let in_day = narrow(ms % DAY_MS);
        let (year, month, day) = date_of(days);
        let seconds = in_day / 1000;
        Ok(Self {
            year,
            month,
            day,
            hour: small(seconds / 3600),
            minute: small(seconds / 60 % 60),
            second: small(seconds % 60),
            ms: short(in_day % 1000),
        })
    }

    /// The milliseconds from 1970-01-01 00:00 to this date and time.
    #[inline]
    pub fn to_ms(self) -> Result<i64, ValueError> {
        self.check()?;
        let days = days_of(self.year, self.month, self.day);
        let seconds =
            (i64::from(self.hour) * 60 + i64::from(self.minute)) * 60 + i64::from(self.second);
        Ok(days * DAY_MS + seconds * 1000 + i64::from(self.ms))
    }

    /// Midnight at the start of a date, which is not checked.
    pub(super) const fn at_midnight(year: u16, month: u8, day: u8) -> Self {
        Self {
            year,
            month,
            day,
            hour: 0,
            minute: 0,
            second: 0,
            ms: 0,
        }
    }

    pub(super) fn days_in_month(self) -> u8 {
        days_in_month(self.year, self.month)
    }

    pub(super) fn days_in_year(self) -> u16 {
        if is_leap(self.year) { 366 } else { 365 }
    }

    #[inline]
    fn check(self) -> Result<(), ValueError> {
        field("year", self.year.into(), 1970, 9999)?;
        field("month", self.month.into(), 1, 12)?;
        let last = days_in_month(self.year, self.month);
        field("day", self.day.into(), 1, last.into())?;
        field("hour", self.hour.into(), 0, 23)?;
        field("minute", self.minute.into(), 0, 59)?;
        field("second", self.second.into(), 0, 59)?;
        field("millisecond", self.ms.into(), 0, 999)
    }
}

/// ISO 8601 to the millisecond, as cells of text contain it before their `Z`: `2015-12-26T12:24:00.000`.
impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}",
            self.year, self.month, self.day, self.hour, self.minute, self.second, self.ms
        )
    }
}

/// Checks that a time is within the years 1970 to 9999.
#[inline]
pub(super) fn check_range(ms: i64) -> Result<(), ValueError> {
    if ms < 0 {
        return Err(ValueError::BeforeEpoch {
            found: ms,
            offset_s: 0,
        });
    }
    if ms > LAST_MS {
        return Err(ValueError::AfterYear9999 { found: ms });
    }
    Ok(())
}

#[inline]
fn field(field: &'static str, found: u32, min: u32, max: u32) -> Result<(), ValueError> {
    if found < min || found > max {
        return Err(ValueError::TimeField {
            field,
            found,
            min,
            max,
        });
    }
    Ok(())
}

/// Years are counted from March, so that the leap day is the last of a year and one formula gives
/// all months' lengths.
#[inline]
fn date_of(days: u32) -> (u16, u8, u8) {
    let days = days + EPOCH_DAY;
    let cycle = days / CYCLE_DAYS;
    let in_cycle = days % CYCLE_DAYS;
    let year = (in_cycle - in_cycle / 1460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let (month, next) = if from_march < 10 {
        (from_march + 3, 0)
    } else {
        (from_march - 9, 1)
    };
    (short(400 * cycle + year + next), small(month), small(day))
}

#[inline]
fn days_of(year: u16, month: u8, day: u8) -> i64 {
    let (month, year) = if month > 2 {
        (u32::from(month) - 3, u32::from(year))
    } else {
        (u32::from(month) + 9, u32::from(year) - 1)
    };
    let in_year = (153 * month + 2) / 5 + u32::from(day) - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + in_year;
    i64::from(days) - i64::from(EPOCH_DAY)
}

#[inline]
fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[inline]
fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "days and milliseconds of a day, of a time that was checked"
)]
const fn narrow(value: i64) -> u32 {
    value as u32
}

#[allow(clippy::cast_possible_truncation, reason = "at most 9999")]
const fn short(value: u32) -> u16 {
    value as u16
}

#[allow(clippy::cast_possible_truncation, reason = "at most 59")]
const fn small(value: u32) -> u8 {
    value as u8
}
