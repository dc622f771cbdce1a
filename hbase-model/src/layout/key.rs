//! Encodes and decodes whole keys.

use std::ops::Range;

use super::salt_parts::Marked;
use super::{KeyLayout, LayoutError, PartLayout, PartValue, Salt, SaltBytes, SaltLayout};
use crate::primitive::{big_endian, get_digits};
use crate::printable::Printable;
use crate::sink::KeySink;

/// Maximum bytes of a row key: `HConstants.MAX_ROW_LENGTH`.
pub const MAX_KEY: usize = 32_767;

/// A decoded key.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecodedKey {
    /// The salt; empty if the key has none.
    pub salt: Vec<u8>,
    /// The parts' values, in order.
    pub parts: Vec<PartValue>,
}

impl KeyLayout {
    /// Encodes a key from one value per part. A salt that cannot be computed is an error: see
    /// [`encode_with`](Self::encode_with).
    pub fn encode(&self, values: &[PartValue]) -> Result<Vec<u8>, LayoutError> {
        self.check_count(values, self.parts.len())?;
        let parts = self.encode_parts(values)?;
        let salt = self.salt.as_ref();
        let salt = salt.map(|layout| self.compute(layout, &parts.bytes, &parts.ranges));
        check_length(self.after_salt(salt.transpose()?.as_deref(), parts.as_key()))
    }

    /// Encodes a key; a salt that cannot be computed gets its value with this number.
    pub fn encode_with(&self, values: &[PartValue], number: u32) -> Result<Vec<u8>, LayoutError> {
        match &self.salt {
            Some(layout) if !layout.salt.can_be_computed() => {
                self.check_count(values, self.parts.len())?;
                let salt = layout.salt.nth(number);
                let parts = self.encode_parts(values)?;
                check_length(self.after_salt(Some(&salt), parts.as_key()))
            }
            _ => self.encode(values),
        }
    }

    /// Encodes the common prefix of all keys whose first parts have these values, each part closed
    /// by its separator, so that no other key has that prefix.
    pub fn encode_prefix(&self, values: &[PartValue]) -> Result<Vec<u8>, LayoutError> {
        let parts = self.encode_parts(values)?;
        let salt = self.salt.as_ref();
        let salt = salt.map(|layout| self.compute(layout, &parts.bytes, &parts.ranges));
        Ok(self.after_salt(salt.transpose()?.as_deref(), &parts.bytes))
    }

    /// Encodes like [`encode_prefix`](Self::encode_prefix), with a given value of the salt, such as for a
    /// fan-out.
    pub fn encode_prefix_after(
        &self,
        salt: &[u8],
        values: &[PartValue],
    ) -> Result<Vec<u8>, LayoutError> {
        Ok(self.after_salt(Some(salt), &self.encode_parts(values)?.bytes))
    }

    /// The salt with its separator, if the key has one, and these bytes.
    fn after_salt(&self, salt: Option<&[u8]>, parts: &[u8]) -> Vec<u8> {
        let mut key = match (&self.salt, salt) {
            (Some(layout), Some(salt)) => layout.front(salt),
            _ => Vec::new(),
        };
        key.extend_from_slice(parts);
        key
    }

