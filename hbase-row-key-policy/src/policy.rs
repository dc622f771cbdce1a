//! A policy as data.

use hbase_model::{Salt, SaltText};

/// A rule that makes row keys from the columns of a row.
///
/// [`from_json`](Self::from_json) accepts any policy whose members have the right types;
/// [`check`](Self::check) reports what makes no sense, and [`KeyMaker::new`](crate::KeyMaker::new) rejects
/// policies with errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKeyPolicy {
    /// The source column of each text part: the part's `columnName`, then the column. The order has no
    /// meaning.
    pub mapping: Vec<(String, String)>,
    /// The parts, in the order of the key.
    pub parts: Vec<PolicyPart>,
}

/// One part of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyPart {
    /// Text of a column, or a running number.
    Text(Box<TextPart>),
    /// A salt, computed from other parts.
    Salt(SaltPart),
}

/// A part made from a column's value, or from a running number.
///
/// Lengths and offsets are in characters (Unicode scalar values).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// `columnName`: the part's name in the mapping; empty for a running number.
    pub column_name: String,
    /// `length`: the part's length without the separator.
    pub length: u64,
    /// `numberStep`: the distance of running numbers.
    pub number_step: u64,
    /// `prefixChar`: prepended `prefixNumber` times; pads if `suffixChar` is empty.
    pub prefix_char: String,
    /// `prefixNumber`.
    pub prefix_number: u64,
    /// `replaceChar`: the replacement of each character of `replaceSourceChar`.
    pub replace_char: String,
    /// `replaceSourceChar`: a set of characters.
    pub replace_source_char: String,
    /// `splitChar`: the separator after the part; empty for none.
    pub split_char: String,
    /// `startNumber`: the first running number.
    pub start_number: u64,
    /// `suffixChar`: appended `suffixNumber` times; pads.
    pub suffix_char: String,
    /// `suffixNumber`.
    pub suffix_number: u64,
    /// `value`: a sample for previews.
    pub value: String,
    /// `trim`: without white space at both ends.
    pub trim: bool,
    /// `cutStart`: the characters dropped in front.
    pub cut_start: Option<u64>,
    /// `cutLength`: the maximum number of characters kept.
    pub cut_length: Option<u64>,
    /// `reverse`: reversed character by character.
    pub reverse: bool,
    /// `regex` and `regexReplacement`.
    pub regex: Option<RegexReplacement>,
}

/// A regular expression whose matches are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexReplacement {
    /// `regex`: in the syntax of the crate `regex`.
    pub pattern: String,
    /// `regexReplacement`: `$1` and `${name}` are groups of the match, `$$` is a `$`.
    pub replacement: String,
}

/// A salt: a part computed from other parts, like the macro's `salt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltPart {
    /// The algorithm.
    pub salt: Salt,
    /// The parts it is computed from, in any order: the key's order counts.
    pub of: Vec<SaltInput>,
    /// `splitChar`: the separator after it; empty for none.
    pub split_char: String,
}

/// A part's input to a salt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltInput {
    /// The part's `columnName`; empty for the running number.
    pub column_name: String,
    /// All of the part's text, or its first or last characters.
    pub text: SaltText,
}

/// The running number of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningNumber {
    /// The first number.
    pub start: u64,
    /// The distance to the next one.
    pub step: u64,
}

impl RowKeyPolicy {
    /// The source columns that a [`KeyMaker`](crate::KeyMaker) takes values of, in the order of the key,
    /// each once.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let mut columns: Vec<&str> = Vec::new();
        for part in self.text_parts() {
            if let Some(column) = self.source(&part.column_name)
                && !columns.contains(&column)
            {
                columns.push(column);
            }
        }
        columns.into_iter()
    }

    /// The running number, if a part is one.
    pub fn running_number(&self) -> Option<RunningNumber> {
        let part = self.text_parts().find(|part| part.is_running_number())?;
        Some(RunningNumber {
            start: part.start_number,
            step: part.number_step,
        })
    }

    /// The parts that are text, in the order of the key.
    pub(crate) fn text_parts(&self) -> impl Iterator<Item = &TextPart> {
        self.parts.iter().filter_map(PolicyPart::as_text)
    }

    /// The source column of a part.
    pub(crate) fn source(&self, part: &str) -> Option<&str> {
        let found = self.mapping.iter().find(|(name, _)| name == part);
        found.map(|(_, column)| column.as_str())
    }
}

impl TextPart {
    /// Whether the part is a running number instead of a column's value.
    pub fn is_running_number(&self) -> bool {
        self.column_name.is_empty()
    }

    /// The text that pads a shorter value, and whether it pads at the end; `None` if nothing pads.
    pub(crate) fn pad(&self) -> Option<(&str, bool)> {
        match (self.suffix_char.as_str(), self.prefix_char.as_str()) {
            ("", "") => None,
            ("", prefix) => Some((prefix, false)),
            (suffix, _) => Some((suffix, true)),
        }
    }
}

impl PolicyPart {
    /// The text part; `None` for a salt.
    pub fn as_text(&self) -> Option<&TextPart> {
        match self {
            Self::Text(part) => Some(part),
            Self::Salt(_) => None,
        }
    }

    /// The separator after the part; empty for none.
    pub fn separator(&self) -> &str {
        match self {
            Self::Text(part) => &part.split_char,
            Self::Salt(part) => &part.split_char,
        }
    }
}
