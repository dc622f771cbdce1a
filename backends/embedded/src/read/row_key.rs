//! The current row: its prefix in storage keys, and its row key.

use crate::key;

/// The current row.
#[derive(Debug, Default)]
pub(super) struct RowKey {
    /// The prefix of the row's storage keys; empty between rows.
    prefix: Vec<u8>,
    /// The row key if it contains a byte 00; others are unchanged in the prefix.
    unescaped: Vec<u8>,
    is_escaped: bool,
}

impl RowKey {
    /// Sets the row by its prefix.
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
