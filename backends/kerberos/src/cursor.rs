//! Reads numbers and counted bytes of a binary file, and keeps the offset for errors.

use crate::crypto::Secret;

/// Bytes that do not follow a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormatError {
    pub(crate) offset: usize,
    pub(crate) found: String,
    pub(crate) expected: String,
}

pub(crate) type Result<T> = std::result::Result<T, FormatError>;

/// The unread end of a file. All numbers are big-endian.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            offset: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Number of unread bytes.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// An error at the next byte.
    pub(crate) fn error(
        &self,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> FormatError {
        FormatError {
            offset: self.offset,
            found: found.into(),
            expected: expected.into(),
        }
    }

    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8]> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            let found = format!("{} bytes until the end", self.left());
            return Err(self.error(found, format!("{what} of {count} bytes")));
        };
        self.rest = rest;
        self.offset += count;
        Ok(taken)
    }

    /// A cursor over the next bytes, which are skipped here.
    pub(crate) fn part(&mut self, count: usize, what: &str) -> Result<Self> {
        let offset = self.offset;
        let rest = self.take(count, what)?;
        Ok(Self { rest, offset })
    }

    pub(crate) fn u8(&mut self, what: &str) -> Result<u8> {
        Ok(self.array::<1>(what)?[0])
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16> {
        self.array(what).map(u16::from_be_bytes)
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32> {
        self.array(what).map(u32::from_be_bytes)
    }

    pub(crate) fn i32(&mut self, what: &str) -> Result<i32> {
        self.array(what).map(i32::from_be_bytes)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    /// Bytes after their number in 16 bits.
    pub(crate) fn short(&mut self, what: &str) -> Result<&'a [u8]> {
        let count = self.u16(what)?;
        self.take(count.into(), what)
    }

    /// Bytes after their number in 32 bits.
    pub(crate) fn long(&mut self, what: &str) -> Result<&'a [u8]> {
        let count = self.u32(what)?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX), what)
    }

    /// The text of bytes that have just been read.
    pub(crate) fn text(&self, bytes: &[u8], what: &str) -> Result<String> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(FormatError {
                offset: self.offset - bytes.len(),
                found: "bytes that are not UTF-8".to_owned(),
                expected: format!("{what} in UTF-8"),
            }),
        }
    }
}

/// Copies bytes of a key.
pub(crate) fn secret(bytes: &[u8]) -> Secret {
    Secret::new(bytes.to_vec())
}
