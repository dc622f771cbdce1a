//! Bytes of one width: arrays, and UUIDs.

use hbase_model::printable::parse_printable;
use uuid::Uuid;

use super::Mismatch;
use crate::value::Value;

/// The width of a UUID.
pub(super) const UUID_WIDTH: usize = 16;

/// The bytes of a value, which are as many as the type reads. Text is what `HBase`'s shell prints or, where a UUID fits, that:
/// files and databases have UUIDs as text, whose 32 digits are never 16 bytes.
pub(crate) fn fixed_bytes(value: &Value<'_>, width: usize) -> Result<Vec<u8>, Mismatch> {
    let bytes = match value {
        Value::Bytes(bytes) => bytes.to_vec(),
        Value::Text(text) => match Uuid::try_parse(text) {
            Ok(uuid) if width == UUID_WIDTH => uuid.as_bytes().to_vec(),
            _ => parse_printable(text),
        },
        other => return Err(Mismatch::expected("bytes", other)),
    };
    let found = bytes.len();
    let or_uuid = match width {
        UUID_WIDTH => " or a UUID as 67e55044-10b1-426f-9247-bb680e5fe0c8",
        _ => "",
    };
    let why = || Mismatch(format!("found {found} bytes, expected {width}{or_uuid}"));
    (found == width).then_some(bytes).ok_or_else(why)
}

/// The width of a type whose cells are that many bytes.
pub(super) fn width_of(type_name: &str, last: &str) -> Option<usize> {
    if last == "Uuid" {
        return Some(UUID_WIDTH);
    }
    let inner = type_name.strip_prefix("[u8;")?.strip_suffix(']')?;
    inner.trim().parse().ok()
}
