//! A salt's bytes.

use std::ops::Deref;

use super::Salt;
use crate::hash::{HexDigits, crc32, java_bytes_hash, java_string_hash, murmur3};
use crate::primitive::{ValueError, fill_digits};

/// Maximum width of a salt: all hex digits of an MD5.
const MOST: usize = 32;

/// A salt's bytes, on the stack: a window, so that a hash's bytes are not copied.
#[derive(Clone, Copy, Debug)]
pub struct SaltBytes {
    bytes: [u8; MOST],
    from: u8,
    to: u8,
}

impl SaltBytes {
    #[inline]
    fn byte(byte: u8) -> Self {
        Self {
            bytes: [byte; MOST],
            from: 0,
            to: 1,
        }
    }

    #[inline]
    fn hex(hex: HexDigits) -> Self {
        let (bytes, from, to) = hex.into_window();
        Self { bytes, from, to }
    }

    /// The first `count` of 16 bytes.
    #[inline]
    fn first(all: [u8; 16], count: u8) -> Self {
        let mut bytes = [0; MOST];
        bytes[..16].copy_from_slice(&all);
        Self {
            bytes,
            from: 0,
            to: count.min(16),
        }
    }

    /// The last bytes of a number.
    #[inline]
    fn last(value: u32, count: u8) -> Self {
        let count = usize::from(count).min(MOST);
        let mut bytes = [0; MOST];
        let (from, taken) = (count.saturating_sub(4), count.min(4));
        bytes[from..count].copy_from_slice(&value.to_be_bytes()[4 - taken..]);
        Self {
            bytes,
            from: 0,
            to: saturate(count),
        }
    }

    /// A number that exceeds its padding is written in full, as by Java's `%0nd`.
    #[inline]
    fn number(value: u32, width: u8) -> Self {
        let needed = value.checked_ilog10().map_or(1, |log| log as usize + 1);
        let width = usize::from(width).clamp(needed, MOST);
        let mut bytes = [0; MOST];
        fill_digits(value.into(), &mut bytes[..width]);
        Self {
            bytes,
            from: 0,
            to: saturate(width),
        }
    }
}

fn saturate(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

impl PartialEq for SaltBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SaltBytes {}

impl Deref for SaltBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[usize::from(self.from)..usize::from(self.to)]
    }
}

impl AsRef<[u8]> for SaltBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Salt {
    /// Computes the salt of the marked parts' bytes in the key, separators between them included.
    /// If the parts are adjacent, that is a slice of the key. `Modulo` takes the bytes for an unsigned integer,
    /// big-endian: for integers in other encodings use [`of_parts`](Self::of_parts).
    ///
    /// A salt that is not computed returns its first value; see [`nth`](Self::nth).
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Md5Hex { digits: 4, from: 0, upper: false, joined: None };
    /// assert_eq!(&*salt.of(b"10086_LOGIN")?, b"a16c");
    /// # Ok::<(), hbase_model::ValueError>(())
    /// ```
    #[inline]
    pub fn of(&self, input: &[u8]) -> Result<SaltBytes, ValueError> {
        match self {
            Self::Buckets { count, .. } => Ok(self.value(bucket(input, *count))),
            Self::Md5Hex {
                digits,
                from,
                upper,
                ..
            } => {
                let hex = HexDigits::of(&md5::compute(input).0, *from, *digits, *upper);
                Ok(SaltBytes::hex(hex))
            }
            Self::Md5 { bytes, .. } => Ok(SaltBytes::first(md5::compute(input).0, *bytes)),
            Self::JavaBytes { count, abs, .. } => {
                Ok(self.value(bucket_of_java(input, *count, *abs)))
            }
            Self::Crc32 { count, .. } => Ok(self.value(crc32(input) % u32::from((*count).max(1)))),
            Self::Modulo { count, .. } => Ok(self.value(remainder(input, *count))),
            Self::RegionNumber { .. } | Self::JavaHash { .. } => {
                Ok(self.of_hash(java_string_hash(text(input)?)))
            }
            Self::With {
                function, values, ..
            } => self.of_function(function.call(input), *values),
            Self::Random { .. } | Self::RoundRobin { .. } => Ok(self.nth(0)),
        }
    }

    /// The salt of a function's result.
    fn of_function(&self, result: Option<u32>, values: u32) -> Result<SaltBytes, ValueError> {
        match result {
            Some(found) if found < values => Ok(self.value(found)),
            Some(found) => Err(ValueError::SaltOutOfRange { found, values }),
            None => Err(ValueError::UnknownSaltFunction),
        }
    }

    /// The salt of a Java hash: its unsigned absolute value, since Java's absolute value of the
    /// smallest integer is negative.
    #[inline]
    pub fn of_hash(&self, hash: i32) -> SaltBytes {
        let count = self.values().unwrap_or(u32::MAX).max(1);
        self.value(hash.unsigned_abs() % count)
    }

    /// The value with this index, from 0, in ascending order, for fan-outs and random salts.
    /// Indexes wrap after the last value.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Buckets { count: 100, text: true };
    /// assert_eq!(&*salt.nth(7), b"07");
    /// ```
    #[inline]
    pub fn nth(&self, index: u32) -> SaltBytes {
        match self.values() {
            Some(count) => self.value(index % count.max(1)),
            None => self.value(index),
        }
    }

    /// The value with this index, which is less than their count.
    #[inline]
    fn value(&self, index: u32) -> SaltBytes {
        match self {
            Self::RegionNumber { width, .. }
            | Self::JavaHash { width, .. }
            | Self::With {
                width, text: true, ..
            } => SaltBytes::number(index, *width),
            Self::With { width, .. } => SaltBytes::last(index, *width),
            Self::Md5 { bytes, .. } => {
                let bits = 128 - 8 * u32::from((*bytes).min(16));
                let shifted = u128::from(index).checked_shl(bits).unwrap_or(0);
                SaltBytes::first(shifted.to_be_bytes(), *bytes)
            }
            Self::Md5Hex { digits, upper, .. } => {
                let bytes = u128::from(index).to_be_bytes();
                let from = 32_u8.saturating_sub(*digits);
                SaltBytes::hex(HexDigits::of(&bytes, from, *digits, *upper))
            }
            _ => match self.small() {
                Some((_, true)) => SaltBytes::number(index, saturate(self.max_width())),
                _ => SaltBytes::byte(index.to_be_bytes()[3]),
            },
        }
    }
}

#[inline]
fn bucket(input: &[u8], count: u16) -> u32 {
    murmur3(input).cast_unsigned() % u32::from(count.max(1))
}

/// The big-endian integer modulo `count`.
fn remainder(input: &[u8], count: u16) -> u32 {
    let count = u32::from(count.max(1));
    let step = |rest: u32, byte: &u8| (rest * 256 + u32::from(*byte)) % count;
    input.iter().fold(0, step)
}

/// Java's `abs(hash % count)`, or its `(hash & Integer.MAX_VALUE) % count`.
fn bucket_of_java(input: &[u8], count: u16, abs: bool) -> u32 {
    let (hash, count) = (java_bytes_hash(input), u32::from(count.max(1)));
    if abs {
        return hash.unsigned_abs() % count;
    }
    (hash & i32::MAX).cast_unsigned() % count
}

#[inline]
fn text(bytes: &[u8]) -> Result<&str, ValueError> {
    std::str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 {
        at: error.valid_up_to(),
    })
}
