//! Converts values of sources to the bytes of cells, without loss.

mod bytes;
mod cell;
mod cell_type;
mod json;
mod number;
mod text_cell;
mod time;
mod years;
mod zone;

pub use bytes::ByteNotation;
pub(crate) use bytes::{bytes, fixed_bytes, written_bytes};
pub(crate) use cell::{CellCodec, CellMeaning};
pub use cell_type::{CellType, UnknownCellType};
pub(crate) use json::put_json;
pub(crate) use number::{check_rust_decimal, integer, unsigned};
pub(crate) use time::Rules;
pub(crate) use years::written as written_time;
pub(crate) use zone::Zone;

use crate::value::Value;

/// The reason why a value does not fit its target; the caller adds the row, the column and the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch(pub(crate) String);

impl Mismatch {
    pub(crate) fn expected(expected: &str, found: &Value<'_>) -> Self {
        let found = match found {
            Value::Text(_) => "other text",
            other => other.type_name(),
        };
        Self(format!("expected {expected}, found {found}"))
    }
}

impl<E: std::error::Error> From<E> for Mismatch {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}
