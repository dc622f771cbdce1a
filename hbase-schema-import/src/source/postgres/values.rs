//! The types of `PostgreSQL`, and their binary values.
//!
//! The server converts only values whose binary form loses something: decimals are converted to text.

use sqlx::postgres::{PgColumn, PgRow, PgTypeInfo, PgTypeKind};
use sqlx::{Column, Row, TypeInfo};

use crate::source::ColumnType;
use crate::source::database::{DatabaseColumn, DatabaseError};
use crate::source::sql::{TypeOf, checked, decimal};
use crate::value::Value;

/// Days from 1970-01-01 to 2000-01-01, from which `PostgreSQL` counts.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_MICROS: i64 = 946_684_800_000_000;

/// Decodes a value from its binary form; `None` if the bytes are not a value.
pub(in crate::source) type Decode = fn(&[u8]) -> Option<Value<'_>>;

/// The supported types: the server's name, the type of the values, whether an import can continue after one, and their form.
const TYPES: &[TypeOf<'static, Decode>] = &[
    ("BOOL", ColumnType::Bool, false, |b| {
        Some(Value::Bool(*b.first()? != 0))
    }),
    ("INT2", ColumnType::Integer, true, |b| {
        Some(Value::Int(i16::from_be_bytes(array(b)?).into()))
    }),
    ("INT4", ColumnType::Integer, true, |b| {
        Some(Value::Int(int4(b)?.into()))
    }),
    ("INT8", ColumnType::Integer, true, |b| {
        Some(Value::Int(int8(b)?))
    }),
    ("FLOAT4", ColumnType::Float, false, |b| {
        Some(Value::Float32(f32::from_be_bytes(array(b)?)))
    }),
    ("FLOAT8", ColumnType::Float, false, |b| {
        Some(Value::Float64(f64::from_be_bytes(array(b)?)))
    }),
    // Converted to text by the server: its own digits, and `NaN`.
    ("NUMERIC", ColumnType::Decimal, true, |b| {
        Some(decimal(str::from_utf8(b).ok()?))
    }),
    ("TEXT", ColumnType::Text, true, TEXT),
    ("VARCHAR", ColumnType::Text, true, TEXT),
    ("CHAR", ColumnType::Text, true, TEXT),
    ("BYTEA", ColumnType::Bytes, true, |b| Some(Value::Bytes(b))),
    ("DATE", ColumnType::Date, true, |b| Some(date(int4(b)?))),
    ("TIME", ColumnType::TimeOfDay, false, |b| {
        Some(Value::TimeOfDay(int8(b)?))
    }),
    ("TIMESTAMP", ColumnType::Local, true, |b| {
        Some(timestamp(int8(b)?, Value::Local))
    }),
    ("TIMESTAMPTZ", ColumnType::Moment, true, |b| {
        Some(timestamp(int8(b)?, Value::Moment))
    }),
    ("UUID", ColumnType::Text, true, TEXT),
];

const TEXT: Decode = |bytes| Some(checked(bytes));

/// Types that the server converts to text, and after whose values an import cannot continue.
const AS_TEXT: &[&str] = &[
    "NAME", "\"CHAR\"", "JSON", "JSONB", "XML", "INET", "CIDR", "MACADDR", "MACADDR8", "CITEXT",
];

/// The type of a column; a domain counts as its base type.
pub(super) fn type_of(found: &PgColumn) -> TypeOf<'_, Decode> {
    let mut info: &PgTypeInfo = found.type_info();
    while let PgTypeKind::Domain(base) = info.kind() {
        info = base;
    }
    let name = info.name();
    let is_text = AS_TEXT.iter().any(|known| known.eq_ignore_ascii_case(name))
        || matches!(info.kind(), PgTypeKind::Enum(_));
    let supported = TYPES.iter().find(|(known, ..)| *known == name);
    match supported {
        Some(supported) => *supported,
        None if is_text => (name, ColumnType::Text, false, TEXT),
        // Not read.
        None => (name, ColumnType::Unsupported, false, |_| Some(Value::Null)),
    }
}

pub(super) fn value(decode: Decode, row: &PgRow, at: usize) -> Result<Value<'_>, DatabaseError> {
    let bytes = row.try_get_raw(at)?.as_bytes();
    let bytes = bytes.map_err(|error| DatabaseError(error.to_string()))?;
    decode(bytes).ok_or_else(|| {
        DatabaseError(format!(
            "found {} bytes in column {}, expected a value of its type {}",
            bytes.len(),
            at + 1,
            row.column(at).type_info().name()
        ))
    })
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

fn array<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.try_into().ok()
}

fn int4(bytes: &[u8]) -> Option<i32> {
    array(bytes).map(i32::from_be_bytes)
}

fn int8(bytes: &[u8]) -> Option<i64> {
    array(bytes).map(i64::from_be_bytes)
}

fn date(days: i32) -> Value<'static> {
    match days {
        i32::MAX => Value::Text("infinity"),
        i32::MIN => Value::Text("-infinity"),
        days => Value::Date(days.saturating_add(EPOCH_DAYS)),
    }
}

fn timestamp(micros: i64, value: fn(i64) -> Value<'static>) -> Value<'static> {
    match micros {
        i64::MAX => Value::Text("infinity"),
        i64::MIN => Value::Text("-infinity"),
        micros => value(micros.saturating_add(EPOCH_MICROS)),
    }
}
