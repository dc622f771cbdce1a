//! Times in row keys: digits of a date, milliseconds, newest first, and times of day.
//!
//! A time is a number of milliseconds since 1970 (UTC); dates are Gregorian, from 1970 to 9999, at
//! a fixed offset from UTC.

mod bound;
mod civil;
mod date_digits;
mod format;
mod kind;
mod of_day;
mod pattern;
mod period;
mod period_unit;
mod text;

pub use bound::TimeBound;
pub use civil::{Civil, DAY_MS, LAST_MS};
pub use format::TimeFormat;
pub use kind::TimeKind;
pub use of_day::{get_time_of_day, put_time_of_day, time_of_day_bound};
pub(crate) use pattern::Field;
pub use pattern::{Pattern, PatternError};
pub use period::{ParsePeriodError, Period};
pub use period_unit::PeriodUnit;
pub use text::{parse_time, parse_time_of_day};
pub(crate) use text::{write_time, write_time_of_day};
