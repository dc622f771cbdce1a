//! The layout of a row key as data: what stands where, in which encoding.
//!
//! The macro makes one for every table, from the attributes and from what the part types say of
//! themselves; the interpreter encodes and decodes any key by it, without the struct.

use crate::descriptor::{List, Text};

/// A row key: a salt, if there is one, then the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyLayout {
    /// What stands in front and is computed from the parts.
    pub salt: Option<SaltLayout>,
    /// The parts, in order.
    pub parts: List<PartLayout>,
}

/// A salt and what closes it.
#[derive(Clone, Debug, PartialEq)]
pub struct SaltLayout {
    /// How it is computed.
    pub salt: Salt,
    /// The separator between it and the first part.
    pub separator: Option<Text>,
}

/// How a salt is computed from the parts that are marked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Salt {
    /// `MurmurHash3` (32 bits, seed 0, as `HBase`'s `util.MurmurHash3`) of the marked parts' bytes, joined by the
    /// separator where there is one, unsigned, modulo `count`.
    Buckets {
        /// How many buckets, 2 to 256.
        count: u16,
        /// Zero-padded decimal digits of the width of `count - 1`; otherwise one byte.
        text: bool,
    },
    /// Hex digits of the MD5 of the marked parts' bytes, joined by the separator.
    Md5Hex {
        /// How many digits, 1 to 32.
        digits: u8,
        /// The first digit's position, from 0.
        from: u8,
        /// `A-F` instead of `a-f`.
        upper: bool,
    },
    /// The first bytes of the MD5 of the marked parts' bytes, joined by the separator.
    Md5 {
        /// How many bytes, 1 to 16.
        bytes: u8,
    },
    /// `String.hashCode` of each marked part's text, combined by XOR, unsigned absolute value,
    /// modulo `regions`, zero-padded to `width` digits.
    RegionNumber {
        /// How many regions.
        regions: u32,
        /// The digits.
        width: u8,
    },
    /// `String.hashCode` of the marked parts' texts joined by the separator, unsigned absolute
    /// value, modulo `buckets`, zero-padded to `width` digits.
    JavaHash {
        /// How many buckets.
        buckets: u32,
        /// The digits.
        width: u8,
    },
    /// Any of `count` values: it cannot be computed again.
    Random {
        /// How many values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
    },
    /// The next of `count` values in turn: it cannot be computed again.
    RoundRobin {
        /// How many values, 2 to 256.
        count: u16,
        /// As for `Buckets`.
        text: bool,
    },
}

/// One part of a row key.
#[derive(Clone, Debug, PartialEq)]
pub struct PartLayout {
    /// The field's name.
    pub name: Text,
    /// How the value becomes bytes.
    pub encoding: Encoding,
    /// Descending: digits as nines' complement, everything else with all bits inverted.
    pub desc: bool,
    /// Backwards, character by character.
    pub reverse: bool,
    /// The separator that follows it; none after the last part.
    pub separator: Option<Text>,
    /// What of it feeds the salt, if it does.
    pub salt: Option<SaltText>,
}

/// What of a part feeds a salt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaltText {
    /// The part as it stands in the key.
    Whole,
    /// The first characters of its text.
    First(u16),
    /// The last characters of its text; all of it where it is shorter.
    Last(u16),
    /// A time, formatted: the letters `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS`.
    Format(Text),
}

/// How a value becomes the bytes of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// Big-endian; the sign bit of signed ones is flipped, so that bytes sort as numbers.
    Integer {
        /// Bytes: 1, 2, 4, 8 or 16.
        width: u8,
        /// Whether it has a sign.
        signed: bool,
    },
    /// `Bytes.toBytes`: big-endian two's complement; negative ones sort after positive ones.
    JavaInteger {
        /// Bytes: 1, 2, 4 or 8.
        width: u8,
        /// Whether it has a sign.
        signed: bool,
    },
    /// Decimal digits, zero-padded; no negative numbers.
    Digits {
        /// How many digits.
        width: u8,
        /// The largest value of the type, for decoding.
        max: u128,
    },
    /// Plain decimal digits, no padding, `-` in front of negative ones.
    DecimalText {
        /// The smallest value of the type.
        min: i128,
        /// The largest value of the type.
        max: u128,
    },
    /// UTF-8.
    Text {
        /// Exactly so many bytes.
        width: Option<u16>,
        /// What shorter texts are filled up with.
        pad: Option<Pad>,
    },
    /// Bytes as they are.
    Bytes {
        /// Exactly so many.
        width: Option<u16>,
    },
    /// One byte: 0 or 1.
    Bool,
    /// IEEE 754, big-endian; sign bit flipped, all bits of negative ones: sorts as `total_cmp`.
    Float {
        /// Bytes: 4 or 8.
        width: u8,
    },
    /// A time as milliseconds since 1970: 8 bytes, big-endian, never negative.
    Millis {
        /// `Long.MAX_VALUE - ms`: newest first.
        newest_first: bool,
        /// Finer times are cut off instead of refused.
        truncate: bool,
    },
    /// A time as decimal digits.
    TimeDigits {
        /// 8 = yyyyMMdd, 14 = yyyyMMddHHmmss, 17 = with ms; 13 and 19 = ms since 1970.
        digits: u8,
        /// Newest first: nines' complement; for 19, `Long.MAX_VALUE - ms`.
        newest_first: bool,
        /// Finer times are cut off instead of refused.
        truncate: bool,
        /// Offset from UTC in which the digits are written, in seconds; 0 for 13 and 19.
        offset_s: i32,
    },
    /// A time of day, big-endian: milliseconds in 4 bytes or minutes in 2.
    TimeOfDay {
        /// Minutes in 2 bytes instead of milliseconds in 4.
        minutes: bool,
        /// Finer times are cut off instead of refused.
        truncate: bool,
    },
    /// `HBase`'s `OrderedBytes`.
    Ordered(OrderedKind),
    /// A type's own encoding, which only that type can read.
    Custom {
        /// Its name.
        name: Text,
        /// Its width in bytes, if it is fixed.
        width: Option<u16>,
    },
}

/// The forms of `OrderedBytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are HBase's own")]
pub enum OrderedKind {
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    Numeric,
    String,
    BlobVar,
}

/// What a short text is filled up with, to its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// In front, with this ASCII character.
    Left(u8),
    /// Behind, with this ASCII character.
    Right(u8),
}
