//! Errors of keys and layouts.

use super::PartValue;
use crate::cow::Text;
use crate::primitive::ValueError;
use crate::printable::Printable;

/// Errors from encoding or decoding a key by its layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// Fewer or more values than parts.
    #[error("expected {expected} values, one for each part of the key, found {found}")]
    ValueCount {
        /// The number of parts.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value of another type than the part's.
    #[error("part `{part}`: expected {expected}, found {found}")]
    WrongKind {
        /// The part.
        part: String,
        /// The expected type.
        expected: &'static str,
        /// The value.
        found: String,
    },
    /// A value that does not fit.
    #[error("part `{part}`, value {value}: {error}")]
    Value {
        /// The part.
        part: String,
        /// The value.
        value: String,
        /// The cause.
        error: ValueError,
    },
    /// Bytes that are not a value of the part.
    #[error("part `{part}`, bytes \"{bytes}\": {error}")]
    Bytes {
        /// The part.
        part: String,
        /// The bytes, printable.
        bytes: String,
        /// The cause.
        error: ValueError,
    },
    /// A value that contains its part's separator.
    #[error(
        "part `{part}`, value {value}: found the separator {separator} in it, expected a value \
         without it, for it closes the part"
    )]
    SeparatorInside {
        /// The part.
        part: String,
        /// The value.
        value: String,
        /// The separator, quoted.
        separator: String,
    },
    /// A part without its separator.
    #[error("part `{part}`: expected the separator {separator} after it, found \"{found}\"")]
    MissingSeparator {
        /// The part.
        part: String,
        /// The separator, quoted.
        separator: String,
        /// The rest of the key, printable.
        found: String,
    },
    /// A part without a value, before one that has a value.
    #[error(
        "part `{part}` has no value, but `{next}` after it has one: only text and bytes before a separator can be left out \
         there"
    )]
    AbsentBefore {
        /// The part without a value.
        part: String,
        /// The part with a value.
        next: String,
    },
    /// A key that ends inside a part.
    #[error("part `{part}`: expected {expected} bytes, found {found} at the key's end")]
    MissingBytes {
        /// The part.
        part: String,
        /// The part's width in bytes.
        expected: usize,
        /// The remaining bytes.
        found: usize,
    },
    /// A key that continues after its last part.
    #[error("expected the key's end after its last part, found \"{found}\"")]
    Trailing {
        /// The rest of the key, printable.
        found: String,
    },
    /// A layout with a part whose end is not determined.
    #[error(
        "part `{part}` has no end: expected a fixed width or a separator on every part but the last"
    )]
    NotSelfDelimiting {
        /// The part.
        part: String,
    },
    /// A part whose end only its type can determine, because the type has an encoding of its own.
    #[error(
        "only the program can determine the end of part `{part}`: its encoding `{encoding}` is the program's own, and \
         other parts without a fixed width follow"
    )]
    OwnEnd {
        /// The part.
        part: String,
        /// The name of its encoding.
        encoding: String,
    },
    /// A salt that does not match the key's parts.
    #[error("salt `{salt}`: expected \"{expected}\" for these parts, found \"{found}\"")]
    SaltMismatch {
        /// The salt as declared.
        salt: String,
        /// The salt of the parts.
        expected: String,
        /// The salt in the key.
        found: String,
    },
    /// A salt that cannot be computed because a part has no value.
    #[error("salt `{salt}`: expected a value of part `{part}`, which it is computed from")]
    SaltNeeds {
        /// The salt as declared.
        salt: String,
        /// The part without a value.
        part: String,
    },
    /// A salt of one part, in a layout with another number of marked parts.
    #[error("salt `{salt}`: expected one part that feeds it, found {found}")]
    SaltNeedsOne {
        /// The salt as declared.
        salt: String,
        /// The number of marked parts.
        found: usize,
    },
    /// A salt that is not computed from parts.
    #[error(
        "salt `{salt}` cannot be computed from the key's parts here: give the number of its value"
    )]
    SaltNeedsNumber {
        /// The salt as declared.
        salt: String,
    },
    /// An unknown part.
    #[error("found the part `{found}`, expected one of {known}")]
    UnknownPart {
        /// The unknown name.
        found: String,
        /// The key's parts.
        known: String,
    },
    /// A text that is not a value of the part.
    #[error("part `{part}`: found {text:?}, expected {expected}")]
    Unparsable {
        /// The part.
        part: String,
        /// The text.
        text: String,
        /// The expected format.
        expected: &'static str,
    },
    /// A value that is not a code of the part's enum.
    #[error("part `{part}`: found the code {found:?}, expected one of {known}")]
    UndeclaredCode {
        /// The part.
        part: String,
        /// The value.
        found: String,
        /// The codes, each with its variant.
        known: String,
    },
    /// A key that is empty, or longer than `HBase`'s limit.
    #[error("found a key of {found} bytes, expected 1 to {most}")]
    KeyLength {
        /// The key's bytes.
        found: usize,
        /// `HBase`'s limit.
        most: usize,
    },
}

impl LayoutError {
    pub(super) fn value(part: &Text, value: &PartValue, error: ValueError) -> Self {
        Self::Value {
            part: part.to_string(),
            value: value.quoted(),
            error,
        }
    }

    pub(super) fn bytes(part: &Text, bytes: &[u8], error: ValueError) -> Self {
        Self::Bytes {
            part: part.to_string(),
            bytes: Printable(bytes).to_string(),
            error,
        }
    }
}
