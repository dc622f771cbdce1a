//! What another system cannot express.

use std::fmt;

use super::one_line;

/// What cannot be said of a table in another system; at least one part or column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// The table.
    pub table: String,
    /// The system.
    pub system: &'static str,
    /// Every part and column that is at fault.
    pub items: Vec<UnsupportedItem>,
}

/// One part of the key, or one column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsupportedItem {
    /// The field, or `salt`.
    pub name: String,
    /// Why, and the way out.
    pub why: String,
}

impl UnsupportedItem {
    pub(super) fn new(name: &str, why: impl Into<String>) -> Self {
        Self {
            name: one_line(name),
            why: one_line(&why.into()),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot express table {}:", self.system, self.table)?;
        for item in &self.items {
            write!(f, "\n  `{}`: {}", item.name, item.why)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unsupported {}
