//! Decodes keys into their parts.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use std::marker::PhantomData;

use hbase_model::layout::separator::find;
use hbase_model::layout::width_of;
use hbase_model::time::Period;

use super::coder::KeyReader;
use super::date::{TableDate, check_unit};
use super::error::{KeyError, printable};
use super::marks::Marks;
use super::part::{DecodePart, KeyPart};
use super::part_errors::AboutKey;
use super::row_key::RowKey;
use super::salting;

impl<'k, K: RowKey> KeyReader<'k, K> {
    #[inline(always)]
    pub(crate) fn new(key: &'k [u8]) -> Result<Self, KeyError> {
        if let Some(width) = K::WIDTH
            && key.len() != width
        {
            let what = format_args!("expected {width} bytes");
            return Err(KeyError::malformed(K::ROW, key, what));
        }
        let mut at = 0;
        if const { K::LAYOUT.salt.is_some() }
            && let Some(salt) = &K::LAYOUT.salt
        {
            at = salting::skip::<K>(salt, key)?;
        }
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
        if const { K::LAYOUT.leaves_parts_out() } {
            return self.part_or_none(index);
        }
        let end = self.end_of::<T, E>(index)?;
        let bytes = &self.key[self.at..end];
        let value = match T::decode(bytes) {
            Ok(value) => value,
            Err(source) => return Err(AboutKey::of::<K>().decode(self.key, index, bytes, source)),
        };
        if const { K::LAYOUT.salt.is_some() } {
            self.marks.note(K::LAYOUT, index, self.at, end);
        }
        self.at = end;
        if const { K::LAYOUT.has_separators() } {
            self.skip_separator(index)?;
        }
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
            return Err(AboutKey::of::<K>().separator_at_end(self.key, index));
        }
        let end = if is_left_out {
            self.at
        } else {
            self.end_before_none::<T, E>(index)?
        };
        let bytes = &self.key[self.at..end];
        let value = T::decode(bytes);
        let value =
            value.map_err(|cause| AboutKey::of::<K>().decode(self.key, index, bytes, cause))?;
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
            Some(_) => return Err(AboutKey::of::<K>().no_separator(self.key, index, end)),
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
                    None => {
                        return Err(AboutKey::of::<K>().too_short(self.key, index, self.at, behind));
                    }
                }
            }
            (None, None) => match T::measure(rest) {
                Ok(len) => Some(len),
                Err(source) => {
                    return Err(AboutKey::of::<K>().decode(self.key, index, rest, source));
                }
            },
        };
        match len {
            Some(len) if len <= rest.len() => Ok(self.at + len),
            Some(len) => Err(AboutKey::of::<K>().too_short(self.key, index, self.at, len)),
            None => Err(AboutKey::of::<K>().no_separator(self.key, index, self.at)),
        }
    }

    #[inline(always)]
    fn skip_separator(&mut self, index: usize) -> Result<(), KeyError> {
        let Some(separator) = &K::LAYOUT.parts[index].separator else {
            return Ok(());
        };
        if !self.key[self.at..].starts_with(separator) {
            return Err(AboutKey::of::<K>().no_separator(self.key, index, self.at));
        }
        self.at += separator.len();
        Ok(())
    }

    /// Checks that no bytes follow the last part, and that the salt matches the parts.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<(), KeyError> {
        if self.at != self.key.len() {
            return Err(AboutKey::of::<K>().bytes_after_end(self.key, self.at));
        }
        if self.is_separated {
            return Err(AboutKey::of::<K>().separator_at_end(self.key, K::LAYOUT.parts.len() - 1));
        }
        if const { K::LAYOUT.salt.is_some() }
            && let Some(salt) = &K::LAYOUT.salt
        {
            salting::check::<K>(salt, &self.marks, self.key, self.body)?;
        }
        Ok(())
    }
}
