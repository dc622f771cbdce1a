//! Cells of JSON.

use super::Mismatch;
use crate::value::Value;

/// Appends JSON if programs can read it. The parser skips values without checking them, so they may be nested
/// too deeply, be numbers beyond all floats, or contain half of a character.
pub(crate) fn put_json(json: &str, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    serde_json::from_str::<serde_json::Value>(json)
        .map_err(|error| Mismatch(format!("expected JSON, found another text: {error}")))?;
    out.extend_from_slice(json.as_bytes());
    Ok(())
}

/// Appends a value from a source without JSON: text must be JSON, a number is a JSON number.
pub(super) fn put_value(value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    let text = match value {
        Value::Text(text) => return put_json(text, out),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Float32(_)
        | Value::Float64(_)
        | Value::Decimal(_) => crate::value::text::of(value).unwrap_or_default(),
        other => return Err(Mismatch::expected("JSON", other)),
    };
    if text.contains(['N', 'i']) {
        return Err(Mismatch::expected("a number that JSON has", value));
    }
    out.extend_from_slice(text.as_bytes());
    Ok(())
}
