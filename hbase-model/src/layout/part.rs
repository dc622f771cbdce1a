//! One key part: all steps between its value and its bytes.

use std::borrow::Cow;

use super::codec::EncodeError;
use super::separator::{closes, find, quoted};
use super::{Encoding, LayoutError, PartLayout, PartValue, width_of};
use crate::ordered_bytes::{self, Order};
use crate::primitive::{ValueError, reverse_in_place};

impl PartLayout {
    /// Encodes a value, without the separator; [`PartValue::Absent`] has no bytes.
    pub fn encode(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), LayoutError> {
        if self.omit_none && *value == PartValue::Absent {
            return Ok(());
        }
        let from = out.len();
        self.encoding.put(value, out).map_err(|error| match error {
            EncodeError::Value(error) => LayoutError::value(&self.name, value, error),
            EncodeError::WrongKind(expected) => LayoutError::WrongKind {
                part: self.name.to_string(),
                expected,
                found: value.quoted(),
            },
        })?;
        let bytes = &mut out[from..];
        if self.reverse {
            self.turn(bytes);
        }
        if self.desc {
            self.encoding.invert(bytes);
        }
        if self.is_read_as_none(bytes) {
            let expected = if bytes.is_empty() {
                "a value that is not empty, or no value"
            } else {
                "a value that does not start with a byte FF, which would be read as no value"
            };
            return Err(LayoutError::WrongKind {
                part: self.name.to_string(),
                expected,
                found: value.quoted(),
            });
        }
        if let Some(width) = self.max.map(usize::from)
            && bytes.len() > width
        {
            let found = bytes.len();
            let error = ValueError::TooLong { found, width };
            return Err(LayoutError::value(&self.name, value, error));
        }
        self.check_separator(bytes, value)
    }

    /// Decodes a value, without the separator.
    pub fn decode(&self, bytes: &[u8]) -> Result<PartValue, LayoutError> {
        if self.omit_none && bytes.is_empty() {
            return Ok(PartValue::Absent);
        }
        self.upright(bytes)
            .and_then(|upright| self.encoding.get(&upright))
            .map_err(|error| LayoutError::bytes(&self.name, bytes, error))
    }

    /// The length of the part's value at the start of `rest`, the remaining key; `behind` contains the parts
    /// after this one.
    pub(super) fn length(&self, rest: &[u8], behind: &[Self]) -> Result<usize, LayoutError> {
        if let Some(expected) = self.encoding.width() {
            if rest.len() < expected {
                return Err(LayoutError::MissingBytes {
                    part: self.name.to_string(),
                    expected,
                    found: rest.len(),
                });
            }
            return Ok(expected);
        }
        if self.encoding.is_self_delimiting() {
            return self
                .measure(rest)
                .map_err(|error| LayoutError::bytes(&self.name, rest, error));
        }
        if let Some(separator) = &self.separator {
            if self.separator_after(true) != Some(separator) && rest.starts_with(super::NUL) {
                return Ok(0);
            }
            return match find(rest, separator) {
                Some(length) => Ok(length),
                None if self.may_end(behind) => Ok(rest.len()),
                None => Err(super::split::unclosed(&self.name, separator, rest)),
            };
        }
        let Some(expected) = width_of(behind) else {
            return Err(self.without_end());
        };
        let found = rest.len();
        found
            .checked_sub(expected)
            .ok_or_else(|| LayoutError::MissingBytes {
                part: self.name.to_string(),
                expected,
                found,
            })
    }

    /// The error for a part whose end is unknown.
    fn without_end(&self) -> LayoutError {
        let part = self.name.to_string();
        match &self.encoding {
            Encoding::Custom(own) => LayoutError::OwnEnd {
                part,
                encoding: own.name.to_string(),
            },
            _ => LayoutError::NotSelfDelimiting { part },
        }
    }

    /// Whether a key may end after this part, without its separator; `behind` contains the parts after it.
    pub fn may_end(&self, behind: &[Self]) -> bool {
        !self.terminated && behind.first().is_some_and(|next| next.omit_none)
    }

    /// The bytes in ascending order, not reversed.
    fn upright<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, ValueError> {
        if !self.desc && !self.reverse {
            return Ok(Cow::Borrowed(bytes));
        }
        let mut bytes = bytes.to_vec();
        if self.desc {
            self.encoding.invert(&mut bytes);
        }
        if self.reverse {
            // Bytes that are not text may become text when they are reversed.
            if self.encoding.is_text() {
                std::str::from_utf8(&bytes).map_err(|error| ValueError::NotUtf8 {
                    at: error.valid_up_to(),
                })?;
            }
            self.turn(&mut bytes);
        }
        Ok(Cow::Owned(bytes))
    }

    /// The length of a value that marks its own end.
    fn measure(&self, rest: &[u8]) -> Result<usize, ValueError> {
        if let Encoding::LengthPrefixed { length, .. } = self.encoding {
            return length.measure(&self.inverted(rest));
        }
        let order = if self.desc {
            Order::Descending
        } else {
            Order::Ascending
        };
        ordered_bytes::length(rest, order)
    }

    /// The remaining key with the part in ascending order.
    fn inverted<'a>(&self, rest: &'a [u8]) -> Cow<'a, [u8]> {
        if !self.desc {
            return Cow::Borrowed(rest);
        }
        rest.iter().map(|byte| !byte).collect()
    }

    fn turn(&self, bytes: &mut [u8]) {
        if self.encoding.is_text() {
            reverse_in_place(bytes);
        } else {
            bytes.reverse();
        }
    }

    /// Checks that a value does not contain the separator that closes it, not even overlapping its
    /// end.
    fn check_separator(&self, bytes: &[u8], value: &PartValue) -> Result<(), LayoutError> {
        let Some(separator) = &self.separator else {
            return Ok(());
        };
        if self.encoding.is_self_delimiting() || closes(bytes, separator) {
            return Ok(());
        }
        Err(LayoutError::SeparatorInside {
            part: self.name.to_string(),
            value: value.quoted(),
            separator: quoted(separator),
        })
    }
}
