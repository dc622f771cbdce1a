//! The row that is being read, as storage keys begin with it and as it is.

use crate::key;

/// The current row.
#[derive(Debug, Default)]
pub(super) struct RowKey {
    /// What the row's storage keys begin with; empty between rows.
    prefix: Vec<u8>,
    /// The row key, where it holds a byte 00; others stand in the prefix as they are.
    unescaped: Vec<u8>,
    is_escaped: bool,
}

impl RowKey {
    /// Goes to the row of a prefix.
    pub(super) fn enter(&mut self, prefix: &[u8]) {
        self.prefix.clear();
        self.prefix.extend_from_slice(prefix);
        let escaped = key::without_terminator(prefix);
        self.is_escaped = key::is_escaped(escaped);
        if self.is_escaped {
            key::unescape(escaped, &mut self.unescaped);
        }
    }

    /// Leaves the row.
    pub(super) fn leave(&mut self) {
        self.prefix.clear();
    }

    /// Whether there is no current row.
    pub(super) fn is_none(&self) -> bool {
        self.prefix.is_empty()
    }

    pub(super) fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// The row key.
    pub(super) fn key(&self) -> &[u8] {
        if self.is_escaped {
            &self.unescaped
        } else {
            key::without_terminator(&self.prefix)
        }
    }
}
