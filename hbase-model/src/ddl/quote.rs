//! Texts and keys, quoted for the shell, which is Ruby.

use crate::printable::Printable;

/// A text in single quotes, where Ruby interprets only the backslash and the quote.
pub(super) fn text(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

/// A split key for `Bytes.toBytesBinary`. In single quotes `\x80` remains the four characters that
/// `toBytesBinary` parses; in double quotes Ruby would replace them first.
pub(super) fn key(key: &[u8]) -> String {
    format!("'{}'", Printable(key).to_string().replace('\'', r"\x27"))
}

/// Bytes in double quotes, for commands that take them unchanged.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let quoted: Vec<_> = bytes
        .iter()
        .map(|byte| match byte {
            byte if plain(byte) => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02X}"),
        })
        .collect();
    format!("\"{}\"", quoted.concat())
}
