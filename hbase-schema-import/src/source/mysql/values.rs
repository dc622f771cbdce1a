//! The types of `MySQL`, and their values.
//!
//! The server converts dates and times to text: in binary form, the library reads `0000-00-00` as NULL.

use jiff::civil;
use sqlx::mysql::{MySql as Library, MySqlColumn, MySqlRow};
use sqlx::{Column, Decode, Row, Type, TypeInfo};

use crate::source::ColumnType;
use crate::source::database::DatabaseColumn;
use crate::source::sql::{TypeOf, checked, decimal};
use crate::value::Value;

const MICROS_PER_SECOND: i64 = 1_000_000;

/// Reads a value.
pub(in crate::source) type Get = fn(&MySqlRow, usize) -> Result<Value<'_>, sqlx::Error>;

pub(super) fn type_of(found: &MySqlColumn) -> TypeOf<'_, Get> {
    let info = found.type_info();
    let declared = info.name();
    let (column_type, is_orderable, get): (_, _, Get) = match declared {
        "BIT" => (ColumnType::Integer, false, UINT),
        "YEAR" => (ColumnType::Integer, true, UINT),
        // By the type: the library's name of `TINYINT(1) UNSIGNED` is `BOOLEAN`.
        _ if <u64 as Type<Library>>::compatible(info) => (ColumnType::Integer, true, UINT),
        // `TINYINT(1)` may also have other values than 0 and 1.
        "BOOLEAN" | "TINYINT" | "SMALLINT" | "MEDIUMINT" | "INT" | "BIGINT" => {
            (ColumnType::Integer, true, INT)
        }
        "FLOAT" => (ColumnType::Float, false, |row, at| {
            get(row, at).map(Value::Float32)
        }),
        "DOUBLE" => (ColumnType::Float, false, |row, at| {
            get(row, at).map(Value::Float64)
        }),
        "DECIMAL" => (ColumnType::Decimal, true, |row, at| {
            get(row, at).map(decimal)
        }),
        // Text that the server made.
        "DATE" => (ColumnType::Date, true, |row, at| get(row, at).map(date)),
        "TIME" => (ColumnType::TimeOfDay, false, |row, at| {
            get(row, at).map(time_of_day)
        }),
        "DATETIME" => (ColumnType::Local, true, |row, at| {
            Ok(date_time(get(row, at)?, Value::Local))
        }),
        "TIMESTAMP" => (ColumnType::Moment, true, |row, at| {
            Ok(date_time(get(row, at)?, Value::Moment))
        }),
        // Ordered by their values' numbers, but compared by their texts.
        "ENUM" | "SET" | "JSON" | "NULL" => (ColumnType::Text, false, TEXT),
        // Not read.
        "GEOMETRY" => (ColumnType::Unsupported, false, |_, _| Ok(Value::Null)),
        // The name does not distinguish binary text from bytes.
        _ if <str as Type<Library>>::compatible(info) => (ColumnType::Text, true, TEXT),
        _ => (ColumnType::Bytes, true, |row, at| {
            get(row, at).map(Value::Bytes)
        }),
    };
    (declared, column_type, is_orderable, get)
}

const INT: Get = |row, at| get(row, at).map(Value::Int);
const UINT: Get = |row, at| get(row, at).map(Value::Uint);
const TEXT: Get = |row, at| get(row, at).map(checked);

fn get<'r, T: Decode<'r, Library>>(row: &'r MySqlRow, at: usize) -> Result<T, sqlx::Error> {
    row.try_get_unchecked(at)
}

/// The expression that selects a column.
pub(super) fn selected(column: &DatabaseColumn, quoted: &str) -> String {
    match column.declared.as_str() {
        "DATE" | "TIME" | "DATETIME" | "TIMESTAMP" => format!("CAST({quoted} AS CHAR)"),
        "BIT" | "YEAR" => format!("CAST({quoted} AS UNSIGNED)"),
        "GEOMETRY" => "NULL".to_owned(),
        _ => quoted.to_owned(),
    }
}

/// A date; `0000-00-00` and other dates that do not exist stay text.
fn date(text: &str) -> Value<'_> {
    let days = text.parse::<civil::Date>().ok().and_then(|date| {
        let since = date.since(civil::date(1970, 1, 1)).ok()?;
        Some(since.get_days())
    });
    days.map_or(Value::Text(text), Value::Date)
}

/// A date and time; those that do not exist stay text.
fn date_time(text: &str, value: fn(i64) -> Value<'static>) -> Value<'_> {
    let micros = text.parse::<civil::DateTime>().ok().and_then(|time| {
        let utc = jiff::tz::Offset::UTC.to_timestamp(time).ok()?;
        Some(utc.as_microsecond())
    });
    match micros {
        Some(micros) => value(micros),
        None => Value::Text(without_zeros(text)),
    }
}

/// A time of day; `MySQL` also has negative ones and those of several days, which stay text.
fn time_of_day(text: &str) -> Value<'_> {
    let micros = text.parse::<civil::Time>().ok().map(|time| {
        let seconds = i64::from(time.hour()) * 3600
            + i64::from(time.minute()) * 60
            + i64::from(time.second());
        seconds * MICROS_PER_SECOND + i64::from(time.subsec_nanosecond()) / 1000
    });
    micros.map_or(Value::Text(without_zeros(text)), Value::TimeOfDay)
}

/// Removes zeros at the end of a time's fraction, like in the text of other times.
fn without_zeros(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, digits)) if digits.bytes().all(|digit| digit == b'0') => whole,
        Some(_) => text.trim_end_matches('0'),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_server_are_values() {
        assert_eq!(date("1970-01-02"), Value::Date(1));
        assert_eq!(date("0000-00-00"), Value::Text("0000-00-00"));
        assert_eq!(time_of_day("00:00:01.500000"), Value::TimeOfDay(1_500_000));
        assert_eq!(time_of_day("-12:00:00"), Value::Text("-12:00:00"));
        assert_eq!(time_of_day("838:59:59"), Value::Text("838:59:59"));
        // A `TIME(6)`: within a day, the text has no zeros at its end either.
        assert_eq!(time_of_day("838:59:59.000000"), Value::Text("838:59:59"));
        assert_eq!(
            time_of_day("-100:00:00.500000"),
            Value::Text("-100:00:00.5")
        );
        let local = |text| date_time(text, Value::Local);
        assert_eq!(local("1970-01-01 00:00:00.000001"), Value::Local(1));
        assert_eq!(
            local("0000-00-00 00:00:00"),
            Value::Text("0000-00-00 00:00:00")
        );
        assert_eq!(
            local("0000-00-00 00:00:00.000000"),
            Value::Text("0000-00-00 00:00:00")
        );
        let digits = "1".repeat(65);
        assert_eq!(decimal(&digits), Value::Text(&digits));
        assert_eq!(decimal("12.340"), Value::Decimal("12.340".parse().unwrap()));
    }
}
