//! Text in which characters are replaced, so that it cannot contain a separator.
//!
//! The replacements are made one after another, each in the whole text, and undone in the reverse order: as YARN's
//! `Separator` does.

mod check;
mod images;

use std::fmt;

pub use check::EscapeError;

use crate::cow::{List, Text, elements};
use crate::primitive::ValueError;
use crate::sink::KeySink;

/// A character, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The character.
    pub from: char,
    /// The text.
    pub to: Text,
}

/// Replacements, in the order in which they are made.
///
/// ```
/// use std::borrow::Cow;
/// use hbase_model::escape::{Escape, Replacement};
///
/// const REPLACEMENTS: &[Replacement] = &[
///     Replacement { from: '%', to: Cow::Borrowed("%9$") },
///     Replacement { from: '!', to: Cow::Borrowed("%0$") },
/// ];
/// let escape = Escape::new(REPLACEMENTS);
/// escape.check()?;
/// assert!(!escape.may_contain(b"!"));
///
/// let mut key = Vec::new();
/// escape.put("50%!", &mut key);
/// assert_eq!(key, b"50%9$%0$");
/// assert_eq!(escape.get(&key)?, "50%!");
/// // In the other order, a text that contains `%0$` could not be restored.
/// let backwards: Vec<_> = REPLACEMENTS.iter().rev().cloned().collect();
/// assert!(Escape::from(backwards).check().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escape {
    replacements: List<Replacement>,
}

impl Escape {
    /// Escapes by these replacements.
    pub const fn new(replacements: &'static [Replacement]) -> Self {
        Self {
            replacements: List::Borrowed(replacements),
        }
    }

    /// The replacements, in order.
    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }

    /// The replacements, in a const.
    pub(crate) const fn as_replacements(&self) -> &[Replacement] {
        elements(&self.replacements)
    }

    /// Appends the escaped text.
    pub fn put<S: KeySink + ?Sized>(&self, text: &str, out: &mut S) {
        put_text(&self.replacements, text, out);
    }

    /// The text of these escaped bytes.
    ///
    /// # Errors
    /// [`ValueError`] if the bytes are not an escaped text.
    pub fn get(&self, bytes: &[u8]) -> Result<String, ValueError> {
        let text = str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 {
            at: error.valid_up_to(),
        })?;
        let mut text = text.to_owned();
        for Replacement { from, to } in self.replacements.iter().rev() {
            if text.contains(&**to) {
                text = text.replace(&**to, from.encode_utf8(&mut [0; 4]));
            }
        }
        let mut again = Vec::with_capacity(bytes.len());
        self.put(&text, &mut again);
        if again == bytes {
            return Ok(text);
        }
        Err(ValueError::NotCanonical {
            expected: "text with the replacements of `escape`",
        })
    }
}

impl From<Vec<Replacement>> for Escape {
    fn from(replacements: Vec<Replacement>) -> Self {
        Self {
            replacements: replacements.into(),
        }
    }
}

/// Character by character, because a replacement changes each on its own.
fn put_text<S: KeySink + ?Sized>(replacements: &[Replacement], text: &str, out: &mut S) {
    let is_replaced = |c: char| replacements.iter().position(|one| one.from == c);
    let mut rest = text;
    while let Some((at, c, index)) = rest
        .char_indices()
        .find_map(|(at, c)| Some((at, c, is_replaced(c)?)))
    {
        out.put(&rest.as_bytes()[..at]);
        let (before, later) = replacements.split_at(index + 1);
        if let Some(replacement) = before.last() {
            put_text(later, &replacement.to, out);
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out.put(rest.as_bytes());
}

/// `"%" as "%9$", "!" as "%0$"`.
impl fmt::Display for Escape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Replacement { from, to }) in self.replacements.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{:?} as {to:?}", from.to_string())?;
        }
        Ok(())
    }
}
