//! Bytes as base64, and parts of responses.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use hbase_backend::{CellBlock, CellKind, CellRef, Error, Result, Row};
use serde_json::Value;

pub(super) fn base64(bytes: &[u8]) -> Value {
    Value::String(STANDARD.encode(bytes))
}

pub(super) fn base64_list<T: AsRef<[u8]>>(list: &[T]) -> Value {
    list.iter().map(|bytes| base64(bytes.as_ref())).collect()
}

/// Decodes base64.
pub(super) fn decode(value: &Value) -> Result<Vec<u8>> {
    let text = value.as_str().ok_or_else(|| odd("bytes", value))?;
    STANDARD.decode(text).map_err(|_| odd("bytes", value))
}

/// A row; `None` for `null`.
pub(super) fn row(value: &Value) -> Result<Option<Row>> {
    if value.is_null() {
        return Ok(None);
    }
    Row::new(Bytes::from(decode(value)?)).map(Some)
}

/// A row of one empty cell, for a get that only checks existence.
pub(super) fn row_without_value(key: &[u8]) -> Result<Row> {
    let mut block = CellBlock::new();
    block.push(CellRef {
        row: key,
        family: b"",
        qualifier: b"",
        timestamp: 0,
        kind: CellKind::Put,
        value: b"",
    })?;
    Row::new(block.take())
}

/// A list.
pub(super) fn list(value: &Value) -> Result<&[Value]> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| odd("a list", value))
}

/// A `bool`.
pub(super) fn boolean(value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| odd("true or false", value))
}

/// The error of an unexpected response.
pub(super) fn odd(expected: &str, found: &Value) -> Error {
    Error::Corrupt {
        what: format!("the oracle answered {found} in place of {expected}"),
    }
}
