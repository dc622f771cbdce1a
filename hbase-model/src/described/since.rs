//! Dynamic columns whose qualifiers continue a time of the row key.

use crate::layout::{Encoding, KeyLayout, PartLayout};
use crate::primitive::{digits, get_digits};
use crate::time::TimeFormat;

/// The option `since`: a qualifier begins with the time since a part of the row key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since<S = &'static str> {
    /// The name of the key part, a time with `align`.
    pub part: S,
    /// The unit of the numbers in qualifiers, in milliseconds.
    pub unit_ms: u32,
    /// The period of the part, in milliseconds: the time of a row.
    pub period_ms: u32,
}

impl Since {
    /// The declaration as a description has it.
    pub fn describe(&self) -> Since<String> {
        Since {
            part: self.part.to_owned(),
            unit_ms: self.unit_ms,
            period_ms: self.period_ms,
        }
    }
}

impl<S> Since<S> {
    /// Whether the time of a qualifier is in the period of its row. The qualifier is passed without its prefix.
    pub fn is_in_row(&self, layout: &KeyLayout, qualifier: &[u8]) -> bool {
        let number = UnitNumber::of(layout).and_then(|number| number.get(qualifier));
        let millis = number.map(|number| number.saturating_mul(self.unit_ms.into()));
        millis.is_some_and(|millis| (0..self.period_ms.into()).contains(&millis))
    }
}

impl<S: AsRef<str>> Since<S> {
    /// The index of the key part, and its format; `None` if the key has no such time.
    pub fn part_of(&self, key: &KeyLayout) -> Option<(usize, TimeFormat)> {
        let mut parts = key.parts.iter().enumerate();
        let (at, part) = parts.find(|(_, part)| part.name == self.part.as_ref())?;
        match part.encoding {
            Encoding::Time(format) if format.align_ms != 0 && !part.omit_none => Some((at, format)),
            _ => None,
        }
    }

    /// Checks that the key has the part, and that the qualifiers hold each number of a period.
    ///
    /// # Errors
    /// The found and the expected, in words.
    pub fn check(&self, key: &KeyLayout, qualifier: &KeyLayout) -> Result<(), String> {
        let (part, unit) = (self.part.as_ref(), self.unit_ms);
        let Some((_, format)) = self.part_of(key) else {
            return Err(format!(
                "found `{part}`, expected a key part that is a time with `align`"
            ));
        };
        let align = format.align_ms;
        if self.period_ms != align {
            let period = self.period_ms;
            return Err(format!(
                "found a period of {period} ms, expected {align} ms, as `{part}` has"
            ));
        }
        if unit == 0 || align % unit != 0 {
            return Err(format!(
                "found a unit of {unit} ms, expected one of which the {align} ms of `{part}` are a multiple"
            ));
        }
        let last = u64::from(align / unit - 1);
        match UnitNumber::of(qualifier) {
            Some(number) if number.max() >= last => Ok(()),
            _ => Err(format!(
                "the qualifiers do not begin with a number without a sign that holds {last}, the last one of a row"
            )),
        }
    }
}

/// The first part of a qualifier as a number of units.
///
/// The bytes of all numbers but negative ones sort as the numbers do: it is an unsigned integer, an integer in Java's
/// encoding, or digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitNumber {
    width: usize,
    is_digits: bool,
    is_signed: bool,
    max: u64,
}

impl UnitNumber {
    /// The first part of these qualifiers; `None` if it is not such a number.
    pub const fn of(qualifier: &KeyLayout) -> Option<Self> {
        match qualifier.as_parts() {
            [first, ..] => Self::of_part(first),
            [] => None,
        }
    }

