//! Errors of names.

use std::fmt;

use super::NamingRules;

/// A name that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameError {
    /// The kind of name.
    pub kind: NameKind,
    /// The name.
    pub name: String,
    /// The rules that were checked.
    pub rules: NamingRules,
    /// The violated rule.
    pub cause: NameErrorKind,
    /// A similar name that follows the rules.
    pub suggestion: Option<String>,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameKind {
    /// A namespace.
    Namespace,
    /// A table, within its namespace.
    Table,
    /// A column family.
    Family,
    /// A column within its family.
    Qualifier,
}

/// The rule that a name breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameErrorKind {
    /// It is empty.
    Empty,
    /// Its first character is not allowed at the start.
    First(char),
    /// It contains a character that is not allowed.
    Character {
        /// The character.
        found: char,
        /// Its index in characters, from 0.
        at: usize,
    },
    /// It is shorter or longer than the rules allow; `allow(…)` permits it.
    Length {
        /// Its characters.
        found: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// It is longer than `HBase` can store.
    TooLong {
        /// Its bytes.
        found: usize,
        /// The most.
        most: usize,
    },
    /// `HBase` reserves it.
    Reserved,
    /// It consists of bytes that are not text.
    NotText,
}

impl NameError {
    /// Whether only the length breaks the rules, which `allow(name_length)` permits for a table and
    /// its namespace, `allow(family_length)` and `allow(qualifier_length)` for the others.
    pub const fn is_length(&self) -> bool {
        matches!(self.cause, NameErrorKind::Length { .. })
    }

    /// The violated rule, in words.
    pub const fn rule(&self) -> &'static str {
        match (self.rules, self.kind) {
            (NamingRules::Strict, NameKind::Namespace) => {
                "a namespace is one word or initials: a letter A-Z first, then A-Z and 0-9, 4 to 8 \
                 of them"
            }
            (NamingRules::Strict, NameKind::Table) => {
                "a table name has a letter A-Z first, then A-Z, 0-9 and _, 8 to 16 of them"
            }
            (NamingRules::Strict, NameKind::Family) => {
                "a family has a letter A-Z first, then A-Z and 0-9, 1 to 6 of them"
            }
            (NamingRules::Strict, NameKind::Qualifier) => {
                "a qualifier has a letter A-Z first, then A-Z, 0-9 and _, 1 to 16 of them"
            }
            (NamingRules::HBase, NameKind::Namespace) => {
                "HBase takes letters, digits and _ in a namespace"
            }
            (NamingRules::HBase, NameKind::Table) => {
                "HBase takes letters, digits, _, - and . in a table name, not - or . first, and \
                 not `zookeeper`"
            }
            (NamingRules::HBase, NameKind::Family) => {
                "HBase takes up to 127 bytes in a family, without control characters, : / and \\, \
                 no . first, and not `recovered.edits`"
            }
            (NamingRules::HBase, NameKind::Qualifier) => "HBase takes any qualifier",
        }
    }
}

impl NameKind {
    /// The option that permits any length.
    const fn any_length(self) -> &'static str {
        match self {
            Self::Namespace | Self::Table => "allow(name_length)",
            Self::Family => "allow(family_length)",
            Self::Qualifier => "allow(qualifier_length)",
        }
    }
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Namespace => "namespace",
            Self::Table => "table name",
            Self::Family => "family",
            Self::Qualifier => "qualifier",
        })
    }
}

impl fmt::Display for NameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::First(found) => write!(f, "starts with {found:?}"),
            Self::Character { found, at } => write!(f, "has {found:?} at {at}"),
            Self::Length { found, .. } => write!(f, "has {found} characters"),
            Self::TooLong { found, .. } => write!(f, "has {found} bytes"),
            Self::Reserved => f.write_str("is kept by HBase for itself"),
            Self::NotText => f.write_str("is not text"),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` {}: ", self.kind, self.name, self.cause)?;
        f.write_str(self.rule())?;
        match (&self.suggestion, self.is_length()) {
            (Some(name), false) => write!(f, "; try `{name}`"),
            (Some(name), true) => {
                write!(f, "; try `{name}`, or use `{}`", self.kind.any_length())
            }
            (None, true) => write!(
                f,
                "; choose another name, or use `{}`",
                self.kind.any_length()
            ),
            (None, false) => Ok(()),
        }
    }
}

impl std::error::Error for NameError {}
