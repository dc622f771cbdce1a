//! One part, with everything that is done to it between its value and its bytes.

use std::borrow::Cow;

use super::codec::Refusal;
use super::{LayoutError, PartLayout, PartValue, width_of};
use crate::ordered_bytes::{self, Order};
use crate::primitive::{ValueError, nines_in_place, reverse_in_place};

impl PartLayout {
    /// Appends a value's bytes, without the separator.
    pub fn encode(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), LayoutError> {
        let from = out.len();
        self.encoding
            .put(value, out)
            .map_err(|refusal| match refusal {
                Refusal::ValueError(problem) => LayoutError::value(&self.name, value, problem),
                Refusal::Kind(expected) => LayoutError::WrongKind {
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
            self.invert(bytes);
        }
        if let Some(width) = self.max.map(usize::from)
            && bytes.len() > width
        {
            let found = bytes.len();
            let problem = ValueError::TooLong { found, width };
            return Err(LayoutError::value(&self.name, value, problem));
        }
        self.check_separator(bytes, value)
    }

    /// Reads a value from its bytes, without the separator.
    pub fn decode(&self, bytes: &[u8]) -> Result<PartValue, LayoutError> {
        self.upright(bytes)
            .and_then(|upright| self.encoding.get(&upright))
            .map_err(|problem| LayoutError::bytes(&self.name, bytes, problem))
    }

    /// The length of the part's value at the start of `rest`, which goes on to the key's end;
    /// `behind` are the parts that follow.
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
            let order = if self.desc {
                Order::Descending
            } else {
                Order::Ascending
            };
            return ordered_bytes::length(rest, order)
                .map_err(|problem| LayoutError::bytes(&self.name, rest, problem));
        }
        if let Some(separator) = &self.separator {
            return find(rest, separator.as_bytes())
                .ok_or_else(|| super::split::unclosed(&self.name, separator, rest));
        }
        let Some(expected) = width_of(behind) else {
            return Err(LayoutError::NotSelfDelimiting {
                part: self.name.to_string(),
            });
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

    /// The bytes forwards, in ascending order.
    fn upright<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, ValueError> {
        if !self.desc && !self.reverse {
            return Ok(Cow::Borrowed(bytes));
        }
        let mut bytes = bytes.to_vec();
        if self.desc {
            self.invert(&mut bytes);
        }
        if self.reverse {
            // What is no text may turn into text when it is turned round.
            if self.encoding.is_text() {
                std::str::from_utf8(&bytes).map_err(|error| ValueError::NotUtf8 {
                    at: error.valid_up_to(),
                })?;
            }
            self.turn(&mut bytes);
        }
        Ok(Cow::Owned(bytes))
    }

    fn turn(&self, bytes: &mut [u8]) {
        if self.encoding.is_text() {
            reverse_in_place(bytes);
        } else {
            bytes.reverse();
        }
    }

    fn invert(&self, bytes: &mut [u8]) {
        if self.encoding.is_digits() {
            nines_in_place(bytes);
        } else {
            for byte in bytes {
                *byte = !*byte;
            }
        }
    }

    /// What is closed by a separator must not hold it, not even in part where the two meet.
    fn check_separator(&self, bytes: &[u8], value: &PartValue) -> Result<(), LayoutError> {
        let Some(separator) = &self.separator else {
            return Ok(());
        };
        if self.encoding.is_self_delimiting() || closes(bytes, separator.as_bytes()) {
            return Ok(());
        }
        Err(LayoutError::SeparatorInside {
            part: self.name.to_string(),
            value: value.quoted(),
            separator: separator.to_string(),
        })
    }
}

/// Whether the separator's first occurrence in `bytes` and the separator is the one behind them.
fn closes(bytes: &[u8], separator: &[u8]) -> bool {
    let mut both = bytes.iter().chain(separator);
    let earlier = (0..bytes.len()).any(|_| {
        let found = both.clone().zip(separator).all(|(a, b)| a == b);
        both.next();
        found
    });
    !earlier
}

pub(super) fn find(bytes: &[u8], separator: &[u8]) -> Option<usize> {
    match separator {
        [] => None,
        [byte] => bytes.iter().position(|found| found == byte),
        _ => bytes
            .windows(separator.len())
            .position(|found| found == separator),
    }
}