    const fn of_part(part: &PartLayout) -> Option<Self> {
        if part.desc || part.reverse || part.omit_none {
            return None;
        }
        let mut is_signed = false;
        let (width, is_digits, max) = match part.encoding {
            Encoding::Integer {
                width,
                signed: false,
            }
            | Encoding::JavaInteger {
                width,
                signed: false,
            } => (width, false, largest(8 * width as u32)),
            Encoding::JavaInteger {
                width,
                signed: true,
            } => {
                is_signed = true;
                (width, false, largest(8 * width as u32 - 1))
            }
            Encoding::Digits { width, max } => (width, true, largest_of_digits(width, max)),
            _ => return None,
        };
        if !is_digits && width > 8 {
            return None;
        }
        Some(Self {
            width: width as usize,
            is_digits,
            is_signed,
            max,
        })
    }

    /// The largest number.
    pub const fn max(self) -> u64 {
        self.max
    }

    /// Appends a number; `false`, and nothing is appended, if it is above the largest one.
    pub fn put(self, number: u64, out: &mut Vec<u8>) -> bool {
        if number > self.max {
            return false;
        }
        if self.is_digits {
            let digits = digits::<20>(number).unwrap_or([b'0'; 20]);
            let leading = self.width.saturating_sub(digits.len());
            out.extend(std::iter::repeat_n(b'0', leading));
            out.extend_from_slice(&digits[digits.len().saturating_sub(self.width)..]);
        } else {
            out.extend_from_slice(&number.to_be_bytes()[8 - self.width..]);
        }
        true
    }

    /// The number at the start of a qualifier, at most the largest `i64`; `None` if no number exists.
    pub fn get(self, qualifier: &[u8]) -> Option<i64> {
        let bytes = qualifier.get(..self.width)?;
        if self.is_digits {
            let number: u64 = get_digits(bytes)
                .ok()
                .filter(|number| *number <= self.max)?;
            return Some(i64::try_from(number).unwrap_or(i64::MAX));
        }
        let is_negative = self.is_signed && bytes.first().is_some_and(|first| *first > 127);
        let sign = if is_negative { -1 } else { 0 };
        let number = bytes
            .iter()
            .fold(sign, |number: i128, byte| number << 8 | i128::from(*byte));
        Some(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

const fn largest(bits: u32) -> u64 {
    match bits {
        0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

/// The largest number of so many digits, or of the type.
const fn largest_of_digits(width: u8, of_type: u128) -> u64 {
    let mut digits: u64 = 0;
    let mut at = 0;
    while at < width {
        digits = digits.saturating_mul(10).saturating_add(9);
        at += 1;
    }
    if digits as u128 <= of_type {
        return digits;
    }
    #[allow(clippy::cast_possible_truncation, reason = "it is less than `digits`")]
    let of_type = of_type as u64;
    of_type
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn of(encoding: Encoding) -> UnitNumber {
        let part = PartLayout::plain(Cow::Borrowed("second"), encoding);
        UnitNumber::of_part(&part).expect("a number")
    }

    #[test]
    fn numbers_are_written_as_key_parts_write_them() {
        let short = of(Encoding::Integer {
            width: 2,
            signed: false,
        });
        let java = of(Encoding::JavaInteger {
            width: 4,
            signed: true,
        });
        let text = of(Encoding::Digits {
            width: 4,
            max: u128::from(u16::MAX),
        });
        let mut out = Vec::new();
        for (number, of) in [(3599_u32, short), (3599, java), (59, text)] {
            let from = out.len();
            assert!(of.put(number.into(), &mut out));
            assert_eq!(of.get(&out[from..]), Some(number.into()));
        }
        assert_eq!(out, b"\x0e\x0f\0\0\x0e\x0f0059");
        assert!(!short.put(65_536, &mut out) && !java.put(1 << 31, &mut out));
        assert!(!text.put(10_000, &mut out));
        assert_eq!(java.get(&[0xff, 0xff, 0xff, 0xfe]), Some(-2));
        assert_eq!(short.get(&[0xff, 0xfe]), Some(0xfffe));
        assert_eq!(short.get(&[1]), None);
    }
}
