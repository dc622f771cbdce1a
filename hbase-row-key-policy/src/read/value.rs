//! JSON values with their paths and positions.

use serde_json::value::RawValue;

use crate::error::PolicyError;
use crate::position::Position;

/// A policy's text, and the elements of its array.
pub(crate) struct Document<'a> {
    json: &'a str,
    pub(crate) elements: Vec<Value<'a>>,
}

impl<'a> Document<'a> {
    /// Reads an array; its elements are valid JSON of any type.
    pub(crate) fn read(json: &'a str) -> Result<Self, PolicyError> {
        // Some editors write a byte-order mark in front of UTF-8.
        let text = json.strip_prefix('\u{feff}').unwrap_or(json);
        let whole: &RawValue = serde_json::from_str(text).map_err(|e| no_json(json, &e))?;
        let whole = Value {
            json,
            raw: whole,
            path: "the policy".to_owned(),
        };
        let elements = whole.elements("an array", |index| format!("[{index}]"))?;
        Ok(Self { json, elements })
    }

    /// An error of the whole document.
    pub(crate) fn error(&self, message: &str) -> PolicyError {
        PolicyError::Member {
            path: "the policy".to_owned(),
            position: Position::at(self.json, 0),
            message: message.to_owned(),
        }
    }
}

fn no_json(json: &str, error: &serde_json::Error) -> PolicyError {
    // `serde_json` counts a column's bytes; its message ends with the position.
    let line = json.split_inclusive('\n').nth(error.line().max(1) - 1);
    let before = line.unwrap_or_default().as_bytes();
    let before = &before[..before.len().min(error.column().saturating_sub(1))];
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |m| m.0);
    PolicyError::Json {
        position: Position {
            line: error.line().max(1),
            column: String::from_utf8_lossy(before).chars().count() + 1,
        },
        message: message.to_owned(),
    }
}

/// A value that is valid JSON.
pub(crate) struct Value<'a> {
    json: &'a str,
    raw: &'a RawValue,
    path: String,
}

impl<'a> Value<'a> {
    pub(super) fn new(of: &Self, raw: &'a RawValue, path: String) -> Self {
        Self {
            json: of.json,
            raw,
            path,
        }
    }

    pub(super) const fn raw(&self) -> &'a RawValue {
        self.raw
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The position of its first character.
    pub(crate) fn position(&self) -> Position {
        let from = self.json.as_ptr().addr();
        let offset = self.raw.get().as_ptr().addr().saturating_sub(from);
        Position::at(self.json, offset)
    }

    pub(super) fn text(&self) -> Result<String, PolicyError> {
        if !self.raw.get().starts_with('"') {
            return Err(self.expected("a text"));
        }
        // The only remaining error is an escape of half a character.
        serde_json::from_str(self.raw.get())
            .map_err(|_| self.error("found a `\\u` escape of no character, expected a text"))
    }

    pub(super) fn number(&self) -> Result<u64, PolicyError> {
        let number = serde_json::from_str(self.raw.get());
        number.map_err(|_| self.expected("a whole number from 0 to 18446744073709551615"))
    }

    pub(super) fn number_as<T: TryFrom<u64>>(&self, most: &str) -> Result<T, PolicyError> {
        let number = T::try_from(self.number()?);
        number.map_err(|_| self.expected(&format!("a whole number from 0 to {most}")))
    }

    pub(super) fn flag(&self) -> Result<bool, PolicyError> {
        match self.raw.get() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// The elements of an array.
    pub(super) fn elements(
        &self,
        expected: &str,
        path: impl Fn(usize) -> String,
    ) -> Result<Vec<Self>, PolicyError> {
        let elements: Vec<&'a RawValue> =
            serde_json::from_str(self.raw.get()).map_err(|_| self.expected(expected))?;
        let elements = elements.into_iter().enumerate();
        Ok(elements
            .map(|(index, raw)| Self::new(self, raw, path(index)))
            .collect())
    }

    pub(super) fn expected(&self, expected: &str) -> PolicyError {
        self.error(format!("found {}, expected {expected}", self.found()))
    }

    pub(super) fn error(&self, message: impl Into<String>) -> PolicyError {
        PolicyError::Member {
            path: self.path.clone(),
            position: self.position(),
            message: message.into(),
        }
    }

    /// The value in words: a number and a flag as they are, other ones by their type.
    fn found(&self) -> String {
        match self.raw.get().as_bytes().first() {
            Some(b'"') => "a text".to_owned(),
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "an array".to_owned(),
            _ => format!("`{}`", self.raw.get().chars().take(40).collect::<String>()),
        }
    }
}
