//! Encodes, decodes and parses lists.

use super::codec::EncodeError;
use super::{ListEncoding, PartValue};
use crate::primitive::{ValueError, check_ascending, check_elements};

impl ListEncoding {
    /// Appends the elements.
    pub(super) fn put(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let wrong_kind = EncodeError::WrongKind(self.kind());
        let (PartValue::List(elements), Some(width)) = (value, self.element_width()) else {
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
