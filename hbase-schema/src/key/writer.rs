//! Encodes keys from their parts.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use std::marker::PhantomData;

use hbase_model::descriptor::Bytes;
use hbase_model::layout::MAX_KEY;
use hbase_model::layout::separator::closes;
use hbase_model::{CustomEncoding, Encoding, PartLayout, ValueError};

use super::coder::KeyWriter;
use super::error::{KeyError, shown};
use super::key_buf::WholeKey;
use super::marks::Marks;
use super::part::KeyPart;
use super::row_key::RowKey;
use super::salting;
use super::turns::Turns;
use crate::codec::CodecError;

impl<K: RowKey, W: WholeKey> KeyWriter<K, W> {
    #[inline(always)]
    pub(crate) fn new(out: W) -> Self {
        let mut writer = Self {
            out,
            marks: Marks::new(),
            end: 0,
            absent: None,
            key: PhantomData,
        };
        if let Some(salt) = &K::LAYOUT.salt {
            salting::reserve(salt, &mut writer.out);
        }
        writer
    }

    /// Encodes the part at `index`.
    #[inline(always)]
    pub fn part<T: KeyPart<E> + ?Sized, E>(
        &mut self,
        index: usize,
        value: &T,
    ) -> Result<(), KeyError> {
        let start = self.out.written().len();
        if let Err(source) = value.encode(&mut self.out) {
            return Err(encode_error::<K>(index, shown(&value), source));
        }
        let end = self.out.written().len();
        if !has_own_width(&K::LAYOUT.parts[index], end - start) {
            return Err(encode_error::<K>(
                index,
                shown(&value),
                own_width(&K::LAYOUT.parts[index], end - start),
            ));
        }
        if let Some(max) = K::LAYOUT.parts[index].max
            && end - start > usize::from(max)
        {
            return Err(encode_error::<K>(
                index,
                shown(&value),
                too_long(end - start, max),
            ));
        }
        self.marks.note(K::LAYOUT, index, start, end);
        if K::LAYOUT.leaves_parts_out() {
            return self.end_part::<T, E>(index, start, value);
        }
        if let Some(separator) = separator(&K::LAYOUT.parts[index]) {
            let marks_its_end = K::LAYOUT.parts[index].marks_its_end(T::WIDTH);
            if !marks_its_end && !closes(&self.out.written()[start..], separator) {
                return Err(contains_separator::<K>(index, shown(&value), separator));
            }
            self.out.put(separator);
        }
        Ok(())
    }

    /// Ends a part of a key whose last parts may be left out.
    fn end_part<T: KeyPart<E> + ?Sized, E>(
        &mut self,
        index: usize,
        start: usize,
        value: &T,
    ) -> Result<(), KeyError> {
        let part = &K::LAYOUT.parts[index];
        let end = self.out.written().len();
        let is_absent = part.omit_none && start == end;
        if is_absent {
            let needs_value = part.needs_value_before_others(T::WIDTH);
            self.absent = self.absent.or(needs_value.then_some(index));
        } else if let Some(absent) = self.absent {
            return Err(value_after::<K>(absent, index));
        }
        let bytes = &self.out.written()[start..];
        if !is_absent && part.is_read_as_none(bytes) {
            return Err(encode_error::<K>(index, shown(&value), starts_with_ff()));
        }
        let separator = part.separator_after(bytes.is_empty());
        if let (Some(whole), Some(separator)) = (self::separator(part), separator) {
            if !part.marks_its_end(T::WIDTH) && !closes(bytes, whole) {
                return Err(contains_separator::<K>(index, shown(&value), whole));
            }
            self.out.put(separator);
        }
        if !is_absent {
            let terminated = part.terminated;
            self.end = if terminated {
                self.out.written().len()
            } else {
                end
            };
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn seal(&mut self, turn: fn(&Turns) -> u32) -> Result<(), KeyError> {
        if K::LAYOUT.leaves_parts_out() {
            self.out.truncate(self.end);
            self.marks.to = self.marks.to.min(self.end);
        }
        if let Some(salt) = &K::LAYOUT.salt {
            salting::fill::<K, W>(salt, &self.marks, &mut self.out, turn)?;
        }
        let len = self.out.written().len();
        let fits = match K::WIDTH {
            Some(width) => len == width,
            None => len != 0 && len <= MAX_KEY,
        };
        if fits {
            return Ok(());
        }
        Err(KeyError::Length { row: K::ROW, len })
    }

    /// The sink.
    #[inline(always)]
    pub(crate) fn into_inner(self) -> W {
        self.out
    }
}

#[inline(always)]
fn separator(part: &'static PartLayout) -> Option<&'static [u8]> {
    match &part.separator {
        None => None,
        Some(Bytes::Borrowed(separator)) => Some(separator),
        Some(Bytes::Owned(separator)) => Some(separator),
    }
}

/// The width that an encoding of a user's type declares.
const fn declared_width(part: &PartLayout) -> Option<usize> {
    match &part.encoding {
        Encoding::Custom(CustomEncoding {
            width: Some(width), ..
        }) => Some(*width as usize),
        _ => None,
    }
}

/// Whether a value of so many bytes has the width that an encoding of a user's type declares.
#[inline]
pub(crate) const fn has_own_width(part: &PartLayout, len: usize) -> bool {
    match declared_width(part) {
        Some(width) => len == width || part.omit_none && len == 0,
        None => true,
    }
}

/// The error for a value of another width.
#[cold]
pub(crate) fn own_width(part: &PartLayout, len: usize) -> CodecError {
    let width = declared_width(part).unwrap_or_default();
    CodecError::new(format_args!(
        "its own encoding wrote {len} bytes, and declares a width of {width} in `ENCODING`: write {width} bytes for every \
         value, or leave `with_width` out"
    ))
}

/// The error for a value of more than `max` bytes.
#[cold]
pub(crate) fn too_long(found: usize, max: u16) -> CodecError {
    let width = usize::from(max);
    CodecError::from(ValueError::TooLong { found, width })
}

#[cold]
fn encode_error<K: RowKey>(index: usize, value: Box<str>, source: CodecError) -> KeyError {
    KeyError::Encode {
        row: K::ROW,
        part: part_name::<K>(index),
        value,
        cause: source,
    }
}

/// The error for a value whose inverted bytes start with the terminator of `None`.
pub(crate) fn starts_with_ff() -> CodecError {
    CodecError::new("found a value that starts with a byte FF, which would be read as `None`")
}

/// The error for a value after a part without one.
#[cold]
fn value_after<K: RowKey>(absent: usize, index: usize) -> KeyError {
    let later = part_name::<K>(index);
    let cause = CodecError::new(format_args!(
        "expected a value, because `{later}` after it has one: only text and bytes before a separator can be left out there"
    ));
    encode_error::<K>(absent, "None".into(), cause)
}

#[cold]
fn contains_separator<K: RowKey>(
    index: usize,
    value: Box<str>,
    separator: &'static [u8],
) -> KeyError {
    KeyError::ContainsSeparator {
        row: K::ROW,
        part: part_name::<K>(index),
        value,
        separator,
    }
}

/// The name of the part at `index`.
pub(super) fn part_name<K: RowKey>(index: usize) -> &'static str {
    K::LAYOUT.parts.get(index).map_or("?", |part| &part.name)
}
