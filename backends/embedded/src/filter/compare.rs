//! Comparators (`ByteArrayComparable`).
//!
//! A regular expression matches anywhere, as Java's `find` does, and a dot also matches line ends
//! (`Pattern.DOTALL`). Differences from Java: look-around and back references are not supported,
//! `\d`, `\w`, `\s` and `\b` match all of Unicode, and bytes that are not UTF-8 do not match a dot.

use std::cmp::Ordering;

use hbase_model::{Comparator, CompareOp, Error, Result};
use regex::bytes::{Regex, RegexBuilder};

/// The prepared comparator.
#[derive(Clone, Debug)]
enum Right {
    Binary(Vec<u8>),
    Prefix(Vec<u8>),
    Long(i64),
    Regex(Regex),
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

impl Compare {
    /// Prepares a comparison.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for a pattern that is no regular expression.
    pub(crate) fn new(op: CompareOp, comparator: &Comparator) -> Result<Self> {
        let right = match comparator {
            Comparator::Binary(bytes) => Right::Binary(bytes.clone()),
            Comparator::BinaryPrefix(bytes) => Right::Prefix(bytes.clone()),
            Comparator::Long(number) => Right::Long(*number),
            Comparator::Regex(pattern) => Right::Regex(regex(pattern)?),
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
    /// [`Error::InvalidRequest`] if the bytes are compared with a number and are not 8 bytes long,
    /// as in `HBase`.
    pub(crate) fn holds(&self, bytes: &[u8]) -> Result<bool> {
        let ordering = match &self.right {
            Right::Binary(right) => bytes.cmp(right),
            Right::Prefix(right) => bytes[..bytes.len().min(right.len())].cmp(right),
            Right::Long(right) => long(bytes)?.cmp(right),
            Right::Regex(regex) => equal(regex.is_match(bytes)),
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

fn regex(pattern: &str) -> Result<Regex> {
    RegexBuilder::new(pattern)
        .dot_matches_new_line(true)
        .build()
        .map_err(|error| Error::invalid(format!("the pattern {pattern:?}: {error}")))
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

/// Comparators without an order support `=` and `!=` only.
fn equal(is_equal: bool) -> Ordering {
    if is_equal {
        Ordering::Equal
    } else {
        Ordering::Greater
    }
}
