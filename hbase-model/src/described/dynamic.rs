//! The facts of dynamic columns.

use std::borrow::Cow;
use std::fmt;

use super::{CellCodec, CellFormat, ColumnQualifier, LogicalType, Since};
use crate::layout::{KeyLayout, width_of};
use crate::printable::Duration;

/// Dynamic columns, whose qualifiers are values, as their struct declares them. `S` is the type of their texts, `B`
/// that of the prefix's bytes: static in a struct's consts, owned in a description.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicSchema<S = &'static str, B: AsRef<[u8]> = &'static [u8]> {
    /// The field's name.
    pub field: S,
    /// The family.
    pub family: S,
    /// The prefix of each qualifier; empty for none.
    pub prefix: ColumnQualifier<B>,
    /// The parts of a qualifier after the prefix, without a salt.
    pub qualifier: Cow<'static, KeyLayout>,
    /// The field's type as in the sources, without spaces, for display only.
    pub type_name: S,
    /// The codec of the values.
    pub codec: CellCodec<S>,
    /// The format of the values.
    pub format: CellFormat,
    /// The type of the values.
    pub logical_type: LogicalType,
    /// The maximum number of columns that are read with a row; `None` where they are not read with it.
    pub limit: Option<u32>,
    /// Whether they are counters, which puts do not write.
    pub counter: bool,
    /// The time of the row key that qualifiers continue.
    pub since: Option<Since<S>>,
}

/// Dynamic columns of a description.
pub type DescribedDynamic = DynamicSchema<String, Vec<u8>>;

impl DynamicSchema {
    /// The dynamic columns of a description.
    pub fn describe(&self) -> DescribedDynamic {
        DescribedDynamic {
            field: self.field.to_owned(),
            family: self.family.to_owned(),
            prefix: self.prefix.describe(),
            qualifier: self.qualifier.clone(),
            type_name: self.type_name.to_owned(),
            codec: self.codec.describe(),
            format: self.format,
            logical_type: self.logical_type,
            limit: self.limit,
            counter: self.counter,
            since: self.since.as_ref().map(Since::describe),
        }
    }

    /// Whether one of the columns may have this qualifier, which is passed in two halves.
    pub const fn may_be(&self, front: &[u8], back: &[u8]) -> bool {
        let prefix = self.prefix.bytes();
        let len = front.len() + back.len();
        if !starts_with(front, back, prefix) {
            return false;
        }
        match self.width() {
            Some(width) => width == len - prefix.len(),
            None => true,
        }
    }

    /// Whether a column of this field and a column of `other` may have the same qualifier.
    pub const fn may_meet(&self, other: &Self) -> bool {
        let (a, b) = (self.prefix.bytes(), other.prefix.bytes());
        let one_starts_the_other = starts_with(a, b"", b) || starts_with(b, b"", a);
        let same_length = match (self.width(), other.width()) {
            (Some(width), Some(others)) => a.len() + width == b.len() + others,
            (None, _) | (_, None) => true,
        };
        one_starts_the_other && same_length
    }

    /// The width of a qualifier after the prefix, if it is fixed.
    const fn width(&self) -> Option<usize> {
        match &self.qualifier {
            Cow::Borrowed(layout) => width_of(layout.as_parts()),
            Cow::Owned(layout) => width_of(layout.as_parts()),
        }
    }
}

impl<S: fmt::Display, B: AsRef<[u8]>> DynamicSchema<S, B> {
    /// The format of the values, in words.
    pub fn cell(&self) -> String {
        let counter = if self.counter { ", a counter" } else { "" };
        match &self.codec {
            CellCodec::With(module) => format!("the program's own `{module}`{counter}"),
            CellCodec::WithName(module) => format!("the program's own `{module}`, by name"),
            CellCodec::Java
            | CellCodec::Text
            | CellCodec::JavaText
            | CellCodec::Json
            | CellCodec::Part => {
                format!("{}{counter}", self.format)
            }
        }
    }

    /// The qualifiers, in words: the prefix, then each part.
    pub fn qualifiers(&self) -> String {
        let prefix = &self.prefix;
        let prefix = (!prefix.is_empty()).then(|| format!("{prefix:?}"));
        let parts = self.qualifier.parts.iter();
        let parts = parts.map(|part| format!("{} ({part})", part.name));
        let since = self.since.as_ref().map(|since| {
            let (part, unit) = (&since.part, Duration(since.unit_ms.into()));
            format!("since `{part}` in units of {unit}")
        });
        let all: Vec<String> = prefix.into_iter().chain(parts).chain(since).collect();
        all.join(", ")
    }
}

/// Whether bytes in two halves start with `prefix`.
const fn starts_with(front: &[u8], back: &[u8], prefix: &[u8]) -> bool {
    if prefix.len() > front.len() + back.len() {
        return false;
    }
    let mut at = 0;
    while at < prefix.len() {
        let byte = match at.checked_sub(front.len()) {
            None => front[at],
            Some(behind) => back[behind],
        };
        if byte != prefix[at] {
            return false;
        }
        at += 1;
    }
    true
}
