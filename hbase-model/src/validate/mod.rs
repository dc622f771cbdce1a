//! Validates tables, namespaces and changes of tables, as `HBase`'s master does.

mod table;

use crate::name::{self, NamingRules};

/// Maximum bytes of a row key (`HConstants.MAX_ROW_LENGTH`).
pub const MAX_ROW: usize = 32_767;

/// Maximum bytes of a family's name: a cell stores its length in a signed byte.
pub const MAX_FAMILY: usize = 127;

/// Maximum bytes of the name of a new namespace or table: each becomes a directory, whose name HDFS
/// and other file systems limit to 255 bytes.
pub const MAX_NAME: usize = 255;

/// The reason why no store of `HBase` tables accepts a table or a namespace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidTable {
    /// The table or namespace breaks a rule.
    #[error("{what}")]
    Invalid {
        /// The error, and a remedy.
        what: String,
    },
    /// A name or a key exceeds `HBase`'s limit.
    #[error("{what} of {found} bytes, expected at most {most}")]
    TooLarge {
        /// The name or key.
        what: &'static str,
        /// Its length in bytes.
        found: usize,
        /// The limit, in bytes.
        most: usize,
    },
}

impl InvalidTable {
    fn invalid(what: impl Into<String>) -> Self {
        Self::Invalid { what: what.into() }
    }
}

/// Checks the name of a new namespace.
///
/// # Errors
/// [`InvalidTable::Invalid`] for a name that breaks `HBase`'s rules, [`InvalidTable::TooLarge`] for one of
/// more than [`MAX_NAME`] bytes.
pub fn check_namespace(name: &str) -> Result<(), InvalidTable> {
    let valid = name::check_namespace(name, NamingRules::HBase, true);
    valid.map_err(|error| InvalidTable::invalid(error.to_string()))?;
    check_length("namespace's name", name.len(), MAX_NAME)
}

fn check_length(what: &'static str, found: usize, most: usize) -> Result<(), InvalidTable> {
    if found > most {
        return Err(InvalidTable::TooLarge { what, found, most });
    }
    Ok(())
}
