//! Encodes keys from their parts.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use std::marker::PhantomData;

use hbase_model::PartLayout;
use hbase_model::descriptor::Bytes;
use hbase_model::layout::MAX_KEY;
use hbase_model::layout::separator::closes;

use super::coder::KeyWriter;
use super::error::{KeyError, shown};
use super::key_buf::WholeKey;
use super::marks::Marks;
use super::part::KeyPart;
use super::part_errors::AboutKey;
use super::row_key::RowKey;
use super::salting;
use super::turns::Turns;
use super::value_length::{check_length, limits_values};
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
        if const { K::LAYOUT.salt.is_some() }
            && let Some(salt) = &K::LAYOUT.salt
        {
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
        let mut encoded = value.encode(&mut self.out);
        if const { limits_values(K::LAYOUT) } && encoded.is_ok() {
            let len = self.out.written().len() - start;
            encoded = check_length(&K::LAYOUT.parts[index], len);
        }
        if let Err(cause) = encoded {
            return Err(AboutKey::of::<K>().encode(index, shown(&value), cause));
        }
        if const { K::LAYOUT.salt.is_some() } {
            let end = self.out.written().len();
            self.marks.note(K::LAYOUT, index, start, end);
        }
        if const { K::LAYOUT.leaves_parts_out() } {
            return self.end_part::<T, E>(index, start, value);
        }
        if const { K::LAYOUT.has_separators() } {
            return self.put_separator::<T, E>(index, start, value);
        }
        Ok(())
    }

    /// Writes what follows a part, which must not contain it.
    #[inline(always)]
    fn put_separator<T: KeyPart<E> + ?Sized, E>(
        &mut self,
        index: usize,
        start: usize,
        value: &T,
    ) -> Result<(), KeyError> {
        if let Some(separator) = separator(&K::LAYOUT.parts[index]) {
            let marks_its_end = K::LAYOUT.parts[index].marks_its_end(T::WIDTH);
            if !marks_its_end && !closes(&self.out.written()[start..], separator) {
                let about = AboutKey::of::<K>();
                return Err(about.contains_separator(index, shown(&value), separator));
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
        let about = AboutKey::of::<K>();
        let part = &K::LAYOUT.parts[index];
        let end = self.out.written().len();
        let is_absent = part.omit_none && start == end;
        if is_absent {
            let needs_value = part.needs_value_before_others(T::WIDTH);
            self.absent = self.absent.or(needs_value.then_some(index));
        } else if let Some(absent) = self.absent {
            return Err(about.value_after(absent, index));
        }
        let bytes = &self.out.written()[start..];
        if !is_absent && part.is_read_as_none(bytes) {
            return Err(about.encode(index, shown(&value), starts_with_ff()));
        }
        let separator = part.separator_after(bytes.is_empty());
        if let (Some(whole), Some(separator)) = (self::separator(part), separator) {
            if !part.marks_its_end(T::WIDTH) && !closes(bytes, whole) {
                return Err(about.contains_separator(index, shown(&value), whole));
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
        if const { K::LAYOUT.leaves_parts_out() } {
            self.out.truncate(self.end);
            self.marks.to = self.marks.to.min(self.end);
        }
        if const { K::LAYOUT.salt.is_some() }
            && let Some(salt) = &K::LAYOUT.salt
        {
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

/// The error for a value whose inverted bytes start with the terminator of `None`.
pub(crate) fn starts_with_ff() -> CodecError {
    CodecError::new("found a value that starts with a byte FF, which would be read as `None`")
}
