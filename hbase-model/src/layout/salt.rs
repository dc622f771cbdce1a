//! The salt: a prefix of the key that is computed from its parts, random, or round-robin.
//!
//! A computed salt depends on the encoded key (the bytes of the marked parts), so that any reader
//! of a key can check it, with or without the struct. Buckets use `MurmurHash3`: it is specified,
//! it spreads short keys, and Java has it.

use super::{SaltFunction, length_of};
use crate::cow::{Bytes, Text};

/// A salt and its separator.
#[derive(Clone, Debug, PartialEq)]
pub struct SaltLayout {
    /// How it is computed.
    pub salt: Salt,
    /// The separator between it and the first part.
    pub separator: Option<Bytes>,
}

/// The algorithm that computes a salt from the marked parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum Salt {
    /// `MurmurHash3` (32 bits, seed 0, as `HBase`'s `util.MurmurHash3`) of the marked parts' bytes, joined by the
    /// separator where there is one, unsigned, modulo `count`.
    Buckets {
        /// The number of buckets, 2 to 256.
        count: u16,
        /// Zero-padded decimal digits of the width of `count - 1`; otherwise one byte.
        text: bool,
    },
    /// Hex digits of the MD5 of the marked parts' bytes, joined by the separator.
    Md5Hex {
        /// The number of digits, 1 to 32.
        digits: u8,
        /// The first digit's offset, from 0.
        from: u8,
        /// `A-F` instead of `a-f`.
        upper: bool,
        /// The text between the marked parts, instead of their separators.
        #[cfg_attr(
            feature = "json",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        joined: Option<Text>,
    },
    /// The first bytes of the MD5 of the marked parts' bytes, joined by the separator.
    Md5 {
        /// The number of bytes, 1 to 16.
        bytes: u8,
        /// As for `Md5Hex`.
        #[cfg_attr(
            feature = "json",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        joined: Option<Text>,
    },
    /// `HBase`'s `Bytes.hashCode` of the marked parts' bytes, joined by the separator, modulo `count`: the salts of
    /// Pinpoint, and with `abs` of Phoenix and `OpenTSDB`.
    JavaBytes {
        /// The number of values, 2 to 256.
        count: u16,
        /// The absolute value of the hash's remainder, instead of the remainder of the hash without its sign bit.
        abs: bool,
        /// As for `Buckets`.
        text: bool,
        /// As for `Md5Hex`.
        #[cfg_attr(
            feature = "json",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        joined: Option<Text>,
    },
    /// CRC-32 (`java.util.zip.CRC32`) of the marked parts' bytes, joined by the separator, modulo `count`.
    Crc32 {
        /// The number of values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
        /// As for `Md5Hex`.
        #[cfg_attr(
            feature = "json",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        joined: Option<Text>,
    },
    /// The value of the one marked part, an integer, modulo `count`; as Java's `floorMod`, never negative.
    Modulo {
        /// The number of values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
    },
    /// `String.hashCode` of each marked part's text, combined by XOR, unsigned absolute value,
    /// modulo `regions`, zero-padded to `width` digits.
    RegionNumber {
        /// The number of regions.
        regions: u32,
        /// The padded width; a number with more digits is written in full.
        width: u8,
    },
    /// `String.hashCode` of the marked parts' texts joined by the separator, unsigned absolute
    /// value, modulo `buckets`, zero-padded to `width` digits.
    JavaHash {
        /// The number of buckets.
        buckets: u32,
        /// The padded width; a number with more digits is written in full.
        width: u8,
    },
    /// A number that a function of the program computes from the marked parts' bytes, joined by the separator.
    With {
        /// The function.
        function: SaltFunction,
        /// The width of every value: bytes, big-endian, or zero-padded decimal digits.
        width: u8,
        /// The number of values, from 0: the function returns less than this.
        values: u32,
        /// Decimal digits; otherwise bytes.
        text: bool,
        /// As for `Md5Hex`.
        #[cfg_attr(
            feature = "json",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        joined: Option<Text>,
    },
    /// A random one of `count` values, which cannot be recomputed.
    Random {
        /// The number of values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
    },
    /// The next of `count` values in turn, which cannot be recomputed.
    RoundRobin {
        /// The number of values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
    },
}

/// The input of a part to the salt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaltText {
    /// The part as encoded in the key.
    Whole,
    /// The first characters of its text, or all if it is shorter.
    First(u16),
    /// The last characters of its text, or all if it is shorter.
    Last(u16),
    /// A formatted time, with the letters `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS`.
    Format(Text),
}

impl SaltLayout {
    /// The width of the salt with its separator, in bytes; `None` if it varies.
    pub const fn width(&self) -> Option<usize> {
        match self.salt.width() {
            Some(width) => Some(width + length_of(self.separator.as_ref())),
            None => None,
        }
    }
}

/// The salts that are one byte, or digits of a fixed width.
macro_rules! small {
    ($count:ident, $text:ident) => {
        Self::Buckets {
            count: $count,
            text: $text,
        } | Self::JavaBytes {
            count: $count,
            text: $text,
            ..
        } | Self::Crc32 {
            count: $count,
            text: $text,
            ..
        } | Self::Modulo {
            count: $count,
            text: $text,
        } | Self::Random {
            count: $count,
            text: $text,
        } | Self::RoundRobin {
            count: $count,
            text: $text,
        }
    };
}

impl Salt {
    /// The width of every value, in bytes; `None` only for a number that is padded to fewer digits
    /// than its largest value has.
    pub const fn width(&self) -> Option<usize> {
        let (smallest, largest) = (self.min_width(), self.max_width());
        if smallest == largest {
            Some(smallest)
        } else {
            None
        }
    }

