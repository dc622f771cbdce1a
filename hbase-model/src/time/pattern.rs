//! The patterns of `format("yyyyMM")`.

use super::civil::Civil;
use crate::primitive::{ValueError, put_digits};
use crate::sink::KeySink;

/// A valid pattern with the letters `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and `SSS`, as in Java's
/// `SimpleDateFormat`; other characters are literal.
///
/// ```
/// use hbase_model::time::Pattern;
/// let mut text = Vec::new();
/// Pattern::new("yyyy-MM")?.put(1_451_132_640_000, 0, &mut text)?;
/// assert_eq!(text, b"2015-12");
/// assert!(Pattern::new("YYYY").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern<'a>(&'a str);

/// An error in a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// Unsupported letters.
    #[error(
        "found `{found}` at {at} of the pattern, expected yyyy, MM, dd, HH, mm, ss or SSS, or \
         characters that are neither letters nor quotes"
    )]
    Unknown {
        /// The letters.
        found: String,
        /// Their offset in bytes.
        at: usize,
    },
    /// A pattern that formats every time equally.
    #[error("found no field in the pattern `{found}`, expected yyyy, MM, dd, HH, mm, ss or SSS")]
    NoField {
        /// The pattern.
        found: String,
    },
}

#[derive(Clone, Copy)]
enum Item<'a> {
    Field(Field),
    Literal,
    Unknown(&'a str),
}

/// A field of a date and time, from the coarsest to the finest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Ms,
}

impl<'a> Pattern<'a> {
    /// Checks a pattern.
    pub fn new(pattern: &'a str) -> Result<Self, PatternError> {
        let mut at = 0;
        let mut fields = 0;
        for (item, text) in items(pattern) {
            match item {
                Item::Field(_) => fields += 1,
                Item::Literal => {}
                Item::Unknown(found) => {
                    let found = found.to_owned();
                    return Err(PatternError::Unknown { found, at });
                }
            }
            at += text.len();
        }
        if fields == 0 {
            let found = pattern.to_owned();
            return Err(PatternError::NoField { found });
        }
        Ok(Self(pattern))
    }

    /// A pattern that was checked before, when the table was declared.
    #[doc(hidden)]
    pub const fn checked(pattern: &'a str) -> Self {
        Self(pattern)
    }

    /// The pattern's text.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// The fields, in the pattern's order.
    pub(crate) fn fields(self) -> impl Iterator<Item = Field> + 'a {
        items(self.0).filter_map(|(item, _)| match item {
            Item::Field(field) => Some(field),
            Item::Literal | Item::Unknown(_) => None,
        })
    }

    /// Reads the fields from the start of `text`; returns what follows them. `None` if the text does
    /// not have the pattern, or `found` rejects a field.
    pub(crate) fn read(
        self,
        text: &str,
        mut found: impl FnMut(Field, u16) -> bool,
    ) -> Option<&str> {
        let mut rest = text;
        for (item, literal) in items(self.0) {
            let Item::Field(field) = item else {
                rest = rest.strip_prefix(literal)?;
                continue;
            };
            let (digits, after) = rest.split_at_checked(field.width().into())?;
            if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            if !found(field, digits.parse().ok()?) {
                return None;
            }
            rest = after;
        }
        Some(rest)
    }

    /// Formats a time in milliseconds since 1970, at `offset_s` seconds from UTC.
    #[inline]
    pub fn put<S: KeySink + ?Sized>(
        self,
        ms: i64,
        offset_s: i32,
        out: &mut S,
    ) -> Result<(), ValueError> {
        let civil = Civil::from_ms(ms.saturating_add(i64::from(offset_s) * 1000))?;
        for (item, text) in items(self.0) {
            match item {
                Item::Field(field) => {
                    put_digits(field.of(civil), field.width(), out)?;
                }
                Item::Literal | Item::Unknown(_) => out.put(text.as_bytes()),
            }
        }
        Ok(())
    }
}

impl Field {
    fn named(letters: &str) -> Option<Self> {
        Some(match letters {
            "yyyy" => Self::Year,
            "MM" => Self::Month,
            "dd" => Self::Day,
            "HH" => Self::Hour,
            "mm" => Self::Minute,
            "ss" => Self::Second,
            "SSS" => Self::Ms,
            _ => return None,
        })
    }

    const fn width(self) -> u8 {
        match self {
            Self::Year => 4,
            Self::Ms => 3,
            _ => 2,
        }
    }

    fn of(self, civil: Civil) -> u16 {
        match self {
            Self::Year => civil.year,
            Self::Month => civil.month.into(),
            Self::Day => civil.day.into(),
            Self::Hour => civil.hour.into(),
            Self::Minute => civil.minute.into(),
            Self::Second => civil.second.into(),
            Self::Ms => civil.ms,
        }
    }
}

/// The pattern as runs of one letter each and of literals, with their text.
fn items(pattern: &str) -> impl Iterator<Item = (Item<'_>, &str)> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        let &first = rest.as_bytes().first()?;
        let same = |byte: u8| {
            if is_letter(first) {
                byte == first
            } else {
                !is_letter(byte)
            }
        };
        // Runs end at letters only, so never within a multi-byte character.
        let end = rest.bytes().position(|byte| !same(byte));
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some((item(run, is_letter(first)), run))
    })
}

fn item(run: &str, letters: bool) -> Item<'_> {
    if !letters {
        return Item::Literal;
    }
    Field::named(run).map_or(Item::Unknown(run), Item::Field)
}

/// Java reserves all letters for fields, and the quote for literals.
const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'\''
}
