//! From the bytes of a key to its parts.

use std::marker::PhantomData;

use super::error::{KeyError, printable};
use super::part::{DecodePart, KeyPart};
use super::row_key::RowKey;
use super::salting::{self, Spans};
use super::writer::part_name;
use crate::codec::CodecError;

/// Hands out a key's parts in order.
#[doc(hidden)]
#[derive(Debug)]
pub struct KeyReader<'k, K> {
    key: &'k [u8],
    at: usize,
    ends: Spans,
    of: PhantomData<fn() -> K>,
}

impl<'k, K: RowKey> KeyReader<'k, K> {
    #[inline]
    pub(crate) fn new(key: &'k [u8]) -> Result<Self, KeyError> {
        let at = match &K::LAYOUT.salt {
            None => 0,
            Some(salt) => salting::skip::<K>(salt, key)?,
        };
        Ok(Self {
            key,
            at,
            ends: Spans::new(),
            of: PhantomData,
        })
    }

    /// Reads the part with this number.
    #[inline]
    pub fn part<T, E>(&mut self, index: usize) -> Result<T, KeyError>
    where
        T: KeyPart<E> + DecodePart<'k, E>,
    {
        let end = self.end_of::<T, E>(index)?;
        let bytes = &self.key[self.at..end];
        let value = T::decode(bytes).map_err(|source| self.decode_error(index, bytes, source))?;
        if K::LAYOUT.salt.is_some() {
            self.ends.push(self.at, end);
        }
        self.at = end;
        self.skip_separator(index)?;
        Ok(value)
    }

    #[inline]
    fn end_of<T: KeyPart<E>, E>(&self, index: usize) -> Result<usize, KeyError> {
        let rest = &self.key[self.at..];
        let separator = K::LAYOUT.parts[index].separator.as_deref();
        let len = match (T::WIDTH, separator) {
            (Some(width), _) => Some(width),
            (None, Some(separator)) => find(rest, separator.as_bytes()),
            (None, None) => {
                Some(T::measure(rest).map_err(|source| self.decode_error(index, rest, source))?)
            }
        };
        match len {
            Some(len) if len <= rest.len() => Ok(self.at + len),
            Some(len) => Err(self.too_short(index, len, rest.len())),
            None => Err(self.no_separator(index)),
        }
    }

    #[inline]
    fn skip_separator(&mut self, index: usize) -> Result<(), KeyError> {
        let Some(separator) = &K::LAYOUT.parts[index].separator else {
            return Ok(());
        };
        if !self.key[self.at..].starts_with(separator.as_bytes()) {
            return Err(self.no_separator(index));
        }
        self.at += separator.len();
        Ok(())
    }

    /// Nothing may follow the last part, and the salt must be that of the parts.
    #[inline]
    pub(crate) fn finish(self) -> Result<(), KeyError> {
        if self.at != self.key.len() {
            let what = format!(
                "found {} bytes after the last part, expected the end at byte {}",
                self.key.len() - self.at,
                self.at
            );
            return Err(KeyError::malformed(K::ROW, self.key, what));
        }
        match &K::LAYOUT.salt {
            None => Ok(()),
            Some(salt) => salting::check::<K>(salt, &self.ends, self.key),
        }
    }

    #[cold]
    fn decode_error(&self, index: usize, bytes: &[u8], source: CodecError) -> KeyError {
        KeyError::Decode {
            row: K::ROW,
            part: part_name::<K>(index),
            key: printable(self.key),
            bytes: printable(bytes),
            source,
        }
    }

    #[cold]
    fn too_short(&self, index: usize, expected: usize, found: usize) -> KeyError {
        let what = format!(
            "found {found} bytes for part `{}` at byte {}, expected {expected}",
            part_name::<K>(index),
            self.at
        );
        KeyError::malformed(K::ROW, self.key, what)
    }

    #[cold]
    fn no_separator(&self, index: usize) -> KeyError {
        let what = format!(
            "found no separator {:?} after part `{}`, expected one from byte {} on",
            K::LAYOUT.parts[index].separator.as_deref().unwrap_or(""),
            part_name::<K>(index),
            self.at
        );
        KeyError::malformed(K::ROW, self.key, what)
    }
}

/// Where `separator` first stands in `bytes`.
pub(crate) fn find(bytes: &[u8], separator: &[u8]) -> Option<usize> {
    match separator {
        [] => None,
        [one] => bytes.iter().position(|byte| byte == one),
        _ => bytes
            .windows(separator.len())
            .position(|window| window == separator),
    }
}
