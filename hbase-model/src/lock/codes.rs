//! The codes of an enum, as a list and as facts.

use super::rendered;
use super::writer::FactWriter;

impl FactWriter<'_> {
    /// Ends a line with a code and its variant.
    pub(super) const fn code(&mut self, [code, variant]: [&[u8]; 2]) {
        self.raw(code);
        self.raw(variant);
        self.end();
    }
}

/// The codes of an enum as one text, in the order of the codes: `1=Open,2=Closed`.
///
/// ```
/// use hbase_model::lock::code_list;
/// assert_eq!(code_list([("B", "Open"), ("A,", "New")]), r"A\x2C=New,B=Open");
/// ```
pub fn code_list<'a>(codes: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let codes = codes.into_iter();
    let codes = codes.map(|(code, variant)| format!("{}={variant}", listed(code)));
    let mut codes: Vec<String> = codes.collect();
    codes.sort();
    codes.join(",")
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
