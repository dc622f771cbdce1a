//! Whether replacements can be undone, and what they keep: order, and prefixes.
//!
//! **When replacements can be undone.** Let step `i` replace the character `s` by the text `t`, and let `D` be the texts
//! that exist before it. Undoing looks for `t` from left to right. It goes over the replaced text piece by piece: a piece is
//! a copied character, which is never `s`, or a `t` that replaced one. At the start of a piece `t` it finds that `t`. So
//! it fails only if it finds a `t` at the start of a copied character. (The first such place is reached, because everything
//! before it is read piece by piece.) Two cases:
//!
//! 1. `t` contains `s`. Let the first `s` in `t` be at offset `k`. If `n ≥ 1` copied characters come before the next piece `t`,
//!    the next `s` is at the offset `n + k`, and not at `k`. So no `t` is found at a copied character, and the step can always be
//!    undone.
//! 2. `t` does not contain `s`. A `t` that is found at a copied character consists of copied characters only, or of copied
//!    characters `w` and the start `z` of the piece after them; `z` is then both a start and an end of `t`. So the step can be
//!    undone if and only if no text in `D` contains `t`, or a `w` followed by `s`, for any `t = w z` where `z` is a start of
//!    `t`, too, and neither is empty.
//!
//! Each step changes characters independently of each other. So `D` contains all concatenations of the characters' forms after
//! the steps before, and whether one of them contains a text is decided by going over the places in the forms ([`Images`]).
//! If every step can be undone, all of them can, in reverse order. `tests/it/escape.rs` compares this with short texts.

use super::images::Images;
use super::{Escape, Replacement};

/// The reason why replacements are not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EscapeError {
    /// No replacements.
    #[error("found no replacement, expected at least one")]
    Empty,
    /// A character that would vanish.
    #[error("{from:?} is replaced by nothing, and could not be restored: replace it by a text")]
    Vanishes {
        /// The character.
        from: String,
    },
    /// A character that is replaced twice.
    #[error("{from:?} is replaced twice: keep one replacement")]
    Twice {
        /// The character.
        from: String,
    },
    /// A replacement that cannot be undone.
    #[error(
        "{to:?}, which replaces {from:?}, cannot be undone: a text may contain {found:?} before that step, and would change: \
         first replace a character of it, as \"%\" in `escape(\"%\" = \"%9$\", \"!\" = \"%0$\")`"
    )]
    Ambiguous {
        /// The character.
        from: String,
        /// The text that replaces it.
        to: String,
        /// A text that would change.
        found: String,
    },
}

impl Escape {
    /// Checks that every text can be restored.
    ///
    /// # Errors
    /// [`EscapeError`] if some text could not.
    pub fn check(&self) -> Result<(), EscapeError> {
        if self.replacements().is_empty() {
            return Err(EscapeError::Empty);
        }
        for index in 0..self.replacements().len() {
            self.check_step(index)?;
        }
        Ok(())
    }

    /// Checks one replacement after those before it.
    ///
    /// # Errors
    /// [`EscapeError`] if it cannot be undone.
    pub fn check_step(&self, index: usize) -> Result<(), EscapeError> {
        let (before, rest) = self.replacements().split_at(index);
        let Some(Replacement { from, to }) = rest.first() else {
            return Ok(());
        };
        if to.is_empty() {
            let from = from.to_string();
            return Err(EscapeError::Vanishes { from });
        }
        if before.iter().any(|other| other.from == *from) {
            let from = from.to_string();
            return Err(EscapeError::Twice { from });
        }
        if to.contains(*from) {
            return Ok(());
        }
        let images = Images::of(before);
        match misread(*from, to).find(|word| images.contain(word)) {
            None => Ok(()),
            Some(word) => Err(EscapeError::Ambiguous {
                from: from.to_string(),
                to: to.to_string(),
                found: word.into_iter().collect(),
            }),
        }
    }

    /// Whether this separator may be found in an escaped text, or where the text and the separator after it meet.
    pub fn may_contain(&self, separator: &[u8]) -> bool {
        let Ok(text) = str::from_utf8(separator) else {
            // No text contains these bytes; others may be a part of a character.
            let is_never = |byte: &u8| matches!(byte, 0xc0 | 0xc1 | 0xf5..);
            return !separator.iter().any(is_never);
        };
        let word: Vec<char> = text.chars().collect();
        let images = Images::of(self.replacements());
        images.contain(&word) || before_overlaps(&word).any(|start| images.end_with(start))
    }

