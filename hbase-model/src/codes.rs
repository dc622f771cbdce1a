//! The codes of an enum with their variants, as one text: `1=Open,2=Closed`.

use std::str;

use crate::lock::rendered;

/// The codes of an enum as one text, in the order of the codes: `1=Open,2=Closed`.
///
/// ```
/// use hbase_model::codes::code_list;
/// assert_eq!(code_list([("B", "Open"), ("A,", "New")]), r"A\x2C=New,B=Open");
/// ```
pub fn code_list<'a>(codes: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let codes = codes.into_iter();
    let codes = codes.map(|(code, variant)| format!("{}={variant}", listed(code)));
    let mut codes: Vec<String> = codes.collect();
    codes.sort();
    codes.join(",")
}

/// Each code of a list with its variant: of [`PartLayout::codes`](crate::PartLayout::codes), or of a column's codes. A blank, a comma or `=` in a code is
/// `\xNN`.
///
/// ```
/// use hbase_model::codes::codes;
/// assert_eq!(codes("1=Open,2=Closed").count(), 2);
/// assert_eq!(codes("1=Open,2=Closed").next(), Some(("1", "Open")));
/// ```
pub fn codes(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = list.as_bytes();
    std::iter::from_fn(move || {
        let ([code, variant], behind) = next_code(rest)?;
        rest = behind;
        Some((str::from_utf8(code).ok()?, str::from_utf8(variant).ok()?))
    })
}

/// A code as it is in a list.
pub(crate) fn listed(code: &str) -> String {
    let code = rendered(|word| word.printable(code.as_bytes(), [b' ', b',']));
    code.replace('=', "\\x3D")
}

/// The first code of a list with its variant, and the list without it; `None` for an empty list.
pub(crate) const fn next_code(codes: &[u8]) -> Option<([&[u8]; 2], &[u8])> {
    if codes.is_empty() {
        return None;
    }
    let (code, rest) = split_at(codes, b'=');
    let (variant, rest) = split_at(rest, b',');
    Some(([code, variant], rest))
}

/// The text before a character, and the text after it.
const fn split_at(text: &[u8], end: u8) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < text.len() && text[at] != end {
        at += 1;
    }
    match text.split_at(at) {
        (before, [_, after @ ..]) => (before, after),
        (before, []) => (before, &[]),
    }
}
