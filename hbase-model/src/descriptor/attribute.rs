//! Attributes that `HBase` defines: names, types, bounds, defaults.

use std::fmt;

use super::spelling;
use crate::cow::Text;

/// A declared attribute: its name, and its value as `HBase` stores it.
pub type Attribute = (Text, String);

/// One of the attributes of a family or a table that `HBase` defines: an entry of
/// [`FamilyDescriptor::ATTRIBUTES`](super::FamilyDescriptor::ATTRIBUTES) or
/// [`TableDescriptor::ATTRIBUTES`](super::TableDescriptor::ATTRIBUTES).
///
/// ```
/// use hbase_model::FamilyDescriptor;
/// use hbase_model::descriptor::AttributeSpec;
/// let ttl = AttributeSpec::find(FamilyDescriptor::ATTRIBUTES, "TTL").expect("HBase has it");
/// assert_eq!(ttl.field, Some("ttl"));
/// assert_eq!(ttl.default, Some("2147483647"));
/// assert_eq!(ttl.kind.to_string(), "1 to 2147483647 seconds");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributeSpec {
    /// `HBase`'s name: `BLOCKCACHE`.
    pub name: &'static str,
    /// The field of the descriptor and the option of the derive: `block_cache`; `None` for an
    /// attribute that is kept as metadata.
    pub field: Option<&'static str>,
    /// The valid values.
    pub kind: AttributeKind,
    /// The default of `HBase` 2.6; `None` if it has none, or if it depends on the server's configuration.
    pub default: Option<&'static str>,
    /// Its meaning; empty for an attribute that is kept as metadata.
    pub about: &'static str,
    /// The option of the derive with a valid value: `block_cache = false`; `None` without a field.
    pub example: Option<&'static str>,
}

/// The valid values of an attribute. Displayed, they are an error's expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "`min` and `max` are the bounds, both included")]
pub enum AttributeKind {
    /// A number.
    Number { min: u64, max: u64 },
    /// A size in bytes.
    Bytes { min: u64, max: u64 },
    /// A duration in seconds.
    Seconds { min: u64, max: u64 },
    /// `true` or `false`.
    Bool,
    /// One of a few words.
    Word {
        /// The words.
        words: &'static [Word],
        /// The enum of this crate that has a variant for each; `None` for a field of text.
        rust_type: Option<&'static str>,
    },
    /// Any text.
    Text,
}

/// One word of an attribute's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// The word: `ROW_INDEX_V1`.
    pub name: &'static str,
    /// The variant of its enum: `RowIndexV1`.
    pub variant: &'static str,
}

/// An invalid value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: found {found:?}, expected {expected}")]
#[non_exhaustive]
pub struct AttributeError {
    /// The attribute.
    pub name: String,
    /// The value.
    pub found: String,
    /// The valid values.
    pub expected: AttributeKind,
}

impl AttributeSpec {
    /// The attribute of this name among `all`.
    pub fn find(all: &'static [Self], name: &str) -> Option<&'static Self> {
        all.iter().find(|spec| spec.name == name)
    }

    /// Checks a value against the valid ones.
    ///
    /// # Errors
    /// An invalid value.
    pub fn check(&self, value: &str) -> Result<(), AttributeError> {
        if self.kind.takes(value) {
            return Ok(());
        }
        Err(AttributeError {
            name: self.name.to_owned(),
            found: value.to_owned(),
            expected: self.kind,
        })
    }

    /// The canonical spelling of a value, for comparisons: `FOREVER` is 2147483647, `'10 SECONDS'`
    /// is 10, words are in upper case. A value that cannot be parsed stays unchanged.
    pub fn normalize(&self, value: &str) -> String {
        let value = value.trim();
        let number = match self.kind {
            AttributeKind::Number { .. } => spelling::number(value),
            AttributeKind::Seconds { .. } => spelling::seconds(value),
            AttributeKind::Bytes { .. } => spelling::bytes(value),
            AttributeKind::Bool => return value.to_ascii_lowercase(),
            AttributeKind::Word { .. } => return value.to_ascii_uppercase(),
            AttributeKind::Text => None,
        };
        number.map_or_else(|| value.to_owned(), |number| number.to_string())
    }
}

impl AttributeKind {
    /// The inclusive bounds of a number; `None` for other values.
    pub const fn bounds(self) -> Option<(u64, u64)> {
        match self {
            Self::Number { min, max } | Self::Bytes { min, max } | Self::Seconds { min, max } => {
                Some((min, max))
            }
            Self::Bool | Self::Word { .. } | Self::Text => None,
        }
    }

    fn takes(self, value: &str) -> bool {
        match self {
            Self::Number { min, max } | Self::Bytes { min, max } | Self::Seconds { min, max } => {
                value
                    .parse()
                    .is_ok_and(|value| (min..=max).contains(&value))
            }
            Self::Bool => value.parse::<bool>().is_ok(),
            Self::Word { words, .. } => {
                let mut words = words.iter();
                words.any(|word| word.name.eq_ignore_ascii_case(value))
            }
            Self::Text => true,
        }
    }
}

impl fmt::Display for AttributeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { min, max } => write!(f, "{min} to {max}"),
            Self::Bytes { min, max } => write!(f, "{min} to {max} bytes"),
            Self::Seconds { min, max } => write!(f, "{min} to {max} seconds"),
            Self::Bool => f.write_str("true or false"),
            Self::Word { words, .. } => {
                let names: Vec<_> = words.iter().map(|word| word.name).collect();
                write!(f, "one of {}", names.join(", "))
            }
            Self::Text => f.write_str("a text"),
        }
    }
}
