//! Errors of one part of a key. Their functions are not generic, so that they are compiled once and not for each key.

use hbase_model::KeyLayout;
use hbase_model::layout::separator::quoted;

use super::error::{KeyError, printable};
use super::row_key::RowKey;
use crate::codec::CodecError;

/// The key that an error is about.
#[derive(Clone, Copy)]
pub(super) struct AboutKey {
    row: &'static str,
    layout: &'static KeyLayout,
}

impl AboutKey {
    pub(super) const fn of<K: RowKey>() -> Self {
        Self {
            row: K::ROW,
            layout: K::LAYOUT,
        }
    }

    fn part_name(self, index: usize) -> &'static str {
        self.layout.parts.get(index).map_or("?", |part| &part.name)
    }

    #[cold]
    pub(super) fn encode(self, index: usize, value: Box<str>, cause: CodecError) -> KeyError {
        KeyError::Encode {
            row: self.row,
            part: self.part_name(index),
            value,
            cause,
        }
    }

    /// The error for a value after a part without one.
    #[cold]
    pub(super) fn value_after(self, absent: usize, index: usize) -> KeyError {
        let later = self.part_name(index);
        let cause = CodecError::new(format_args!(
            "expected a value, because `{later}` after it has one: only text and bytes before a separator can be left out there"
        ));
        self.encode(absent, "None".into(), cause)
    }

    #[cold]
    pub(super) fn contains_separator(
        self,
        index: usize,
        value: Box<str>,
        separator: &'static [u8],
    ) -> KeyError {
        KeyError::ContainsSeparator {
            row: self.row,
            part: self.part_name(index),
            value,
            separator,
        }
    }

    #[cold]
    pub(super) fn decode(
        self,
        key: &[u8],
        index: usize,
        bytes: &[u8],
        cause: CodecError,
    ) -> KeyError {
        KeyError::Decode {
            row: self.row,
            part: self.part_name(index),
            key: printable(key),
            bytes: printable(bytes),
            cause,
        }
    }

    #[cold]
    pub(super) fn too_short(
        self,
        key: &[u8],
        index: usize,
        at: usize,
        expected: usize,
    ) -> KeyError {
        let what = format!(
            "found {} bytes for part `{}` at byte {at}, expected {expected}",
            key.len().saturating_sub(at),
            self.part_name(index),
        );
        KeyError::malformed(self.row, key, what)
    }

    #[cold]
    pub(super) fn no_separator(self, key: &[u8], index: usize, at: usize) -> KeyError {
        let part = &self.layout.parts[index];
        let what = format!(
            "found no separator {} after part `{}`, expected one from byte {at} on",
            quoted(part.separator.as_deref().unwrap_or(&[])),
            part.name,
        );
        KeyError::malformed(self.row, key, what)
    }

    #[cold]
    pub(super) fn separator_at_end(self, key: &[u8], index: usize) -> KeyError {
        let what = format!(
            "found a separator at the end of the key, expected none, because part `{}` has no value",
            self.part_name(index),
        );
        KeyError::malformed(self.row, key, what)
    }

    #[cold]
    pub(super) fn bytes_after_end(self, key: &[u8], at: usize) -> KeyError {
        let what = format!(
            "found {} bytes after the last part, expected the end at byte {at}",
            key.len() - at,
        );
        KeyError::malformed(self.row, key, what)
    }
}
