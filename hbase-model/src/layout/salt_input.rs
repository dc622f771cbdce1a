//! What of a key's parts feeds its salt.

use super::{Encoding, KeyLayout, PartLayout, Salt, SaltBytes, SaltText};
use crate::hash::java_string_hash;
use crate::primitive::{Problem, nines_in_place, reverse_in_place};
use crate::time::{Pattern, TimeForm, get_millis};

impl KeyLayout {
    /// The salt of the parts that are marked, each given by its number and its bytes as they stand
    /// in the key, in order.
    ///
    /// # Errors
    /// [`Problem`] where a part's bytes are not what its encoding says.
    pub fn salt_of(&self, marked: &[(usize, &[u8])]) -> Result<SaltBytes, Problem> {
        let Some(layout) = &self.salt else {
            return Ok(SaltBytes::new(&[]));
        };
        if !matches!(layout.salt, Salt::RegionNumber { .. }) {
            return layout.salt.of(&self.joined(marked));
        }
        layout.salt.of_hash(self.hash_of(marked)?)
    }

    /// The XOR of the hashes of what of these parts feeds the salt: a region number's hash.
    pub fn hash_of(&self, marked: &[(usize, &[u8])]) -> Result<i32, Problem> {
        marked.iter().try_fold(0, |hash, (index, bytes)| {
            Ok(hash ^ self.parts[*index].salt_hash(bytes)?)
        })
    }

    /// The parts' bytes with a separator between two, where the key has one.
    fn joined(&self, marked: &[(usize, &[u8])]) -> Vec<u8> {
        let separator = self
            .salt
            .as_ref()
            .and_then(|salt| salt.separator.as_deref());
        let pieces: Vec<&[u8]> = marked.iter().map(|(_, bytes)| *bytes).collect();
        pieces.join(separator.unwrap_or("").as_bytes())
    }
}

impl PartLayout {
    /// `String.hashCode` of what of the part feeds the salt.
    fn salt_hash(&self, bytes: &[u8]) -> Result<i32, Problem> {
        if let Some(SaltText::Format(pattern)) = &self.salt {
            return self.format_hash(pattern, self.time_of(bytes)?);
        }
        let text = std::str::from_utf8(bytes).map_err(|error| Problem::NotUtf8 {
            at: error.valid_up_to(),
        })?;
        Ok(java_string_hash(self.chosen(text)))
    }

    /// The hash of a time that is given as milliseconds since 1970.
    pub fn time_hash(&self, millis: i64) -> Result<i32, Problem> {
        match &self.salt {
            Some(SaltText::Format(pattern)) => self.format_hash(pattern, millis),
            _ => Err(Problem::OutOfRange {
                expected: "a part whose salt is a formatted time",
            }),
        }
    }

    fn format_hash(&self, pattern: &str, millis: i64) -> Result<i32, Problem> {
        let mut text = Vec::new();
        Pattern::checked(pattern).put(millis, self.offset_s(), &mut text)?;
        Ok(java_string_hash(&String::from_utf8_lossy(&text)))
    }

    /// The characters of a text that feed the salt.
    fn chosen<'t>(&self, text: &'t str) -> &'t str {
        match &self.salt {
            Some(SaltText::First(count)) => {
                let end = text.char_indices().nth(usize::from(*count));
                end.map_or(text, |(end, _)| &text[..end])
            }
            Some(SaltText::Last(count)) => {
                let from = usize::from(*count).checked_sub(1);
                let start = from.map_or(Some(text.len()), |from| {
                    text.char_indices().rev().nth(from).map(|(at, _)| at)
                });
                &text[start.unwrap_or(0)..]
            }
            _ => text,
        }
    }

    /// The offset from UTC, in seconds, in which the part's time is written.
    pub fn offset_s(&self) -> i32 {
        match self.encoding {
            Encoding::TimeDigits { offset_s, .. } => offset_s,
            _ => 0,
        }
    }

    /// Whether later times have smaller bytes.
    pub fn is_newest_first(&self) -> bool {
        match self.encoding {
            Encoding::TimeDigits { newest_first, .. } | Encoding::Millis { newest_first, .. } => {
                newest_first != self.desc
            }
            _ => self.desc,
        }
    }

    /// The time that the part's bytes say, in milliseconds since 1970.
    ///
    /// # Errors
    /// [`Problem`] where the part is no time, or the bytes are none.
    pub fn time_of(&self, bytes: &[u8]) -> Result<i64, Problem> {
        let mut bytes = bytes.to_vec();
        if self.reverse {
            reverse_in_place(&mut bytes);
        }
        match self.encoding {
            Encoding::TimeDigits {
                digits,
                newest_first,
                truncate,
                offset_s,
            } => {
                if self.desc {
                    nines_in_place(&mut bytes);
                }
                let form = TimeForm {
                    digits,
                    newest_first,
                    truncate,
                    offset_s,
                };
                form.get(&bytes)
            }
            Encoding::Millis { newest_first, .. } => {
                if self.desc {
                    bytes.iter_mut().for_each(|byte| *byte = !*byte);
                }
                get_millis(&bytes, newest_first)
            }
            _ => Err(Problem::OutOfRange {
                expected: "a part that is a time",
            }),
        }
    }
}
