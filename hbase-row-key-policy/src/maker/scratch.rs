//! The text that a part's operations change.

use std::fmt::Write;
use std::mem;

use super::char_set::CharSet;
use crate::error::KeyRule;

/// The maximum bytes of a value, and of what operations make from it. Keys are shorter, but perhaps only after a cut.
pub(crate) const MOST_VALUE: usize = 1 << 20;

/// A rule that a value breaks, and why.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) rule: KeyRule,
    pub(crate) message: String,
}

impl Broken {
    #[cold]
    pub(super) fn new(rule: KeyRule, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
        }
    }

    #[cold]
    pub(super) fn too_long(rule: KeyRule) -> Self {
        Self::new(
            rule,
            format!("found more than {MOST_VALUE} bytes, expected at most that many"),
        )
    }
}

/// The input of a part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'v> {
    /// A column's value; `None` for NULL.
    Value(Option<&'v str>),
    /// A running number.
    Number(u64),
}

/// The current text, and a buffer for the next one: both keep their memory for the next value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    current: String,
    next: String,
}

impl Scratch {
    pub(crate) fn text(&self) -> &str {
        &self.current
    }

    pub(super) fn load(&mut self, input: Input<'_>) -> Result<(), Broken> {
        self.current.clear();
        match input {
            Input::Value(None) => {
                let message = "found NULL, expected a value";
                return Err(Broken::new(KeyRule::Null, message));
            }
            Input::Value(Some(value)) if value.len() > MOST_VALUE => {
                return Err(Broken::too_long(KeyRule::Size));
            }
            Input::Value(Some(value)) => self.current.push_str(value),
            // Writing to a `String` does not fail.
            Input::Number(number) => drop(write!(self.current, "{number}")),
        }
        Ok(())
    }

    pub(super) fn trim(&mut self) {
        self.current.truncate(self.current.trim_end().len());
        let in_front = self.current.len() - self.current.trim_start().len();
        self.current.drain(..in_front);
    }

    pub(super) fn replace(&mut self, set: &CharSet, replacement: &str) -> Result<(), Broken> {
        let Some(first) = self.current.find(|c| set.contains(c)) else {
            return Ok(());
        };
        self.next.clear();
        self.next.push_str(&self.current[..first]);
        for character in self.current[first..].chars() {
            if !set.contains(character) {
                self.next.push(character);
            } else if self.next.len() + replacement.len() <= MOST_VALUE {
                self.next.push_str(replacement);
            } else {
                return Err(Broken::too_long(KeyRule::Replace));
            }
        }
        self.swap();
        Ok(())
    }

    /// Lets `change` write the next text.
    pub(super) fn rewrite(
        &mut self,
        change: impl FnOnce(&str, &mut String) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        self.next.clear();
        change(&self.current, &mut self.next)?;
        self.swap();
        Ok(())
    }

    /// Drops `start` characters in front, and everything after `most` others.
    pub(super) fn cut(&mut self, start: usize, most: Option<usize>) -> Result<(), Broken> {
        if start > 0 {
            let Some((from, _)) = self.current.char_indices().nth(start) else {
                let found = characters(self.current.chars().count());
                let message = format!("found {found}, expected more than the {start} that are cut");
                return Err(Broken::new(KeyRule::Cut, message));
            };
            self.current.drain(..from);
        }
        if let Some((end, _)) = most.and_then(|most| self.current.char_indices().nth(most)) {
            self.current.truncate(end);
        }
        Ok(())
    }

    pub(super) fn reverse(&mut self) {
        self.next.clear();
        self.next.extend(self.current.chars().rev());
        self.swap();
    }

    pub(super) fn put_in_front(&mut self, text: &str) {
        self.current.insert_str(0, text);
    }

    pub(super) fn put_behind(&mut self, text: &str) {
        self.current.push_str(text);
    }

    /// Adds `count` characters in front or after.
    pub(super) fn pad(&mut self, count: usize, character: char, behind: bool) {
        let padding = std::iter::repeat_n(character, count);
        if behind {
            self.current.extend(padding);
            return;
        }
        self.next.clear();
        self.next.extend(padding);
        self.next.push_str(&self.current);
        self.swap();
    }

    fn swap(&mut self) {
        mem::swap(&mut self.current, &mut self.next);
    }
}

/// `1 character`, `2 characters`.
pub(crate) fn characters(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} character{plural}")
}
