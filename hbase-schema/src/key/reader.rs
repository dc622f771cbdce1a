//! Decodes keys into their parts.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use std::marker::PhantomData;

use hbase_model::layout::separator::{find, quoted};
use hbase_model::layout::width_of;
use hbase_model::time::Period;

use super::coder::KeyReader;
use super::date::{TableDate, check_unit};
use super::error::{KeyError, printable};
use super::marks::Marks;
use super::part::{DecodePart, KeyPart};
use super::row_key::RowKey;
use super::salting;
use super::writer::part_name;
use crate::codec::CodecError;

impl<'k, K: RowKey> KeyReader<'k, K> {
    #[inline(always)]
    pub(crate) fn new(key: &'k [u8]) -> Result<Self, KeyError> {
        if let Some(width) = K::WIDTH
            && key.len() != width
        {
            let what = format_args!("expected {width} bytes");
            return Err(KeyError::malformed(K::ROW, key, what));
        }
        let at = match &K::LAYOUT.salt {
            None => 0,
            Some(salt) => salting::skip::<K>(salt, key)?,
        };
        Ok(Self {
            key,
            body: at,
            at,
            marks: Marks::new(),
            is_separated: false,
            period: None,
            of: PhantomData,
        })
    }

    pub(crate) fn of_period(self, period: Option<Period>) -> Self {
        Self { period, ..self }
    }

    /// The date in the table's name.
    pub fn date<T: TableDate>(&self, part: &'static str) -> Result<T, KeyError> {
        let Some(period) = self.period else {
            let what = format_args!(
                "the key does not contain `{part}`, which the table's name has: decode it with `hbase_schema::key::decode_dated`, with the period of the table"
            );
            return Err(KeyError::malformed(K::ROW, self.key, what));
        };
        let date = check_unit::<T>(period.unit()).and_then(|()| T::of_period(period));
        date.map_err(|cause| KeyError::Decode {
            row: K::ROW,
            part,
            key: printable(self.key),
            bytes: period.to_string().into(),
            cause,
        })
    }

    /// Decodes the part at `index`.
    #[inline(always)]
    pub fn part<T, E>(&mut self, index: usize) -> Result<T, KeyError>
    where
        T: KeyPart<E> + DecodePart<'k, E>,
    {
        if K::LAYOUT.leaves_parts_out() {
            return self.part_or_none(index);
        }
        let end = self.end_of::<T, E>(index)?;
        let bytes = &self.key[self.at..end];
        let value = match T::decode(bytes) {
            Ok(value) => value,
            Err(source) => return Err(decode_error::<K>(self.key, index, bytes, source)),
        };
        self.marks.note(K::LAYOUT, index, self.at, end);
        self.at = end;
        self.skip_separator(index)?;
        Ok(value)
    }

    /// Decodes a part of a key whose last parts may be left out.
    fn part_or_none<T, E>(&mut self, index: usize) -> Result<T, KeyError>
    where
        T: KeyPart<E> + DecodePart<'k, E>,
    {
        let part = &K::LAYOUT.parts[index];
        let is_left_out = part.omit_none && self.at == self.key.len();
        if is_left_out && self.is_separated {
            return Err(separator_at_end::<K>(self.key, index));
        }
        let end = if is_left_out {
            self.at
        } else {
            self.end_before_none::<T, E>(index)?
        };
        let bytes = &self.key[self.at..end];
        let value = T::decode(bytes);
        let value = value.map_err(|cause| decode_error::<K>(self.key, index, bytes, cause))?;
        self.marks.note(K::LAYOUT, index, self.at, end);
        self.at = end;
        let may_end = is_left_out || part.may_end(&K::LAYOUT.parts[index + 1..]);
        let separator = part.separator_after(bytes.is_empty());
        match separator.filter(|_| !(may_end && end == self.key.len())) {
            None => self.is_separated = false,
            Some(separator) if self.key[end..].starts_with(separator) => {
                self.at += separator.len();
                let is_absent = part.omit_none && bytes.is_empty();
                self.is_separated = !part.terminated || is_absent;
            }
            Some(_) => return Err(no_separator::<K>(self.key, index, end)),
        }
        Ok(value)
    }

