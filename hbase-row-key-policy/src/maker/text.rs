//! Text parts, compiled.

use std::ops::Range;

use hbase_model::layout::separator::closes;

use super::char_set::CharSet;
use super::operation::Operation;
use super::regex::Replacement;
use super::scratch::{Broken, Input, Scratch, characters};
use crate::error::{KeyError, KeyRule};
use crate::policy::TextPart;

/// The maximum characters of a value in an error.
const SHOWN: usize = 200;

/// A text part's operations.
#[derive(Clone, Debug)]
pub(crate) struct TextMaker {
    source: Source,
    pub(super) separator: String,
    trim: bool,
    replace: Option<(CharSet, String)>,
    regex: Option<Replacement>,
    cut: Option<(usize, Option<usize>)>,
    reverse: bool,
    prefix: String,
    suffix: String,
    length: usize,
    pad: Option<(char, bool)>,
    /// Whether only the length ends the part, so that shorter text would be joined with the next part.
    is_exact: bool,
}

/// Where the value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// The value with this index, of the column with this name.
    Column {
        index: usize,
        name: String,
    },
    Number,
}

impl TextMaker {
    /// Compiles a part of a column, given with its index among the values, or a running number.
    pub(crate) fn new(part: &TextPart, column: Option<(usize, &str)>, is_last: bool) -> Self {
        let pad = part.pad();
        let pad = pad.and_then(|(text, behind)| Some((text.chars().next()?, behind)));
        let set = &part.replace_source_char;
        let cut = part.cut_start.or(part.cut_length);
        Self {
            source: column.map_or(Source::Number, |(index, name)| Source::Column {
                index,
                name: name.to_owned(),
            }),
            trim: part.trim,
            replace: (!set.is_empty()).then(|| (CharSet::new(set), part.replace_char.clone())),
            regex: part.regex.as_ref().and_then(Replacement::new),
            cut: cut.map(|_| {
                let start = size(part.cut_start.unwrap_or(0));
                (start, part.cut_length.map(size))
            }),
            reverse: part.reverse,
            prefix: repeated(&part.prefix_char, part.prefix_number),
            suffix: repeated(&part.suffix_char, part.suffix_number),
            length: size(part.length),
            is_exact: pad.is_none() && part.split_char.is_empty() && !is_last,
            pad,
            separator: part.split_char.clone(),
        }
    }

    /// Appends the part to `made`, without the separator; returns its range.
    pub(super) fn make(
        &self,
        input: Input<'_>,
        scratch: &mut Scratch,
        made: &mut Vec<u8>,
    ) -> Result<Range<usize>, KeyError> {
        self.run(input, scratch, |_, _| {})?;
        let from = made.len();
        made.extend_from_slice(scratch.text().as_bytes());
        Ok(from..made.len())
    }

    /// Makes the part in `scratch`, without the separator. `observe` gets the text after each operation
    /// that the part has.
    pub(crate) fn run(
        &self,
        input: Input<'_>,
        scratch: &mut Scratch,
        mut observe: impl FnMut(Operation, &str),
    ) -> Result<(), KeyError> {
        scratch.load(input).map_err(|broken| {
            let Input::Value(value) = input else {
                return self.error(&broken, None);
            };
            self.error(&broken, value)
        })?;
        observe(Operation::Value, scratch.text());
        let done = self.change(scratch, &mut observe);
        done.map_err(|broken| self.error(&broken, Some(scratch.text())))
    }

    /// The index of its value; `None` for a running number.
    pub(crate) const fn value_index(&self) -> Option<usize> {
        match &self.source {
            Source::Column { index, .. } => Some(*index),
            Source::Number => None,
        }
    }

    fn change(
        &self,
        text: &mut Scratch,
        observe: &mut impl FnMut(Operation, &str),
    ) -> Result<(), Broken> {
        if self.trim {
            text.trim();
            observe(Operation::Trim, text.text());
        }
        if let Some((set, replacement)) = &self.replace {
            text.replace(set, replacement)?;
            observe(Operation::Replace, text.text());
        }
        if let Some(regex) = &self.regex {
            text.rewrite(|from, into| regex.apply(from, into))?;
            observe(Operation::Regex, text.text());
        }
        if let Some((start, most)) = self.cut {
            text.cut(start, most)?;
            observe(Operation::Cut, text.text());
        }
        if self.reverse {
            text.reverse();
            observe(Operation::Reverse, text.text());
        }
        self.extend(text, observe)?;
        self.check_separator(text.text())
    }

    /// The prefix, the suffix and the padding.
    fn extend(
        &self,
        text: &mut Scratch,
        observe: &mut impl FnMut(Operation, &str),
    ) -> Result<(), Broken> {
        if !self.prefix.is_empty() {
            text.put_in_front(&self.prefix);
            observe(Operation::Prefix, text.text());
        }
        if !self.suffix.is_empty() {
            text.put_behind(&self.suffix);
            observe(Operation::Suffix, text.text());
        }
        let missing = self.missing(text.text())?;
        if let Some((character, behind)) = self.pad
            && missing > 0
        {
            text.pad(missing, character, behind);
            observe(Operation::Pad, text.text());
        }
        Ok(())
    }

    /// The characters missing from `length`.
    fn missing(&self, text: &str) -> Result<usize, Broken> {
        let count = text.chars().count();
        let expected = match self.length.checked_sub(count) {
            Some(0) => return Ok(0),
            _ if self.is_exact => "exactly",
            Some(missing) => return Ok(missing),
            None => "at most",
        };
        let (found, length) = (characters(count), self.length);
        let message = format!("found {found}, expected {expected} {length}");
        Err(Broken::new(KeyRule::Length, message))
    }

    /// The first separator in the part and the following text must be the one after the part.
    fn check_separator(&self, text: &str) -> Result<(), Broken> {
        let (text, separator) = (text.as_bytes(), self.separator.as_bytes());
        if !closes(text, separator) {
            let message = format!(
                "found the separator {:?} in the part, expected it only after the part",
                self.separator
            );
            return Err(Broken::new(KeyRule::Separator, message));
        }
        Ok(())
    }

    #[cold]
    fn error(&self, broken: &Broken, value: Option<&str>) -> KeyError {
        KeyError {
            column: match &self.source {
                Source::Column { name, .. } => Some(name.clone()),
                Source::Number => None,
            },
            rule: broken.rule,
            message: broken.message.clone(),
            value: value.map(|value| value.chars().take(SHOWN).collect()),
        }
    }
}

/// In checked policies, a key's length bounds the numbers.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn repeated(text: &str, count: u64) -> String {
    if text.is_empty() {
        return String::new();
    }
    text.repeat(size(count))
}
