//! Separators, which close parts of varying length.

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