    /// The end of a part, after which the key may end.
    fn end_before_none<T: KeyPart<E>, E>(&self, index: usize) -> Result<usize, KeyError> {
        let part = &K::LAYOUT.parts[index];
        let rest = &self.key[self.at..];
        let of_none = part.separator_after(true);
        if of_none != part.separator.as_deref() && of_none.is_some_and(|nul| rest.starts_with(nul))
        {
            return Ok(self.at);
        }
        match (part.separator.as_deref(), T::WIDTH) {
            (Some(separator), None)
                if part.may_end(&K::LAYOUT.parts[index + 1..])
                    && find(rest, separator).is_none() =>
            {
                Ok(self.key.len())
            }
            _ => self.end_of::<T, E>(index),
        }
    }

    #[inline(always)]
    fn end_of<T: KeyPart<E>, E>(&self, index: usize) -> Result<usize, KeyError> {
        let rest = &self.key[self.at..];
        let part = &K::LAYOUT.parts[index];
        let separator = part.separator.as_deref();
        let separator = separator.filter(|_| !part.marks_its_end(T::WIDTH));
        let len = match (T::WIDTH, separator) {
            (Some(width), _) => Some(width),
            (None, Some(separator)) => find(rest, separator),
            (None, None) if K::LAYOUT.parts[index].is_open() => {
                let behind = width_of(&K::LAYOUT.parts[index + 1..]).unwrap_or(0);
                match rest.len().checked_sub(behind) {
                    Some(len) => Some(len),
                    None => return Err(too_short::<K>(self.key, index, self.at, behind)),
                }
            }
            (None, None) => match T::measure(rest) {
                Ok(len) => Some(len),
                Err(source) => return Err(decode_error::<K>(self.key, index, rest, source)),
            },
        };
        match len {
            Some(len) if len <= rest.len() => Ok(self.at + len),
            Some(len) => Err(too_short::<K>(self.key, index, self.at, len)),
            None => Err(no_separator::<K>(self.key, index, self.at)),
        }
    }

    #[inline(always)]
    fn skip_separator(&mut self, index: usize) -> Result<(), KeyError> {
        let Some(separator) = &K::LAYOUT.parts[index].separator else {
            return Ok(());
        };
        if !self.key[self.at..].starts_with(separator) {
            return Err(no_separator::<K>(self.key, index, self.at));
        }
        self.at += separator.len();
        Ok(())
    }

    /// Checks that no bytes follow the last part, and that the salt matches the parts.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<(), KeyError> {
        if self.at != self.key.len() {
            return Err(too_long::<K>(self.key, self.at));
        }
        if self.is_separated {
            return Err(separator_at_end::<K>(self.key, K::LAYOUT.parts.len() - 1));
        }
        match &K::LAYOUT.salt {
            None => Ok(()),
            Some(salt) => salting::check::<K>(salt, &self.marks, self.key, self.body),
        }
    }
}

// Errors are built in separate functions, so that the reader can stay in registers.

#[cold]
fn decode_error<K: RowKey>(key: &[u8], index: usize, bytes: &[u8], source: CodecError) -> KeyError {
    KeyError::Decode {
        row: K::ROW,
        part: part_name::<K>(index),
        key: printable(key),
        bytes: printable(bytes),
        cause: source,
    }
}

#[cold]
fn too_short<K: RowKey>(key: &[u8], index: usize, at: usize, expected: usize) -> KeyError {
    let what = format!(
        "found {} bytes for part `{}` at byte {at}, expected {expected}",
        key.len().saturating_sub(at),
        part_name::<K>(index),
    );
    KeyError::malformed(K::ROW, key, what)
}

#[cold]
fn no_separator<K: RowKey>(key: &[u8], index: usize, at: usize) -> KeyError {
    let what = format!(
        "found no separator {} after part `{}`, expected one from byte {at} on",
        quoted(K::LAYOUT.parts[index].separator.as_deref().unwrap_or(&[])),
        part_name::<K>(index),
    );
    KeyError::malformed(K::ROW, key, what)
}

#[cold]
fn separator_at_end<K: RowKey>(key: &[u8], index: usize) -> KeyError {
    let what = format!(
        "found a separator at the end of the key, expected none, because part `{}` has no value",
        part_name::<K>(index),
    );
    KeyError::malformed(K::ROW, key, what)
}

#[cold]
fn too_long<K: RowKey>(key: &[u8], at: usize) -> KeyError {
    let what = format!(
        "found {} bytes after the last part, expected the end at byte {at}",
        key.len() - at,
    );
    KeyError::malformed(K::ROW, key, what)
}
