//! Splits a key into the ranges of its salt and parts.

use std::ops::Range;

use super::separator::{find, quoted};
use super::{KeyLayout, LayoutError, PartLayout, SaltLayout, width_of};
use crate::cow::Text;
use crate::printable::Printable;

/// The ranges of a key's salt and parts, without their separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitKey {
    /// The salt; empty if the key has none.
    pub salt: Range<usize>,
    /// The parts, in order.
    pub parts: Vec<Range<usize>>,
}

impl KeyLayout {
    /// Splits a key without decoding values.
    pub fn split(&self, key: &[u8]) -> Result<SplitKey, LayoutError> {
        Ok(SplitKey {
            salt: self.salt_range(key)?,
            parts: self.ranges(key)?.collect::<Result<_, _>>()?,
        })
    }

    /// Iterates over the parts' ranges without allocation; the first error is the last item.
    pub fn ranges<'a>(&'a self, key: &'a [u8]) -> Result<PartRanges<'a>, LayoutError> {
        Ok(PartRanges {
            parts: self.parts.iter(),
            key,
            at: self.body(key)?,
            separator: None,
        })
    }

    /// The range of the part with this index; the rest of the key is not checked.
    pub fn part_range(&self, key: &[u8], index: usize) -> Result<Range<usize>, LayoutError> {
        match self.ranges(key)?.nth(index) {
            Some(range) => range,
            None => Err(LayoutError::ValueCount {
                expected: self.parts.len(),
                found: index.saturating_add(1),
            }),
        }
    }

    /// The first part up to this index whose end only its type can find: an encoding of its own, without a width and a
    /// separator, before a part that varies in length, too.
    pub fn endless_part(&self, index: usize) -> Option<&PartLayout> {
        let parts = self.parts.iter().take(index.saturating_add(1)).enumerate();
        let mut endless = parts.filter(|(at, part)| {
            let finds_end = part.encoding.width().is_some()
                || part.is_self_delimiting()
                || width_of(&self.parts[at + 1..]).is_some();
            !finds_end
        });
        endless.next().map(|(_, part)| part)
    }

    /// The range of the salt; empty if the key has none.
    pub fn salt_range(&self, key: &[u8]) -> Result<Range<usize>, LayoutError> {
        match &self.salt {
            Some(salt) => Ok(0..salt.length(key)?),
            None => Ok(0..0),
        }
    }

    /// The offset of the first part.
    fn body(&self, key: &[u8]) -> Result<usize, LayoutError> {
        let Some(salt) = &self.salt else {
            return Ok(0);
        };
        let end = salt.length(key)?;
        after(&SALT, salt.separator.as_deref(), key, end)
    }
}

const SALT: Text = Text::Borrowed("salt");

impl SaltLayout {
    fn length(&self, key: &[u8]) -> Result<usize, LayoutError> {
        if let Some(expected) = self.salt.width() {
            if key.len() < expected {
                return Err(LayoutError::MissingBytes {
                    part: SALT.to_string(),
                    expected,
                    found: key.len(),
                });
            }
            return Ok(expected);
        }
        let Some(separator) = &self.separator else {
            return Err(LayoutError::NotSelfDelimiting {
                part: SALT.to_string(),
            });
        };
        find(key, separator).ok_or_else(|| unclosed(&SALT, separator, key))
    }
}

/// Iterator over the ranges of a key's parts.
#[derive(Clone, Debug)]
pub struct PartRanges<'a> {
    parts: std::slice::Iter<'a, PartLayout>,
    key: &'a [u8],
    at: usize,
    /// The separator before the next part, unless it is the terminator of a value.
    separator: Option<&'a [u8]>,
}

impl Iterator for PartRanges<'_> {
    type Item = Result<Range<usize>, LayoutError>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.parts.next()?;
        let is_left_out = part.omit_none && self.at == self.key.len();
        let range = if is_left_out {
            self.left_out()
        } else {
            self.range(part)
        };
        if range.is_err() {
            self.parts = [].iter();
        }
        Some(range)
    }
}

impl<'a> PartRanges<'a> {
    /// The range of a part after the end of the key.
    fn left_out(&mut self) -> Result<Range<usize>, LayoutError> {
        match self.separator.take() {
            None => Ok(self.at..self.at),
            Some(separator) => Err(LayoutError::Trailing {
                found: Printable(separator).to_string(),
            }),
        }
    }

    fn range(&mut self, part: &'a PartLayout) -> Result<Range<usize>, LayoutError> {
        let behind = self.parts.as_slice();
        let last = behind.is_empty();
        let from = self.at;
        let end = from + part.length(&self.key[from..], behind)?;
        let is_end = end == self.key.len() && part.may_end(behind);
        let separator = part.separator_after(from == end);
        let separator = separator.filter(|_| !is_end);
        self.at = after(&part.name, separator, self.key, end)?;
        let is_absent = part.omit_none && from == end;
        self.separator = separator.filter(|_| !part.terminated || is_absent);
        match self.key.get(self.at..) {
            Some(rest) if last && !rest.is_empty() => Err(LayoutError::Trailing {
                found: Printable(rest).to_string(),
            }),
            _ if last && is_absent => self.left_out(),
            _ => Ok(from..end),
        }
    }
}

/// The offset of the next part, after the separator.
fn after(
    part: &Text,
    separator: Option<&[u8]>,
    key: &[u8],
    end: usize,
) -> Result<usize, LayoutError> {
    let Some(separator) = separator else {
        return Ok(end);
    };
    let rest = key.get(end..).unwrap_or_default();
    if rest.starts_with(separator) {
        return Ok(end + separator.len());
    }
    Err(unclosed(part, separator, rest))
}

pub(super) fn unclosed(part: &Text, separator: &[u8], rest: &[u8]) -> LayoutError {
    LayoutError::MissingSeparator {
        part: part.to_string(),
        separator: quoted(separator),
        found: Printable(rest).to_string(),
    }
}
