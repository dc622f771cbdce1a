//! The types of `MySQL`, and their values.
//!
//! The server converts dates and times to text: in binary form, the library reads `0000-00-00` as NULL.

use jiff::civil;
use sqlx::mysql::{MySql as Library, MySqlColumn, MySqlRow};
use sqlx::{Column, Row, Type, TypeInfo};

use crate::source::database::{DatabaseColumn, DatabaseError};
use crate::source::sql::{Format, decimal};
use crate::source::{ColumnType, RowBuilder};
use crate::value::Value;

const MICROS_PER_SECOND: i64 = 1_000_000;

/// The form in which a column's values arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::source) enum MySqlFormat {
    Int,
    Uint,
    Float32,
    Float64,
    /// The digits of a decimal.
    Decimal,
    Text,
    Bytes,
    /// Text that the server made.
    Date,
    TimeOfDay,
    Local,
    Moment,
    /// Not read.
    Unsupported,
}

impl Format<Library> for MySqlFormat {
    fn column(found: &MySqlColumn) -> (DatabaseColumn, Self) {
        let info = found.type_info();
        let declared = info.name();
        let (format, column_type, is_orderable) = match declared {
            "BIT" => (Self::Uint, ColumnType::Integer, false),
            "YEAR" => (Self::Uint, ColumnType::Integer, true),
            // By the type: the library's name of `TINYINT(1) UNSIGNED` is `BOOLEAN`.
            _ if <u64 as Type<Library>>::compatible(info) => {
                (Self::Uint, ColumnType::Integer, true)
            }
            // `TINYINT(1)` may also have other values than 0 and 1.
            "BOOLEAN" | "TINYINT" | "SMALLINT" | "MEDIUMINT" | "INT" | "BIGINT" => {
                (Self::Int, ColumnType::Integer, true)
            }
            "FLOAT" => (Self::Float32, ColumnType::Float, false),
            "DOUBLE" => (Self::Float64, ColumnType::Float, false),
            "DECIMAL" => (Self::Decimal, ColumnType::Decimal, true),
            "DATE" => (Self::Date, ColumnType::Date, true),
            "TIME" => (Self::TimeOfDay, ColumnType::TimeOfDay, false),
            "DATETIME" => (Self::Local, ColumnType::Local, true),
            "TIMESTAMP" => (Self::Moment, ColumnType::Moment, true),
            // Ordered by their values' numbers, but compared by their texts.
            "ENUM" | "SET" | "JSON" | "NULL" => (Self::Text, ColumnType::Text, false),
            "GEOMETRY" => (Self::Unsupported, ColumnType::Unsupported, false),
            // The name does not distinguish binary text from bytes.
            _ if <str as Type<Library>>::compatible(info) => (Self::Text, ColumnType::Text, true),
            _ => (Self::Bytes, ColumnType::Bytes, true),
        };
        let column = DatabaseColumn {
            name: found.name().to_owned(),
            column_type,
            declared: declared.to_owned(),
            is_orderable,
        };
        (column, format)
    }

    fn push(self, row: &MySqlRow, at: usize, to: &mut RowBuilder<'_>) -> Result<(), DatabaseError> {
        let text = || row.try_get_unchecked::<&str, _>(at);
        match self {
            Self::Int => to.push(Value::Int(row.try_get_unchecked(at)?)),
            Self::Uint => to.push(Value::Uint(row.try_get_unchecked(at)?)),
            Self::Float32 => to.push(Value::Float32(row.try_get_unchecked(at)?)),
            Self::Float64 => to.push(Value::Float64(row.try_get_unchecked(at)?)),
            Self::Decimal => to.push(decimal(text()?)),
            Self::Text => to.push_unchecked(row.try_get_unchecked(at)?),
            Self::Bytes => to.push(Value::Bytes(row.try_get_unchecked(at)?)),
            Self::Date => to.push(date(text()?)),
            Self::TimeOfDay => to.push(time_of_day(text()?)),
            Self::Local => to.push(date_time(text()?, Value::Local)),
            Self::Moment => to.push(date_time(text()?, Value::Moment)),
            Self::Unsupported => to.push(Value::Null),
        }
        Ok(())
    }
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
