//! Structs, lists and maps, and values that are skipped.

use super::cursor::{Field, Parse};
use super::{Cursor, ParseError, WireType};

/// Results nest four levels deep.
pub(super) const MAX_DEPTH: usize = 16;

impl Cursor<'_> {
    /// Parses a struct: `each` parses the value of each field, or [skips](Self::skip) it.
    #[inline]
    pub(crate) fn each_field(
        &mut self,
        mut each: impl FnMut(&mut Self, Field) -> Parse<()>,
    ) -> Parse<()> {
        let outer = self.enter();
        loop {
            let field = self.field()?;
            if field.wire_type == WireType::Stop {
                break;
            }
            each(self, field)?;
        }
        self.leave(outer);
        Ok(())
    }

    /// Parses a list whose elements `each` parses.
    pub(crate) fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let (_, count) = self.list_header()?;
        (0..count).map(|_| each(self)).collect()
    }

    /// Skips the value of a field.
    pub(crate) fn skip(&mut self, field: Field) -> Parse<()> {
        if field.inline_bool.is_some() {
            return Ok(());
        }
        self.skip_value(field.wire_type, 0)
    }

    fn skip_value(&mut self, wire_type: WireType, depth: usize) -> Parse<()> {
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        match wire_type {
            WireType::List => {
                let (element, count) = self.list_header()?;
                (0..count).try_for_each(|_| self.skip_value(element, depth + 1))
            }
            WireType::Map => {
                let (key, value, count) = self.map_header()?;
                (0..count).try_for_each(|_| {
                    self.skip_value(key, depth + 1)?;
                    self.skip_value(value, depth + 1)
                })
            }
            WireType::Struct => self.each_field(|cursor, field| match field.inline_bool {
                Some(_) => Ok(()),
                None => cursor.skip_value(field.wire_type, depth + 1),
            }),
            scalar => self.skip_scalar(scalar),
        }
    }

    pub(super) fn skip_scalar(&mut self, wire_type: WireType) -> Parse<()> {
        match wire_type {
            WireType::Bool | WireType::I8 => self.byte().map(drop),
            WireType::I16 => self.i16().map(drop),
            WireType::I32 => self.i32().map(drop),
            WireType::I64 => self.i64().map(drop),
            WireType::Double => self.double().map(drop),
            WireType::Bytes => self.bytes().map(drop),
            // This includes `Stop`: a list could claim any number of elements that have no bytes.
            other => Err(ParseError::Invalid(format!(
                "a {other:?}, expected a plain value"
            ))),
        }
    }
}

pub(super) fn too_deep() -> ParseError {
    ParseError::Invalid(format!("values nested more than {MAX_DEPTH} deep"))
}
