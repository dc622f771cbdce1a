//! Comparators (`ByteArrayComparable`).
//!
//! A regular expression matches anywhere, as Java's `find` does, and a dot also matches line ends
//! (`Pattern.DOTALL`). Differences from Java: look-around and back references are not supported,
//! `\d`, `\w`, `\s` and `\b` match all of Unicode, and bytes that are not UTF-8 do not match a dot.

use std::cmp::Ordering;

use hbase_backend::{Comparator, CompareOp, Error, Result};
use memchr::memmem::Finder;
use regex_automata::meta::{self, Regex};
use regex_syntax::hir::{Hir, HirKind};

/// The maximum size of a compiled pattern, in bytes.
const PATTERN_LIMIT: usize = 10 << 20;

/// The prepared comparator.
#[derive(Clone, Debug)]
enum Right {
    Binary(Vec<u8>),
    Prefix(Vec<u8>),
    Long(i64),
    Regex(Regex),
    /// The only text that the pattern matches.
    Literal(Box<Finder<'static>>),
    /// In lower case.
    Substring(String),
    Nothing,
}

/// `bytes op comparator`.
#[derive(Clone, Debug)]
pub(crate) struct Compare {
    op: CompareOp,
    right: Right,
}

impl Right {
    /// A pattern that matches a single text, such as the pattern of `contains`, becomes a search for that text,
    /// which is faster: a long regular expression takes a time proportional to the product of both lengths.
    fn pattern(pattern: &str) -> Result<Self> {
        let parsed = parse(pattern)?;
        Ok(match parsed.kind() {
            HirKind::Literal(text) => Self::Literal(Box::new(Finder::new(&text.0).into_owned())),
            _ => Self::Regex(compile(pattern, &parsed)?),
        })
    }
}

impl Compare {
    /// Prepares a comparison.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for a pattern that is not a regular expression.
    pub(crate) fn new(op: CompareOp, comparator: &Comparator) -> Result<Self> {
        let right = match comparator {
            Comparator::Binary(bytes) => Right::Binary(bytes.clone()),
            Comparator::BinaryPrefix(bytes) => Right::Prefix(bytes.clone()),
            Comparator::Long(number) => Right::Long(*number),
            Comparator::Regex(pattern) => Right::pattern(pattern)?,
            Comparator::Substring(text) => Right::Substring(text.to_lowercase()),
            Comparator::Null => Right::Nothing,
            other => return Err(unknown(other)),
        };
        Ok(Self { op, right })
    }

    /// Whether comparisons can fail.
    pub(crate) fn may_fail(&self) -> bool {
        matches!(self.right, Right::Long(_))
    }

    /// Whether `bytes op comparator` holds.
    ///
    /// # Errors
    /// As in `HBase`, [`Error::InvalidRequest`] if the bytes are compared with a number and are not 8 bytes
    /// long.
    pub(crate) fn holds(&self, bytes: &[u8]) -> Result<bool> {
        let ordering = match &self.right {
            Right::Binary(right) => bytes.cmp(right),
            Right::Prefix(right) => bytes[..bytes.len().min(right.len())].cmp(right),
            Right::Long(right) => long(bytes)?.cmp(right),
            Right::Regex(regex) => equal(regex.is_match(bytes)),
            Right::Literal(text) => equal(text.find(bytes).is_some()),
            Right::Substring(text) => {
                equal(String::from_utf8_lossy(bytes).to_lowercase().contains(text))
            }
            // The bytes exist, even if they are empty.
            Right::Nothing => equal(false),
        };
        Ok(self.op.holds(ordering))
    }
}

#[cold]
fn unknown(found: &Comparator) -> Error {
    Error::invalid(format!(
        "the comparator {found:?} is not known to this backend"
    ))
}

fn parse(pattern: &str) -> Result<Hir> {
    regex_syntax::ParserBuilder::new()
        .dot_matches_new_line(true)
        .utf8(false)
        .build()
        .parse(pattern)
        .map_err(|error| Error::invalid(format!("the pattern {pattern:?}: {error}")))
}

fn compile(pattern: &str, parsed: &Hir) -> Result<Regex> {
    let limits = meta::Config::new()
        .utf8_empty(false)
        .nfa_size_limit(Some(PATTERN_LIMIT));
    let built = Regex::builder().configure(limits).build_from_hir(parsed);
    built.map_err(|_| {
        Error::invalid(format!(
            "the pattern {pattern:?} is larger than {PATTERN_LIMIT} bytes when compiled: shorten it, or \
             lower its counted repetitions"
        ))
    })
}

fn long(bytes: &[u8]) -> Result<i64> {
    let number = <[u8; 8]>::try_from(bytes).map_err(|_| {
        Error::invalid(format!(
            "a value of {} bytes compared as a number, which has 8: leave such rows out first",
            bytes.len()
        ))
    })?;
    Ok(i64::from_be_bytes(number))
}

/// Comparators without an order support only `=` and `!=`.
fn equal(is_equal: bool) -> Ordering {
    if is_equal {
        Ordering::Equal
    } else {
        Ordering::Greater
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, bytes: &[u8]) -> bool {
        let comparator = Comparator::Regex(pattern.to_owned());
        let compare = Compare::new(CompareOp::Equal, &comparator).unwrap();
        let is_literal = matches!(compare.right, Right::Literal(_));
        let expected = compile(pattern, &parse(pattern).unwrap()).unwrap();
        assert_eq!(
            compare.holds(bytes).unwrap(),
            expected.is_match(bytes),
            "{pattern}"
        );
        is_literal
    }

    #[test]
    fn a_pattern_of_one_text_is_searched_as_a_text() {
        for pattern in ["a", "a\\.b", "\\-\\~x", "中文", "\\x41"] {
            for bytes in [
                &b""[..],
                b"a.b",
                b"xa",
                "..中文".as_bytes(),
                b"aaa",
                b"-~xA",
                b"\xffa",
            ] {
                assert!(found(pattern, bytes), "{pattern}");
            }
        }
        for pattern in ["", "a.b", "^a", "(?i)a", "a|b", "[ab]"] {
            for bytes in [&b""[..], b"a.b", b"A", b"b"] {
                assert!(!found(pattern, bytes), "{pattern}");
            }
        }
        // The product of both lengths would be 10^12 steps.
        let (text, bytes) = (
            ["ab".repeat(500_000), "c".to_owned()].concat(),
            b"ab".repeat(1_000_000),
        );
        let compare = Compare::new(CompareOp::Equal, &Comparator::Regex(text)).unwrap();
        assert!(!compare.holds(&bytes).unwrap());
    }
    #[test]
    fn a_pattern_that_is_invalid_or_too_large_is_an_error() {
        let error = |pattern: &str| {
            let comparator = Comparator::Regex(pattern.to_owned());
            Compare::new(CompareOp::Equal, &comparator)
                .unwrap_err()
                .to_string()
        };
        let unclosed = error("a(b");
        assert!(unclosed.contains("unclosed group"), "{unclosed}");
        let large = error("(a{1000}){1000}");
        assert!(large.contains("is larger than 10485760 bytes"), "{large}");
    }
}
