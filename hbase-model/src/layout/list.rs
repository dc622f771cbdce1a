//! Lists of elements of one width.

use super::codec::EncodeError;
use super::{Encoding, PartValue};
use crate::cow::List;
use crate::primitive::{ValueError, check_ascending, check_elements};
use crate::printable::Printable;

/// The encoding of a list: its elements one after another, up to the end of the key.
///
/// All elements have the same members, and each member has a fixed width, so that the number of elements follows from the
/// number of bytes.
///
/// ```
/// use std::borrow::Cow;
/// use hbase_model::{Encoding, ListEncoding};
///
/// const ID: Encoding = Encoding::Bytes { width: Some(3) };
/// const TAGS: ListEncoding = ListEncoding { members: Cow::Borrowed(&[ID, ID]), sorted: true };
/// assert_eq!(TAGS.element_width(), Some(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEncoding {
    /// The encodings of an element's members. An element with one member is that member's value.
    pub members: List<Encoding>,
    /// Whether the elements ascend by their bytes, without duplicates: other lists are errors.
    pub sorted: bool,
}

impl ListEncoding {
    /// The width of an element in bytes; `None` if a member varies in width, or if the element has no bytes.
    pub fn element_width(&self) -> Option<usize> {
        let widths = self.members.iter().map(Encoding::width);
        widths.sum::<Option<usize>>().filter(|width| *width > 0)
    }

    /// Appends the elements.
    pub(super) fn put(
        &self,
        elements: &[Vec<PartValue>],
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let wrong_kind = EncodeError::WrongKind(self.kind());
        let Some(width) = self.element_width() else {
            return Err(wrong_kind);
        };
        let from = out.len();
        for element in elements {
            if element.len() != self.members.len() {
                return Err(wrong_kind);
            }
            for (member, value) in self.members.iter().zip(element) {
                member.put(value, out)?;
            }
        }
        self.check(&out[from..], width)?;
        Ok(())
    }

    /// Decodes all elements.
    pub(super) fn get(&self, bytes: &[u8]) -> Result<PartValue, ValueError> {
        let width = self.element_width().ok_or(ValueError::OutOfRange {
            expected: "an element with members of fixed widths",
        })?;
        self.check(bytes, width)?;
        let elements = bytes
            .chunks_exact(width)
            .map(|element| self.element(element));
        elements.collect::<Result<_, _>>().map(PartValue::List)
    }

    fn element(&self, mut bytes: &[u8]) -> Result<Vec<PartValue>, ValueError> {
        let mut values = Vec::with_capacity(self.members.len());
        for member in self.members.iter() {
            let (value, rest) = bytes.split_at(member.width().unwrap_or_default().min(bytes.len()));
            values.push(member.get(value)?);
            bytes = rest;
        }
        Ok(values)
    }

    fn check(&self, bytes: &[u8], width: usize) -> Result<(), ValueError> {
        check_elements(bytes, width)?;
        if self.sorted {
            check_ascending(bytes, width)?;
        }
        Ok(())
    }

    /// The type that it encodes, in words.
    pub(super) fn kind(&self) -> &'static str {
        if self.members.len() == 1 {
            "a list of values, as in [1, 2]"
        } else {
            "a list of elements with all their members, as in [[1, 2], [3, 4]]"
        }
    }

    /// Parses what `Display` writes of the value.
    pub(super) fn parse(&self, text: &str) -> Option<PartValue> {
        let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
        let mut elements = Vec::new();
        if self.members.len() == 1 && !inner.is_empty() {
            let values = inner.split(',').map(|value| self.parse_element(value));
            elements = values.collect::<Option<_>>()?;
        } else if !inner.is_empty() {
            let mut rest = inner;
            loop {
                let (element, after) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
                elements.push(self.parse_element(element)?);
                match after.trim_start() {
                    "" => break,
                    after => rest = after.strip_prefix(',')?,
                }
            }
        }
        Some(PartValue::List(elements))
    }

    fn parse_element(&self, text: &str) -> Option<Vec<PartValue>> {
        let values: Vec<_> = text.split(',').map(str::trim).collect();
        if values.len() != self.members.len() {
            return None;
        }
        let values = self.members.iter().zip(values);
        let parsed = values.map(|(member, value)| match member.parse(value)? {
            PartValue::Text(_) => {
                let text = String::from_utf8(crate::printable::parse_printable(value));
                text.ok().map(PartValue::Text)
            }
            other => Some(other),
        });
        parsed.collect()
    }
}

/// Writes a list as `[1, 2]`, or as `[[1, 2], [3, 4]]` if elements have several members. Brackets, commas and blanks in
/// values are escaped.
pub(super) fn write(
    elements: &[Vec<PartValue>],
    f: &mut std::fmt::Formatter<'_>,
) -> std::fmt::Result {
    f.write_str("[")?;
    for (index, element) in elements.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        let values: Vec<_> = element.iter().map(escaped).collect();
        match &values[..] {
            [value] => f.write_str(value)?,
            values => write!(f, "[{}]", values.join(", "))?,
        }
    }
    f.write_str("]")
}

fn escaped(value: &PartValue) -> String {
    let text = match value {
        PartValue::Bytes(bytes) => Printable(bytes).to_string(),
        PartValue::Text(text) => text.replace('\\', r"\x5C"),
        other => return other.to_string(),
    };
    let marks = [
        (',', r"\x2C"),
        ('[', r"\x5B"),
        (']', r"\x5D"),
        (' ', r"\x20"),
    ];
    let escape = |text: String, (mark, escape): (char, &str)| text.replace(mark, escape);
    marks.into_iter().fold(text, escape)
}
