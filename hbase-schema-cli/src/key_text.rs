//! Keys as they are written on a command line.

use const_hex::FromHexError;
use hbase_model::printable::parse_printable;

/// Reads a key: as `HBase`'s shell prints it (`\xNN` for a byte), or in hex behind `0x` or where
/// `hex` says so.
///
/// # Errors
/// What is wrong with the hex digits.
pub(crate) fn parse_key(text: &str, hex: bool) -> Result<Vec<u8>, FromHexError> {
    match (text.strip_prefix("0x"), hex) {
        (Some(digits), _) => const_hex::decode(digits),
        (None, true) => const_hex::decode(text),
        (None, false) => Ok(parse_printable(text)),
    }
}
