//! Values of a unique order, as checkpoints keep them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ChunkRow, SourceColumn};
use crate::value::{Value, text};

/// A value of the unique order by which a database is read. It is exact, and the database orders its type in
/// the same way as it compares it.
///
/// Floats, booleans and NULL are not such values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OrderValue {
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A decimal in digits, without an exponent.
    Decimal(String),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A moment: microseconds since 1970 in UTC.
    Moment(i64),
    /// A date and a time of day without a zone: microseconds since 1970-01-01 00:00 on the same clock.
    Local(i64),
    /// A date: days since 1970-01-01.
    Date(i32),
}

impl OrderValue {
    /// The value of a column; `None` for NULL and for types without a safe order.
    pub fn of(value: &Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Decimal(_) => Self::Decimal(text::of(value)?),
            Value::Text(value) => Self::Text((*value).to_owned()),
            Value::Bytes(value) => Self::Bytes(value.to_vec()),
            Value::Moment(value) => Self::Moment(*value),
            Value::Local(value) => Self::Local(*value),
            Value::Date(value) => Self::Date(*value),
            _ => return None,
        })
    }

    /// The values of a row; `None` if one of them has no safe order.
    pub(crate) fn of_row(row: &ChunkRow<'_>, order: &[usize]) -> Option<Vec<Self>> {
        let values = order.iter().map(|&column| Self::of(&row.value(column)));
        values.collect()
    }

    /// The value as sources type it; a decimal as its text.
    pub fn value(&self) -> Value<'_> {
        match self {
            Self::Int(value) => Value::Int(*value),
            Self::Uint(value) => Value::Uint(*value),
            Self::Decimal(value) | Self::Text(value) => Value::Text(value),
            Self::Bytes(value) => Value::Bytes(value),
            Self::Moment(value) => Value::Moment(*value),
            Self::Local(value) => Value::Local(*value),
            Self::Date(value) => Value::Date(*value),
        }
    }
}

impl fmt::Display for OrderValue {
    /// As in a rejects file: long values are cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// `id = 17, name = x`: the row in messages.
pub(crate) fn order_key(
    names: &[impl AsRef<str>],
    order: &[usize],
    row: &ChunkRow<'_>,
) -> Option<String> {
    if order.is_empty() {
        return None;
    }
    let parts = order
        .iter()
        .map(|&column| format!("{} = {}", names[column].as_ref(), row.value(column)));
    Some(parts.collect::<Vec<_>>().join(", "))
}

impl AsRef<str> for SourceColumn {
    fn as_ref(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_a_checkpoint() {
        for value in [
            Value::Int(i64::MIN),
            Value::Uint(u64::MAX),
            Value::Text("a\u{0}b"),
            Value::Bytes(&[0, 255]),
            Value::Moment(-1),
            Value::Date(3),
        ] {
            let kept = OrderValue::of(&value).unwrap();
            let json = serde_json::to_string(&kept).unwrap();
            let read: OrderValue = serde_json::from_str(&json).unwrap();
            assert_eq!(read.value(), value, "{json}");
        }
        let decimal = Value::Decimal("12.340".parse().unwrap());
        let kept = OrderValue::of(&decimal).unwrap();
        assert_eq!(kept.value(), Value::Text("12.34"));
    }

    #[test]
    fn floats_and_null_have_no_safe_order() {
        for value in [
            Value::Null,
            Value::Float64(1.0),
            Value::Undecodable(b"\xff"),
        ] {
            assert_eq!(OrderValue::of(&value), None);
        }
    }
}