    /// A way to keep this separator out of escaped texts that [may contain](Self::may_contain) it, for messages.
    ///
    /// ```
    /// # use hbase_model::escape::{Escape, Replacement};
    /// let escape = Escape::from(vec![Replacement { from: '%', to: "%9$".into() }]);
    /// assert_eq!(escape.remedy(b"_"), "replace it, too");
    /// assert_eq!(escape.remedy(b"::-"), "replace `:` or `-`, too");
    /// assert_eq!(escape.remedy(b"%"), "replace `%` by a text without it, or take another separator");
    /// assert_eq!(escape.remedy(b"\x80"), "take a separator of ASCII");
    /// ```
    pub fn remedy(&self, separator: &[u8]) -> String {
        let Ok(text) = str::from_utf8(separator) else {
            return "take a separator of ASCII".to_owned();
        };
        let is_replaced = |c: char| self.replacements().iter().any(|one| one.from == c);
        let mut free: Vec<String> = Vec::new();
        for shown in text.chars().filter(|c| !is_replaced(*c)).map(shown) {
            if !free.contains(&shown) {
                free.push(shown);
            }
        }
        match &free[..] {
            [] => {
                let first = text.chars().next().map(shown).unwrap_or_default();
                format!("replace {first} by a text without it, or take another separator")
            }
            [_] if text.chars().nth(1).is_none() => "replace it, too".to_owned(),
            free => format!("replace {}, too", free.join(" or ")),
        }
    }

    /// Whether escaped texts sort as the texts do, at the end of a key and before a NUL byte.
    ///
    /// That is so if the forms of all characters sort as the characters do, and differ before one of them ends: the first
    /// character in which two texts differ then decides. Only ASCII characters may be replaced, for all others to be their
    /// own forms, above those of ASCII. The end of a text sorts before all characters: no escaped text contains the NUL
    /// byte after it.
    pub fn keeps_order(&self) -> bool {
        let images = Images::of(self.replacements());
        let form = |byte: u8| -> Vec<u8> {
            let image = images.image(char::from(byte)).into_iter();
            image.collect::<String>().into_bytes()
        };
        let is_ascii = self.replacements().iter().all(|one| one.from.is_ascii());
        let mut pairs = (1..0x80).map(|byte| (form(byte - 1), form(byte)));
        is_ascii && pairs.all(|(a, b)| is_below(&a, &b)) && form(0x7f).first() < Some(&0x80)
    }

    /// Whether only texts with a prefix have its escaped form as a prefix.
    ///
    /// That is so if no character's form starts with that of another one: characters are then read one by one.
    pub fn keeps_prefixes(&self) -> bool {
        let images = Images::of(self.replacements());
        let forms = images.replaced();
        forms.iter().all(|(from, form)| {
            let mut others = forms.iter().filter(|(other, _)| other != from);
            let is_replaced = |c: &char| forms.iter().any(|(other, _)| other == c);
            form.first().is_some_and(is_replaced)
                && !others.any(|(_, other)| form.starts_with(other))
        })
    }
}

/// A character for messages, as `%`.
fn shown(c: char) -> String {
    format!("`{}`", c.escape_debug())
}

/// The texts before a replacement that undoing it would change: see the comment of the module.
fn misread(from: char, to: &str) -> impl Iterator<Item = Vec<char>> {
    let to: Vec<char> = to.chars().collect();
    let with_start = before_overlaps(&to).map(|start| [start, &[from]].concat());
    let words: Vec<_> = std::iter::once(to.clone()).chain(with_start).collect();
    words.into_iter()
}

/// The starts of a word after which the rest of the word is a start of it, too.
fn before_overlaps(word: &[char]) -> impl Iterator<Item = &[char]> {
    let starts = (1..word.len()).filter(|at| word.starts_with(&word[*at..]));
    starts.map(|at| &word[..at])
}

/// Whether `a` has the smaller byte where the two first differ, and they differ before one of them ends.
fn is_below(a: &[u8], b: &[u8]) -> bool {
    let mut pairs = a.iter().zip(b);
    pairs.find(|(a, b)| a != b).is_some_and(|(a, b)| a < b)
}
