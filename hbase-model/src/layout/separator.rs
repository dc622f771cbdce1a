//! Separators, which close parts of varying length.

use crate::printable::Printable;

/// The byte after a descending part with a terminator: a NUL byte, inverted. It is the same as Phoenix's.
pub const DESC_TERMINATOR: u8 = 0xff;

/// The offset of the first `separator` in `bytes`; `None` for an empty separator.
///
/// ```
/// use hbase_model::layout::separator::find;
///
/// assert_eq!(find(b"10086_LOGIN", b"_"), Some(5));
/// assert_eq!(find(b"10086", b"_"), None);
/// ```
#[inline]
pub fn find(bytes: &[u8], separator: &[u8]) -> Option<usize> {
    match separator {
        [] => None,
        [one] => bytes.iter().position(|byte| byte == one),
        _ => bytes
            .windows(separator.len())
            .position(|window| window == separator),
    }
}

/// Whether the first separator in `value` followed by `separator` is the following one, so that
/// decoding finds the end of the value there.
///
/// ```
/// use hbase_model::layout::separator::closes;
///
/// assert!(closes(b"a:b", b"::"));
/// assert!(!closes(b"a:", b"::"));
/// ```
#[inline]
pub fn closes(value: &[u8], separator: &[u8]) -> bool {
    let [first, rest @ ..] = separator else {
        return true;
    };
    if rest.is_empty() {
        return !value.contains(first);
    }
    let both = [value, separator].concat();
    find(&both, separator) == Some(value.len())
}

/// A separator for messages: text unchanged, other bytes as [`Printable`] displays them.
///
/// ```
/// use hbase_model::layout::separator::shown;
///
/// assert_eq!(shown(b"_"), "_");
/// assert_eq!(shown(&[0xff]), r"\xFF");
/// ```
pub fn shown(separator: &[u8]) -> String {
    let text = str::from_utf8(separator);
    text.map_or_else(|_| Printable(separator).to_string(), str::to_owned)
}

/// A separator in quotation marks, for messages: text as Rust writes it, other bytes as [`Printable`] displays them.
///
/// ```
/// use hbase_model::layout::separator::quoted;
///
/// assert_eq!(quoted(b"\0"), r#""\0""#);
/// assert_eq!(quoted(&[0xff]), r#""\xFF""#);
/// ```
pub fn quoted(separator: &[u8]) -> String {
    match str::from_utf8(separator) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("\"{}\"", Printable(separator)),
    }
}
