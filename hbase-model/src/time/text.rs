//! Times as text.

use std::fmt;

use super::civil::{Civil, DAY_MS};
use crate::primitive::ValueError;

/// Parses `yyyy-MM-dd`, then optionally `T` or a space and a time of day, then `Z` or an offset such
/// as `+08:00`; `offset_s` is the default offset.
///
/// ```
/// use hbase_model::time::parse_time;
/// assert_eq!(parse_time("2015-12-26T20:24:00+08:00", 0), Some(1_451_132_640_000));
/// assert_eq!(parse_time("2015-12-26 12:24", 0), Some(1_451_132_640_000));
/// assert_eq!(parse_time("2015-13-26", 0), None);
/// ```
pub fn parse_time(text: &str, offset_s: i32) -> Option<i64> {
    let (date, rest) = text.split_at_checked(10)?;
    let (clock, offset_s) = split_offset(rest, offset_s)?;
    let ms = match clock {
        "" => 0,
        clock => parse_time_of_day(clock.strip_prefix(['T', ' '])?)?,
    };
    let midnight = parse_date(date)?.to_ms().ok()?;
    Some(midnight + i64::from(ms) - i64::from(offset_s) * 1000)
}

/// Parses `HH:mm`, `HH:mm:ss` or `HH:mm:ss.SSS`, in milliseconds since midnight.
pub fn parse_time_of_day(text: &str) -> Option<u32> {
    let (clock, ms) = match text.split_once('.') {
        Some((clock, fraction)) => (clock, parse_fraction(fraction)?),
        None => (text, 0),
    };
    let mut fields = clock.split(':');
    let hour = number(fields.next()?, 2, 23)?;
    let minute = number(fields.next()?, 2, 59)?;
    let second = match fields.next() {
        Some(second) => number(second, 2, 59)?,
        None if text.contains('.') => return None,
        None => 0,
    };
    match fields.next() {
        Some(_) => None,
        None => Some(((hour * 60 + minute) * 60 + second) * 1000 + ms),
    }
}

fn parse_date(date: &str) -> Option<Civil> {
    let mut fields = date.split('-');
    let civil = Civil {
        year: number(fields.next()?, 4, 9999)?.try_into().ok()?,
        month: number(fields.next()?, 2, 12)?.try_into().ok()?,
        day: number(fields.next()?, 2, 31)?.try_into().ok()?,
        hour: 0,
        minute: 0,
        second: 0,
        ms: 0,
    };
    fields.next().is_none().then_some(civil)
}

/// The time of day, and its offset or the default.
fn split_offset(rest: &str, offset_s: i32) -> Option<(&str, i32)> {
    if let Some(clock) = rest.strip_suffix('Z') {
        return Some((clock, 0));
    }
    let Some(at) = rest.rfind(['+', '-']) else {
        return Some((rest, offset_s));
    };
    let (clock, offset) = rest.split_at(at);
    let (hours, minutes) = offset[1..].split_once(':')?;
    let minutes = number(hours, 2, 18)? * 60 + number(minutes, 2, 59)?;
    let seconds = i32::try_from(minutes * 60).ok()?;
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    Some((clock, sign * seconds))
}

/// One to three decimals, in milliseconds.
fn parse_fraction(text: &str) -> Option<u32> {
    let value = number(text, text.len(), 999)?;
    match text.len() {
        1 => Some(value * 100),
        2 => Some(value * 10),
        3 => Some(value),
        _ => None,
    }
}

fn number(text: &str, width: usize, max: u32) -> Option<u32> {
    let digits = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| text.parse().ok())??;
    (value <= max).then_some(value)
}

/// Writes a time in UTC in [`parse_time`]'s format; a time out of range as a number, with 19 digits after the year 9999: fewer
/// digits may be those of a date.
pub(crate) fn write_time(ms: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let civil: Result<Civil, ValueError> = Civil::from_ms(ms);
    let Ok(civil) = civil else {
        return match ms {
            ..0 => write!(f, "{ms}"),
            _ => write!(f, "{ms:019}"),
        };
    };
    write!(f, "{}-{:02}-{:02}T", civil.year, civil.month, civil.day)?;
    let in_day = u32::try_from(ms.rem_euclid(DAY_MS)).unwrap_or(0);
    write_time_of_day(in_day, f)?;
    f.write_str("Z")
}

/// Writes a time of day in [`parse_time_of_day`]'s format.
pub(crate) fn write_time_of_day(ms: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let seconds = ms / 1000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    write!(f, "{hour:02}:{minute:02}:{second:02}")?;
    match ms % 1000 {
        0 => Ok(()),
        ms => write!(f, ".{ms:03}"),
    }
}
