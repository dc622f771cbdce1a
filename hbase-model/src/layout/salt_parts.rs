//! Computes the salt of parts at any offsets of the key.

use super::{Encoding, LayoutError, PartLayout, PartValue, Salt, SaltBytes, SaltText};
use crate::hash::java_string_hash;
use crate::primitive::ValueError;
use crate::sink::{InlineBuf, KeySink};
use crate::time::Pattern;

/// Stack buffer for a salt's input; most keys are shorter.
type Input = InlineBuf<128>;

/// A part that feeds the salt, and its bytes in the key.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    /// The part.
    pub part: &'a PartLayout,
    /// Its bytes, without the separator.
    pub bytes: &'a [u8],
}

impl Salt {
    /// Computes the salt of the marked parts, in the key's order. For adjacent whole parts,
    /// [`of`](Self::of) does so without copying.
    #[inline]
    pub fn of_parts(&self, marked: &[Marked<'_>]) -> Result<SaltBytes, LayoutError> {
        match self {
            Self::RegionNumber { .. } => return self.of_region(marked),
            Self::Modulo { count, .. } => return self.of_integer(marked, *count),
            _ => {}
        }
        if let [marked] = marked
            && marked.is_whole()
            && (self.joined().is_some() || !marked.part.terminated)
        {
            return self.of(marked.bytes).map_err(|p| marked.error(p));
        }
        let mut input = Input::new();
        let last = marked.iter().rposition(|part| !part.is_absent());
        let marked = &marked[..last.map_or(0, |last| last + 1)];
        for (at, part) in marked.iter().enumerate() {
            part.choose(&mut input)?;
            let is_last = at + 1 == marked.len();
            let after = match self.joined() {
                Some(joined) => (!is_last).then_some(joined.as_bytes()),
                None => part.separator_in_salt(is_last),
            };
            if let Some(after) = after {
                input.put(after);
            }
        }
        self.of(&input).map_err(|error| match marked.first() {
            Some(first) => first.error(error),
            None => LayoutError::bytes(&"salt".into(), &input, error),
        })
    }

    #[inline]
    fn of_region(&self, marked: &[Marked<'_>]) -> Result<SaltBytes, LayoutError> {
        let mut hash = 0;
        for part in marked {
            hash ^= part.hash()?;
        }
        Ok(self.of_hash(hash))
    }

    fn of_integer(&self, marked: &[Marked<'_>], count: u16) -> Result<SaltBytes, LayoutError> {
        let [marked] = marked else {
            return Err(LayoutError::SaltNeedsOne {
                salt: self.to_string(),
                found: marked.len(),
            });
        };
        let count = count.max(1);
        let rest = match marked.part.decode(marked.bytes)? {
            PartValue::Int(value) => u32::try_from(value.rem_euclid(count.into())).unwrap_or(0),
            PartValue::Uint(value) => u32::try_from(value % u128::from(count)).unwrap_or(0),
            other => {
                return Err(LayoutError::WrongKind {
                    part: marked.part.name.to_string(),
                    expected: "an integer, because its salt is `modulo`",
                    found: other.quoted(),
                });
            }
        };
        Ok(self.nth(rest))
    }
}

impl Marked<'_> {
    /// Whether the part has no value.
    fn is_absent(&self) -> bool {
        self.part.omit_none && self.bytes.is_empty()
    }

    /// What follows the part in the input of a salt without `joined`: a terminator belongs to its part, a separator is
    /// between two parts.
    fn separator_in_salt(&self, is_last: bool) -> Option<&[u8]> {
        let separator = self.part.separator_after(self.bytes.is_empty());
        separator.filter(|_| !is_last || self.part.terminated)
    }

    #[inline]
    fn is_whole(&self) -> bool {
        matches!(self.part.salt, None | Some(SaltText::Whole))
    }

    #[inline]
    fn hash(&self) -> Result<i32, LayoutError> {
        match &self.part.salt {
            Some(SaltText::Format(_)) => {
                let mut input = Input::new();
                self.choose(&mut input)?;
                Ok(java_string_hash(self.text(&input)?))
            }
            _ => Ok(java_string_hash(self.cut(self.text(self.bytes)?))),
        }
    }

    /// Appends the part's input to the salt.
    #[inline]
    fn choose(&self, input: &mut Input) -> Result<(), LayoutError> {
        match &self.part.salt {
            None | Some(SaltText::Whole) => input.put(self.bytes),
            Some(SaltText::First(_) | SaltText::Last(_)) => {
                input.put(self.cut(self.text(self.bytes)?).as_bytes());
            }
            Some(SaltText::Format(pattern)) => {
                let (ms, offset_s) = self.time()?;
                Pattern::checked(pattern)
                    .put(ms, offset_s, input)
                    .map_err(|error| self.error(error))?;
            }
        }
        Ok(())
    }

    /// The first or last characters; the whole text if it is shorter.
    #[inline]
    fn cut<'t>(&self, text: &'t str) -> &'t str {
        match self.part.salt {
            Some(SaltText::First(count)) => {
                let end = text.char_indices().nth(count.into());
                &text[..end.map_or(text.len(), |(at, _)| at)]
            }
            Some(SaltText::Last(count)) => {
                let before = usize::from(count).checked_sub(1);
                let from = before.and_then(|before| text.char_indices().nth_back(before));
                match before {
                    Some(_) => &text[from.map_or(0, |(at, _)| at)..],
                    None => "",
                }
            }
            _ => text,
        }
    }

    /// The part's time, and its offset.
    fn time(&self) -> Result<(i64, i32), LayoutError> {
        let offset_s = match &self.part.encoding {
            Encoding::Time(format) if !self.part.desc && !self.part.reverse => {
                let ms = format.get(self.bytes);
                return Ok((ms.map_err(|error| self.error(error))?, format.offset_s));
            }
            Encoding::Time(format) => format.offset_s,
            _ => 0,
        };
        match self.part.decode(self.bytes)? {
            PartValue::Time(ms) => Ok((ms, offset_s)),
            other => Err(LayoutError::WrongKind {
                part: self.part.name.to_string(),
                expected: "a time, because its salt is a format",
                found: other.quoted(),
            }),
        }
    }

    #[inline]
    fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, LayoutError> {
        std::str::from_utf8(bytes).map_err(|error| {
            self.error(ValueError::NotUtf8 {
                at: error.valid_up_to(),
            })
        })
    }

    #[cold]
    fn error(&self, error: ValueError) -> LayoutError {
        LayoutError::bytes(&self.part.name, self.bytes, error)
    }
}