    /// The width to which its numbers are padded; `None` for other salts. A number with more digits
    /// is written in full.
    pub const fn number_width(&self) -> Option<usize> {
        match self {
            Self::RegionNumber { width, .. }
            | Self::JavaHash { width, .. }
            | Self::With {
                width, text: true, ..
            } => Some(*width as usize),
            _ => match self.small() {
                Some((_, true)) => Some(self.min_width()),
                _ => None,
            },
        }
    }

    /// The width of the longest value, in bytes.
    pub const fn max_width(&self) -> usize {
        match self {
            Self::RegionNumber { regions, width } => wider(*width, digits_of(*regions)),
            Self::JavaHash { buckets, width } => wider(*width, digits_of(*buckets)),
            _ => self.min_width(),
        }
    }

    const fn min_width(&self) -> usize {
        match self {
            Self::Md5Hex { digits, .. } => *digits as usize,
            Self::Md5 { bytes, .. } => *bytes as usize,
            Self::RegionNumber { width, .. }
            | Self::JavaHash { width, .. }
            | Self::With { width, .. } => *width as usize,
            _ => match self.small() {
                Some((count, true)) => digits_of(count as u32),
                _ => 1,
            },
        }
    }

    /// The number of values; `None` for 2^32 and more.
    pub const fn values(&self) -> Option<u32> {
        match self {
            Self::Md5Hex { digits, .. } => 16_u32.checked_pow(*digits as u32),
            Self::Md5 { bytes, .. } => 256_u32.checked_pow(*bytes as u32),
            Self::RegionNumber { regions, .. } => Some(*regions),
            Self::JavaHash { buckets, .. } => Some(*buckets),
            Self::With { values, .. } => Some(*values),
            _ => match self.small() {
                Some((count, _)) => Some(count as u32),
                None => None,
            },
        }
    }

    /// Whether the values are text.
    pub const fn is_text(&self) -> bool {
        match self {
            Self::Md5 { .. } => false,
            Self::With { text, .. } => *text,
            Self::Md5Hex { .. } | Self::RegionNumber { .. } | Self::JavaHash { .. } => true,
            _ => matches!(self.small(), Some((_, true))),
        }
    }

    /// The number of values of a salt that is one byte, or digits of a fixed width; and whether it is digits.
    #[inline]
    pub(super) const fn small(&self) -> Option<(u16, bool)> {
        match self {
            small!(count, text) => Some((*count, *text)),
            _ => None,
        }
    }

    /// The salt with another number of values; `None` unless it is computed, and is one byte or digits of a fixed width.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Modulo { count: 16, text: false };
    /// assert_eq!(salt.with_count(8), Some(Salt::Modulo { count: 8, text: false }));
    /// assert_eq!(Salt::Md5 { bytes: 2, joined: None }.with_count(8), None);
    /// ```
    #[must_use]
    pub fn with_count(mut self, count: u16) -> Option<Self> {
        let is_computed = self.is_computed();
        let (values, _) = self.small_mut().filter(|_| is_computed)?;
        *values = count;
        Some(self)
    }

    /// The salt with its values written as digits or, if `text` is `false`, as bytes. Hashes in hex or of texts are unchanged.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// let salt = Salt::Modulo { count: 16, text: false };
    /// assert_eq!(salt.with_text(true), Salt::Modulo { count: 16, text: true });
    /// ```
    #[must_use]
    pub fn with_text(mut self, text: bool) -> Self {
        match &mut self {
            Self::With { text: is_text, .. } => *is_text = text,
            other => {
                if let Some((_, is_text)) = other.small_mut() {
                    *is_text = text;
                }
            }
        }
        self
    }

    /// As [`small`](Self::small).
    const fn small_mut(&mut self) -> Option<(&mut u16, &mut bool)> {
        match self {
            small!(count, text) => Some((count, text)),
            _ => None,
        }
    }

    /// Whether every value fits the width of a salt `With`; `true` for other salts.
    pub fn fits_width(&self) -> bool {
        match self {
            Self::With {
                width,
                values,
                text,
                ..
            } => {
                let base: u32 = if *text { 10 } else { 256 };
                let room = base.checked_pow((*width).into());
                room.is_none_or(|room| *values <= room)
            }
            _ => true,
        }
    }

    /// The text between the marked parts whose bytes feed the salt; `None` for their separators.
    #[inline]
    pub fn joined(&self) -> Option<&str> {
        match self {
            Self::Md5Hex { joined, .. }
            | Self::Md5 { joined, .. }
            | Self::JavaBytes { joined, .. }
            | Self::Crc32 { joined, .. }
            | Self::With { joined, .. } => joined.as_deref(),
            _ => None,
        }
    }

    /// Whether the salt is computed from the parts, so that a key's salt can be checked and
    /// recomputed.
    pub const fn is_computed(&self) -> bool {
        !matches!(self, Self::Random { .. } | Self::RoundRobin { .. })
    }

    /// Whether this program can compute the salt. It can compute each salt that [is computed](Self::is_computed), except one by a
    /// function that is known by its path only, as in a description.
    pub const fn can_be_computed(&self) -> bool {
        match self {
            Self::With { function, .. } => function.is_known(),
            _ => self.is_computed(),
        }
    }
}

const fn wider(width: u8, digits: usize) -> usize {
    if width as usize > digits {
        width as usize
    } else {
        digits
    }
}

/// The digits of the largest of `count` numbers from 0.
pub(super) const fn digits_of(count: u32) -> usize {
    match count.saturating_sub(1).checked_ilog10() {
        Some(log) => log as usize + 1,
        None => 1,
    }
}
