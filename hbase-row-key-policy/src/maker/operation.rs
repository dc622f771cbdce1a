//! The operations on a value, in their order.

use std::fmt;

/// A step from a value to its part of the key. It displays as in previews.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The column's value, or the running number.
    Value,
    /// `trim`.
    Trim,
    /// `replaceSourceChar`, `replaceChar`.
    Replace,
    /// `regex`, `regexReplacement`.
    Regex,
    /// `cutStart`, `cutLength`.
    Cut,
    /// `reverse`.
    Reverse,
    /// `prefixChar`, `prefixNumber`.
    Prefix,
    /// `suffixChar`, `suffixNumber`.
    Suffix,
    /// `length`: padded.
    Pad,
    /// `splitChar`.
    Separator,
    /// `salt`.
    Salt,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Value => "value",
            Self::Trim => "trim",
            Self::Replace => "replace",
            Self::Regex => "regex",
            Self::Cut => "cut",
            Self::Reverse => "reverse",
            Self::Prefix => "prefix",
            Self::Suffix => "suffix",
            Self::Pad => "pad",
            Self::Separator => "separator",
            Self::Salt => "salt",
        })
    }
}
