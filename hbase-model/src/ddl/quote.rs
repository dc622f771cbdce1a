//! Texts and keys in the quotes of the shell, which is Ruby.

use crate::printable::Printable;

/// A text in single quotes, in which only the backslash and the quote mean something.
pub(super) fn text(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

/// A split key for `Bytes.toBytesBinary`. In single quotes `\x80` stays the four characters that it
/// reads; in double quotes Ruby would turn them into something else first.
pub(super) fn key(key: &[u8]) -> String {
    format!("'{}'", Printable(key).to_string().replace('\'', r"\x27"))
}

/// Bytes in double quotes, for commands that take them as they are.
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
