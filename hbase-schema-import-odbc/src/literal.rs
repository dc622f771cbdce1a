//! Values as literals in statements.

use hbase_schema_import::OrderValue;
use jiff::civil::{DateTime, date};
use jiff::{SignedDuration, ToSpan as _};

/// A number, or a date or time in ODBC's escapes; NULL for other values, with which no comparison holds.
pub(crate) fn of(value: &OrderValue) -> String {
    match value {
        OrderValue::Int(value) => value.to_string(),
        OrderValue::Uint(value) => value.to_string(),
        OrderValue::Decimal(digits) | OrderValue::Text(digits) if is_number(digits) => {
            digits.clone()
        }
        OrderValue::Date(days) => {
            let day = date(1970, 1, 1).checked_add(days.days());
            day.map_or_else(|_| null(), |day| format!("{{d '{day}'}}"))
        }
        OrderValue::Local(micros) => time(*micros).unwrap_or_else(null),
        _ => null(),
    }
}

fn null() -> String {
    "NULL".to_owned()
}

fn is_number(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_digits(whole) && is_digits(places)
}

fn time(micros: i64) -> Option<String> {
    let epoch = DateTime::from(date(1970, 1, 1));
    let time = epoch
        .checked_add(SignedDuration::from_micros(micros))
        .ok()?;
    Some(format!(
        "{{ts '{}'}}",
        time.strftime("%Y-%m-%d %H:%M:%S%.6f")
    ))
}
