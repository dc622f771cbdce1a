//! The types of `PostgreSQL`, and their binary values.
//!
//! The server converts only values whose binary form loses something: decimals are converted to text.

use sqlx::postgres::{PgColumn, PgRow, PgTypeInfo, PgTypeKind};
use sqlx::{Column, Row, TypeInfo};

use crate::source::database::{DatabaseColumn, DatabaseError};
use crate::source::sql::{Format, decimal};
use crate::source::{ColumnType, RowBuilder};
use crate::value::Value;

/// Days from 1970-01-01 to 2000-01-01, from which `PostgreSQL` counts.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_MICROS: i64 = 946_684_800_000_000;

/// The form in which a column's values arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::source) enum PgFormat {
    Bool,
    Int2,
    Int4,
    Int8,
    Float4,
    Float8,
    Text,
    /// A decimal, converted to text by the server: its own digits, and `NaN`.
    Numeric,
    Bytes,
    Date,
    TimeOfDay,
    Timestamp,
    TimestampTz,
    /// Not read.
    Unsupported,
}

/// A supported type: the server's name, the form and type of its values, and whether an import can continue
/// after one.
type Supported = (&'static str, PgFormat, ColumnType, bool);

const TYPES: &[Supported] = &[
    ("BOOL", PgFormat::Bool, ColumnType::Bool, false),
    ("INT2", PgFormat::Int2, ColumnType::Integer, true),
    ("INT4", PgFormat::Int4, ColumnType::Integer, true),
    ("INT8", PgFormat::Int8, ColumnType::Integer, true),
    ("FLOAT4", PgFormat::Float4, ColumnType::Float, false),
    ("FLOAT8", PgFormat::Float8, ColumnType::Float, false),
    ("NUMERIC", PgFormat::Numeric, ColumnType::Decimal, true),
    ("TEXT", PgFormat::Text, ColumnType::Text, true),
    ("VARCHAR", PgFormat::Text, ColumnType::Text, true),
    ("CHAR", PgFormat::Text, ColumnType::Text, true),
    ("BYTEA", PgFormat::Bytes, ColumnType::Bytes, true),
    ("DATE", PgFormat::Date, ColumnType::Date, true),
    ("TIME", PgFormat::TimeOfDay, ColumnType::TimeOfDay, false),
    ("TIMESTAMP", PgFormat::Timestamp, ColumnType::Local, true),
    (
        "TIMESTAMPTZ",
        PgFormat::TimestampTz,
        ColumnType::Moment,
        true,
    ),
    ("UUID", PgFormat::Text, ColumnType::Text, true),
];

/// Types that the server converts to text, and after whose values an import cannot continue.
const AS_TEXT: &[&str] = &[
    "NAME", "\"CHAR\"", "JSON", "JSONB", "XML", "INET", "CIDR", "MACADDR", "MACADDR8", "CITEXT",
];

impl Format<sqlx::Postgres> for PgFormat {
    /// A domain counts as its base type.
    fn column(found: &PgColumn) -> (DatabaseColumn, Self) {
        let mut info: &PgTypeInfo = found.type_info();
        while let PgTypeKind::Domain(base) = info.kind() {
            info = base;
        }
        let name = info.name();
        let is_text = AS_TEXT.iter().any(|known| known.eq_ignore_ascii_case(name))
            || matches!(info.kind(), PgTypeKind::Enum(_));
        let supported = TYPES.iter().find(|(known, ..)| *known == name);
        let (format, column_type, is_orderable) = match supported {
            Some(&(_, format, column_type, is_orderable)) => (format, column_type, is_orderable),
            None if is_text => (Self::Text, ColumnType::Text, false),
            None => (Self::Unsupported, ColumnType::Unsupported, false),
        };
        let column = DatabaseColumn {
            name: found.name().to_owned(),
            column_type,
            declared: name.to_owned(),
            is_orderable,
        };
        (column, format)
    }

    fn push(self, row: &PgRow, at: usize, to: &mut RowBuilder<'_>) -> Result<(), DatabaseError> {
        let bytes = row.try_get_raw(at)?.as_bytes();
        let bytes = bytes.map_err(|error| DatabaseError(error.to_string()))?;
        let value = value(self, bytes).ok_or_else(|| {
            DatabaseError(format!(
                "found {} bytes in column {}, expected a value of its type {self:?}",
                bytes.len(),
                at + 1
            ))
        })?;
        to.push(value);
        Ok(())
    }
}

/// Whether the server converts the column's values to text.
pub(super) fn is_selected_as_text(column: &DatabaseColumn) -> bool {
    let native = ["TEXT", "VARCHAR", "CHAR"];
    let is_text = matches!(column.column_type, ColumnType::Text | ColumnType::Decimal);
    is_text && !native.contains(&column.declared.as_str())
}

/// The name of a type in a cast.
pub(super) fn cast_name(declared: &str) -> &str {
    match declared {
        "CHAR" => "bpchar",
        other => other,
    }
}

/// A value from its binary form; `None` if the bytes are not a value.
fn value(format: PgFormat, bytes: &[u8]) -> Option<Value<'_>> {
    Some(match format {
        PgFormat::Bool => Value::Bool(*bytes.first()? != 0),
        PgFormat::Int2 => Value::Int(i16::from_be_bytes(bytes.try_into().ok()?).into()),
        PgFormat::Int4 => Value::Int(i32::from_be_bytes(bytes.try_into().ok()?).into()),
        PgFormat::Int8 => Value::Int(i64::from_be_bytes(bytes.try_into().ok()?)),
        PgFormat::Float4 => Value::Float32(f32::from_be_bytes(bytes.try_into().ok()?)),
        PgFormat::Float8 => Value::Float64(f64::from_be_bytes(bytes.try_into().ok()?)),
        PgFormat::Text => match str::from_utf8(bytes) {
            Ok(text) => Value::Text(text),
            Err(_) => Value::Undecodable(bytes),
        },
        PgFormat::Numeric => decimal(str::from_utf8(bytes).ok()?),
        PgFormat::Bytes => Value::Bytes(bytes),
        PgFormat::Date => date(i32::from_be_bytes(bytes.try_into().ok()?)),
        PgFormat::TimeOfDay => Value::TimeOfDay(i64::from_be_bytes(bytes.try_into().ok()?)),
        PgFormat::Timestamp | PgFormat::TimestampTz => {
            timestamp(format, i64::from_be_bytes(bytes.try_into().ok()?))
        }
        PgFormat::Unsupported => Value::Null,
    })
}

fn date(days: i32) -> Value<'static> {
    match days {
        i32::MAX => Value::Text("infinity"),
        i32::MIN => Value::Text("-infinity"),
        days => Value::Date(days.saturating_add(EPOCH_DAYS)),
    }
}

fn timestamp(format: PgFormat, micros: i64) -> Value<'static> {
    match micros {
        i64::MAX => Value::Text("infinity"),
        i64::MIN => Value::Text("-infinity"),
        micros if format == PgFormat::Timestamp => {
            Value::Local(micros.saturating_add(EPOCH_MICROS))
        }
        micros => Value::Moment(micros.saturating_add(EPOCH_MICROS)),
    }
}