    /// Decodes the values of a key, and checks the salt.
    pub fn decode(&self, key: &[u8]) -> Result<DecodedKey, LayoutError> {
        let split = self.split(key)?;
        let salt = &key[split.salt];
        if let Some(layout) = &self.salt {
            self.check_salt(layout, salt, key, &split.parts)?;
        }
        let parts = self.parts.iter().zip(split.parts);
        Ok(DecodedKey {
            salt: salt.to_vec(),
            parts: parts
                .map(|(part, range)| part.decode(&key[range]))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Encodes the parts with their separators.
    fn encode_parts(&self, values: &[PartValue]) -> Result<EncodedParts, LayoutError> {
        self.check_count(values, values.len().min(self.parts.len()))?;
        let mut encoded = EncodedParts::default();
        let mut absent: Option<&PartLayout> = None;
        for (part, value) in self.parts.iter().zip(values) {
            let from = encoded.bytes.len();
            part.encode(value, &mut encoded.bytes)?;
            let to = encoded.bytes.len();
            encoded.ranges.push(from..to);
            let is_absent = *value == PartValue::Absent;
            if let Some(before) = absent.filter(|_| !is_absent) {
                return Err(LayoutError::AbsentBefore {
                    part: before.name.to_string(),
                    next: part.name.to_string(),
                });
            }
            if is_absent && part.needs_value_before_others(part.encoding.width()) {
                absent = absent.or(Some(part));
            }
            let separator = part.separator_after(from == to).unwrap_or_default();
            encoded.bytes.extend_from_slice(separator);
            if !is_absent {
                let kept = if part.terminated { separator.len() } else { 0 };
                encoded.end = to + kept;
            }
        }
        Ok(encoded)
    }

    /// Computes the salt of the parts at `ranges` of `bytes`.
    fn compute(
        &self,
        layout: &SaltLayout,
        bytes: &[u8],
        ranges: &[Range<usize>],
    ) -> Result<SaltBytes, LayoutError> {
        if !layout.salt.can_be_computed() {
            return Err(LayoutError::SaltNeedsNumber {
                salt: layout.salt.to_string(),
            });
        }
        let mut marked = Vec::with_capacity(ranges.len());
        for (at, part) in self.parts.iter().enumerate() {
            match (part.salt.is_some(), ranges.get(at)) {
                (false, _) => {}
                (true, Some(range)) => marked.push(Marked {
                    part,
                    bytes: &bytes[range.clone()],
                }),
                (true, None) => {
                    return Err(LayoutError::SaltNeeds {
                        salt: layout.salt.to_string(),
                        part: part.name.to_string(),
                    });
                }
            }
        }
        layout.salt.of_parts(&marked)
    }

    fn check_salt(
        &self,
        layout: &SaltLayout,
        found: &[u8],
        key: &[u8],
        ranges: &[Range<usize>],
    ) -> Result<(), LayoutError> {
        let expected = if layout.salt.can_be_computed() {
            self.compute(layout, key, ranges)?
        } else {
            layout.salt.closest(found)
        };
        if *expected == *found {
            return Ok(());
        }
        Err(LayoutError::SaltMismatch {
            salt: layout.salt.to_string(),
            expected: Printable(&expected).to_string(),
            found: Printable(found).to_string(),
        })
    }

    fn check_count(&self, values: &[PartValue], expected: usize) -> Result<(), LayoutError> {
        if values.len() == expected {
            return Ok(());
        }
        Err(LayoutError::ValueCount {
            expected: self.parts.len(),
            found: values.len(),
        })
    }
}

/// The parts of a key.
#[derive(Default)]
struct EncodedParts {
    /// Each part with its separator.
    bytes: Vec<u8>,
    /// The parts in `bytes`.
    ranges: Vec<Range<usize>>,
    /// The end of the last part that has a value.
    end: usize,
}

impl EncodedParts {
    /// The bytes in a key that has no further part.
    fn as_key(&self) -> &[u8] {
        &self.bytes[..self.end]
    }
}

impl SaltLayout {
    /// Writes the start of a key: the salt of the marked parts and its separator.
    #[inline]
    pub fn write<S: KeySink + ?Sized>(
        &self,
        marked: &[Marked<'_>],
        out: &mut S,
    ) -> Result<(), LayoutError> {
        out.put(&self.salt.of_parts(marked)?);
        if let Some(separator) = &self.separator {
            out.put(separator);
        }
        Ok(())
    }

    /// The salt and its separator.
    fn front(&self, salt: &[u8]) -> Vec<u8> {
        let mut front = salt.to_vec();
        if let Some(separator) = &self.separator {
            front.extend_from_slice(separator);
        }
        front
    }
}

impl Salt {
    /// The salt's value with these bytes, or the first one.
    fn closest(&self, found: &[u8]) -> SaltBytes {
        let number = if self.is_text() {
            get_digits(found).ok()
        } else {
            big_endian(found.iter())
        };
        self.nth(number.unwrap_or(0))
    }
}

fn check_length(key: Vec<u8>) -> Result<Vec<u8>, LayoutError> {
    if key.is_empty() || key.len() > MAX_KEY {
        return Err(LayoutError::KeyLength {
            found: key.len(),
            most: MAX_KEY,
        });
    }
    Ok(key)
}
