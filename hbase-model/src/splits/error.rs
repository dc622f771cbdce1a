//! Errors of splits.

use crate::primitive::ValueError;
use crate::printable::Printable;

/// Invalid splits, by themselves or for a salt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SplitError {
    /// One region needs no splits.
    #[error("found {found} regions, expected at least 2: leave the splits out for one region")]
    TooFew {
        /// The number of regions.
        found: u32,
    },
    /// More regions than keys, or than [`MAX_REGIONS`](super::MAX_REGIONS).
    #[error("found {found} regions, expected at most {most}")]
    TooMany {
        /// The number of regions.
        found: u32,
        /// The maximum of this kind of splits, or [`MAX_REGIONS`](super::MAX_REGIONS).
        most: u128,
    },
    /// Numbers of different lengths do not sort as numbers.
    #[error(
        "found {regions} regions numbered with {width} digits, expected {needed} digits: \
         with fewer, 10 sorts before 2"
    )]
    PaddingBreaksOrder {
        /// The number of regions.
        regions: u32,
        /// The number of digits.
        width: u8,
        /// The digits of the largest number.
        needed: u32,
    },
    /// An empty list of keys.
    #[error("found no split keys, expected at least one: leave the splits out for one region")]
    NoKeys,
    /// An empty key, at which the first region starts anyway.
    #[error("found an empty split key: the first region starts there anyway, leave it out")]
    EmptyKey,
    /// A duplicate key.
    #[error("found the split key \"{key}\" twice: leave one out")]
    Duplicate {
        /// The key, printable.
        key: String,
    },
    /// Keys that are not in ascending order.
    #[error("found the split key \"{second}\" after \"{first}\", expected ascending keys")]
    NotAscending {
        /// The larger key, printable.
        first: String,
        /// The key after it, printable.
        second: String,
    },
    /// Split points that do not match the salt.
    #[error("{splits} need {expected}, found {found}: {fix}")]
    Misaligned {
        /// The kind of splits.
        splits: &'static str,
        /// The expected salt.
        expected: String,
        /// The salt found.
        found: String,
        /// The remedy.
        fix: String,
    },
    /// A number that does not fit.
    #[error(transparent)]
    ValueError(#[from] ValueError),
}

impl SplitError {
    pub(super) fn duplicate(key: &[u8]) -> Self {
        Self::Duplicate {
            key: Printable(key).to_string(),
        }
    }

    pub(super) fn not_ascending(first: &[u8], second: &[u8]) -> Self {
        Self::NotAscending {
            first: Printable(first).to_string(),
            second: Printable(second).to_string(),
        }
    }
}
