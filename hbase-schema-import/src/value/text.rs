//! Values as text: in policies' keys, in text cells, and in files.

use std::fmt::Write as _;

use hbase_model::Decimal;

use crate::value::Value;

const MICROS_PER_SECOND: i64 = 1_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// A value as text: dates and times as `yyyy-MM-dd HH:mm:ss`, with a fraction only if it is not zero; numbers
/// without grouping, and without a fraction of zeros.
///
/// `None` for NULL, bytes, and times outside the years 1 to 9999.
pub(crate) fn of(value: &Value<'_>) -> Option<String> {
    Some(match value {
        Value::Null | Value::Bytes(_) | Value::Undecodable(_) => return None,
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Float32(value) => value.to_string(),
        Value::Float64(value) => value.to_string(),
        Value::Decimal(value) => decimal(*value),
        Value::Text(text) => (*text).to_owned(),
        Value::Moment(micros) | Value::Local(micros) => date_time(*micros)?,
        Value::Date(days) => date(*days)?,
        Value::TimeOfDay(micros) => time_of_day(*micros),
    })
}

/// A decimal without an exponent, and without zeros at the end of its fraction.
fn decimal(value: Decimal) -> String {
    let value = value.normalized();
    let sign = if value.is_negative() { "-" } else { "" };
    let digits = value.coefficient().to_string();
    let places = usize::try_from(value.exponent().unsigned_abs()).unwrap_or(usize::MAX);
    // An exponent beyond any database's stays unchanged.
    if places > 400 {
        return value.to_string();
    }
    if value.exponent() >= 0 {
        return format!("{sign}{digits}{}", "0".repeat(places));
    }
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    format!("{sign}{whole}.{fraction}")
}

/// `yyyy-MM-dd HH:mm:ss`, with a fraction only where it is not zero.
fn date_time(micros: i64) -> Option<String> {
    let seconds = micros.div_euclid(MICROS_PER_SECOND);
    let days = i32::try_from(seconds.div_euclid(SECONDS_PER_DAY)).ok()?;
    let in_day = micros.rem_euclid(MICROS_PER_SECOND * SECONDS_PER_DAY);
    Some(format!("{} {}", date(days)?, time_of_day(in_day)))
}

/// `yyyy-MM-dd`.
fn date(days: i32) -> Option<String> {
    let epoch = jiff::civil::date(1970, 1, 1);
    let date = epoch
        .checked_add(jiff::Span::new().try_days(days).ok()?)
        .ok()?;
    (date.year() > 0).then(|| date.to_string())
}

/// `HH:mm:ss`, with a fraction only where it is not zero.
fn time_of_day(micros: i64) -> String {
    let seconds = micros / MICROS_PER_SECOND;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{hour:02}:{minute:02}:{second:02}");
    let fraction = micros % MICROS_PER_SECOND;
    if fraction != 0 {
        let _ = write!(text, ".{fraction:06}");
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_policy_format() {
        let day = 16_795_i64 * SECONDS_PER_DAY * MICROS_PER_SECOND;
        let noon = day + 12 * 3600 * MICROS_PER_SECOND;
        for (value, expected) in [
            (Value::Local(noon), Some("2015-12-26 12:00:00")),
            (Value::Local(noon + 1), Some("2015-12-26 12:00:00.000001")),
            (Value::Moment(day + 120_000), Some("2015-12-26 00:00:00.12")),
            (Value::Moment(-1), Some("1969-12-31 23:59:59.999999")),
            (Value::Date(16_795), Some("2015-12-26")),
            (Value::Date(i32::MAX), None),
            (Value::TimeOfDay(3_661_000_000), Some("01:01:01")),
            (Value::Float64(3.0), Some("3")),
            (Value::Float64(0.1), Some("0.1")),
            (Value::Float32(0.1), Some("0.1")),
            (Value::Int(-1_234_567), Some("-1234567")),
            (Value::Null, None),
            (Value::Text(""), Some("")),
        ] {
            assert_eq!(of(&value).as_deref(), expected, "{value:?}");
        }
    }

    #[test]
    fn decimals_have_no_exponent_and_no_trailing_zeros() {
        for (text, expected) in [
            ("12.340", "12.34"),
            ("5.0", "5"),
            ("-0.50", "-0.5"),
            ("0.00", "0"),
            ("1e3", "1000"),
            ("-7e-3", "-0.007"),
            ("100", "100"),
        ] {
            let value = Value::Decimal(text.parse().unwrap());
            assert_eq!(of(&value).as_deref(), Some(expected), "{text}");
        }
    }
}
