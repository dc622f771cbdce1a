//! Row keys on the command line.

use const_hex::FromHexError;
use hbase_model::printable::parse_printable;

/// Parses a row key: as `HBase`'s shell prints it (`\xNN` for a byte) or takes it (the same in double quotes), or as hex
/// with `hex` or after `0x`.
///
/// # Errors
/// Invalid hex digits.
pub(crate) fn parse_key(text: &str, hex: bool) -> Result<Vec<u8>, FromHexError> {
    match (text.strip_prefix("0x"), hex) {
        (Some(digits), _) => const_hex::decode(digits),
        (None, true) => const_hex::decode(text),
        (None, false) => Ok(parse_printable(unquoted(text))),
    }
}

fn unquoted(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}
