//! A salt's bytes.

use std::ops::Deref;

use super::Salt;
use crate::hash::{HexDigits, java_string_hash, md5, murmur3};
use crate::primitive::{Problem, put_digits};
use crate::sink::KeySink;

/// The longest salt: all hex digits of an MD5, or the widest padded number that makes sense.
const MOST: usize = 32;

/// A salt's bytes, on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaltBytes {
    bytes: [u8; MOST],
    len: u8,
}

impl SaltBytes {
    #[inline]
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut salt = Self {
            bytes: [0; MOST],
            len: 0,
        };
        salt.put(bytes);
        salt
    }

    #[inline]
    pub(super) fn number(value: u32, width: u8) -> Result<Self, Problem> {
        let mut salt = Self::new(&[]);
        // A number that has outgrown its padding is written in full, as Java's `%0nd` does.
        let digits = value.checked_ilog10().map_or(1, |log| log as usize + 1);
        put_digits(value, width.max(saturate(digits)), &mut salt)?;
        Ok(salt)
    }
}

impl KeySink for SaltBytes {
    /// Room for the longest salt is all that there is: what is beyond it is dropped.
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let from = usize::from(self.len);
        let count = bytes.len().min(MOST - from);
        self.bytes[from..from + count].copy_from_slice(&bytes[..count]);
        self.len += saturate(count);
    }
}

fn saturate(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

impl Deref for SaltBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl AsRef<[u8]> for SaltBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Salt {
    /// The salt of the marked parts' bytes as they stand in the key, separators between them
    /// included. Where the parts lie side by side, that is a slice of the key.
    ///
    /// A random salt has no value of its own: it takes the first; see [`nth`](Self::nth).
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Md5Hex { digits: 4, from: 0, upper: false };
    /// assert_eq!(&*salt.of(b"10086_LOGIN")?, b"a16c");
    /// # Ok::<(), hbase_model::Problem>(())
    /// ```
    #[inline]
    pub fn of(&self, input: &[u8]) -> Result<SaltBytes, Problem> {
        match self {
            Self::Buckets { count, .. } => self.nth(bucket(input, *count)),
            Self::Md5Hex {
                digits,
                from,
                upper,
            } => {
                let hex = HexDigits::of(&md5(&[input]), *from, *digits, *upper);
                Ok(SaltBytes::new(hex.as_bytes()))
            }
            Self::Md5 { bytes } => Ok(first(&md5(&[input]), *bytes)),
            Self::RegionNumber { .. } | Self::JavaHash { .. } => {
                self.of_hash(java_string_hash(text(input)?))
            }
            Self::Random { .. } | Self::RoundRobin { .. } => self.nth(0),
        }
    }

    /// The salt of a Java hash: its unsigned absolute value, for that of the smallest number is
    /// negative in Java.
    #[inline]
    pub fn of_hash(&self, hash: i32) -> Result<SaltBytes, Problem> {
        let count = self.values().unwrap_or(u32::MAX).max(1);
        self.nth(hash.unsigned_abs() % count)
    }

    /// The value with this number, from 0, in ascending order: what a fan-out goes through, and
    /// what a random salt is picked by. Beyond the last one it starts again.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Buckets { count: 100, text: true };
    /// assert_eq!(&*salt.nth(7)?, b"07");
    /// # Ok::<(), hbase_model::Problem>(())
    /// ```
    #[inline]
    pub fn nth(&self, index: u32) -> Result<SaltBytes, Problem> {
        let index = match self.values() {
            Some(count) => index % count.max(1),
            None => index,
        };
        match self {
            Self::Buckets { text: false, .. }
            | Self::Random { text: false, .. }
            | Self::RoundRobin { text: false, .. } => Ok(SaltBytes::new(&index.to_be_bytes()[3..])),
            Self::Buckets { .. } | Self::Random { .. } | Self::RoundRobin { .. } => {
                SaltBytes::number(index, saturate(self.max_width()))
            }
            Self::RegionNumber { width, .. } | Self::JavaHash { width, .. } => {
                SaltBytes::number(index, *width)
            }
            Self::Md5 { bytes } => Ok(last(index, *bytes)),
            Self::Md5Hex { digits, upper, .. } => {
                let bytes = u128::from(index).to_be_bytes();
                let from = 32_u8.saturating_sub(*digits);
                let hex = HexDigits::of(&bytes, from, *digits, *upper);
                Ok(SaltBytes::new(hex.as_bytes()))
            }
        }
    }
}

#[inline]
fn first(digest: &[u8; 16], bytes: u8) -> SaltBytes {
    SaltBytes::new(&digest[..usize::from(bytes).min(digest.len())])
}

fn last(index: u32, bytes: u8) -> SaltBytes {
    let wide = u128::from(index).to_be_bytes();
    SaltBytes::new(&wide[wide.len().saturating_sub(bytes.into())..])
}

#[inline]
fn bucket(input: &[u8], count: u16) -> u32 {
    murmur3(input).cast_unsigned() % u32::from(count.max(1))
}

#[inline]
fn text(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| Problem::NotUtf8 {
        at: error.valid_up_to(),
    })
}
