//! Bytes of values: text is converted to bytes by the notation that the mapping names.
//!
//! Without a notation, only text that all notations with a backslash read alike is accepted: only escapes, or
//! text without a backslash. An export writes only such text.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use hbase_model::printable::parse_printable;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Mismatch, Rules};
use crate::value::Value;

/// The width of a UUID.
pub(super) const UUID_WIDTH: usize = 16;

/// The notation of the bytes of a cell or a key part in text: `bytes` in a mapping.
///
/// Without a notation, text without a backslash is UTF-8, text that consists of `\xNN` is those bytes, as an
/// export writes them, and any other text with a backslash is rejected as ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ByteNotation {
    /// As `HBase`'s shell prints them: `\xNN` is a byte, all other text is UTF-8.
    Shell,
    /// UTF-8, backslashes included.
    Text,
    /// Two hexadecimal digits for each byte, in any case; after `0x` or `\x`, as databases write them, or not.
    Hex,
    /// Base64 with `+` and `/`, with or without `=` at its end.
    Base64,
}

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes of a text.
fn of_text(text: &str, notation: Option<ByteNotation>) -> Result<Vec<u8>, Mismatch> {
    let none = |what: &str| Mismatch(format!("expected {what}, found other text"));
    match notation {
        Some(ByteNotation::Shell) => Ok(parse_printable(text)),
        Some(ByteNotation::Text) => Ok(text.into()),
        Some(ByteNotation::Hex) => {
            let digits = text.strip_prefix("\\x").unwrap_or(text);
            const_hex::decode(digits).map_err(|_| none("two hexadecimal digits for each byte"))
        }
        Some(ByteNotation::Base64) => BASE64.decode(text).map_err(|_| none("base64")),
        None if !text.contains('\\') => Ok(text.into()),
        None if parse_printable(text).len() * ESCAPE == text.len() => Ok(parse_printable(text)),
        None => Err(Mismatch(
            "found a backslash, which may be text or start a byte: set `bytes` in the mapping: \"text\" where it is text, \
             \"shell\" for bytes as `\\x00` among text, \"hex\" for `\\xdeadbeef`, or \"base64\""
                .to_owned(),
        )),
    }
}

/// The bytes of `\xNN`.
const ESCAPE: usize = 4;

/// The bytes of a value of any width.
pub(crate) fn bytes(value: &Value<'_>, rules: &Rules) -> Result<Vec<u8>, Mismatch> {
    match value {
        Value::Bytes(bytes) => Ok(bytes.to_vec()),
        Value::Text(text) => of_text(text, rules.bytes),
        other => Err(Mismatch::expected("bytes", other)),
    }
}

/// The bytes of a value, with the width that the type reads. If the width is a UUID's, a UUID's text is
/// converted too: files and databases have UUIDs as text, whose 32 digits are never 16 bytes.
pub(crate) fn fixed_bytes(
    value: &Value<'_>,
    width: usize,
    rules: &Rules,
) -> Result<Vec<u8>, Mismatch> {
    let bytes = match value {
        Value::Text(text) if width == UUID_WIDTH => match Uuid::try_parse(text) {
            Ok(uuid) => uuid.as_bytes().to_vec(),
            Err(_) => bytes(value, rules)?,
        },
        _ => bytes(value, rules)?,
    };
    let found = bytes.len();
    let or_uuid = match width {
        UUID_WIDTH => " or a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8",
        _ => "",
    };
    let why = || Mismatch(format!("found {found} bytes, expected {width}{or_uuid}"));
    (found == width).then_some(bytes).ok_or_else(why)
}

/// The text of bytes, which [`bytes()`] reads without a notation: unchanged if all are printable ASCII other
/// than a backslash, otherwise each as `\xNN`.
pub(crate) fn written_bytes(bytes: &[u8]) -> String {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'\\';
    if bytes.iter().all(is_plain) {
        return bytes.iter().copied().map(char::from).collect();
    }
    let mut text = String::with_capacity(bytes.len() * ESCAPE);
    for byte in bytes {
        let written = write!(text, "\\x{byte:02X}");
        debug_assert!(written.is_ok(), "a string takes any text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_bytes_by_its_notation() {
        use ByteNotation::{Base64, Hex, Shell, Text};
        for (text, notation, expected) in [
            ("a b", None, Some(&b"a b"[..])),
            ("", None, Some(b"")),
            ("中", None, Some("中".as_bytes())),
            (r"\x00\xfF", None, Some(b"\0\xff")),
            // PostgreSQL's notation and the shell's: the same byte.
            (r"\xde", None, Some(b"\xde")),
            (r"\xdeadbeef", None, None),
            (r"\x12345678", None, None),
            (r"C:\x86\foo", None, None),
            (r"C:\x86", None, None),
            (r"a\x00", None, None),
            (r"\", None, None),
            (r"C:\x86\foo", Some(Text), Some(br"C:\x86\foo")),
            (r"a\x00\q", Some(Shell), Some(b"a\0\\q")),
            (r"\xdeadbeef", Some(Hex), Some(b"\xde\xad\xbe\xef")),
            ("0xDEad", Some(Hex), Some(b"\xde\xad")),
            ("DEAD", Some(Hex), Some(b"\xde\xad")),
            ("", Some(Hex), Some(b"")),
            ("DEA", Some(Hex), None),
            ("xy", Some(Hex), None),
            ("3q2+7w==", Some(Base64), Some(b"\xde\xad\xbe\xef")),
            ("3q2+7w", Some(Base64), Some(b"\xde\xad\xbe\xef")),
            ("3q2-7w", Some(Base64), None),
        ] {
            let found = of_text(text, notation);
            assert_eq!(found.as_deref().ok(), expected, "{text} {notation:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_is_read(bytes: Vec<u8>) {
            let text = written_bytes(&bytes);
            proptest::prop_assert_eq!(of_text(&text, None), Ok(bytes.clone()));
            proptest::prop_assert_eq!(of_text(&text, Some(ByteNotation::Shell)), Ok(bytes));
        }
    }
}
