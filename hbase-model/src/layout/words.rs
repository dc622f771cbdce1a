//! Encodings and salts in words. Layouts whose bytes differ have different words.

use std::fmt;

use crate::printable::Offset;

use super::{Encoding, KeyLayout, OrderedKind, Pad, PartLayout, Salt, SaltText};

/// The encoding, with everything that determines the bytes.
///
/// ```
/// use hbase_model::Encoding;
/// let encoding = Encoding::Integer { width: 4, signed: false };
/// assert_eq!(encoding.to_string(), "unsigned 32-bit integer, big-endian");
/// ```
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { width, signed } => {
                integer(f, *width, *signed)?;
                f.write_str(", big-endian")?;
                f.write_str(if *signed { ", sign bit flipped" } else { "" })
            }
            Self::JavaInteger { width, signed } => {
                integer(f, *width, *signed)?;
                f.write_str(" as `Bytes.toBytes`")
            }
            Self::Digits { width, .. } => write!(f, "integer in {width} digits, zero-padded"),
            Self::DecimalText { .. } => f.write_str("integer as decimal text"),
            Self::Text { width, pad } => text(f, *width, *pad),
            Self::Bytes { width: None } => f.write_str("bytes"),
            Self::Bytes { width: Some(width) } => write!(f, "{width} bytes"),
            Self::Bool => f.write_str("boolean, 0 or 1"),
            Self::JavaBool => f.write_str("boolean as `Bytes.toBytes`"),
            Self::JavaFloat { width } => {
                write!(f, "{}-bit float as `Bytes.toBytes`", u32::from(*width) * 8)
            }
            Self::Float { width } => {
                let bits = u32::from(*width) * 8;
                write!(f, "{bits}-bit float, in the order of its values")
            }
            Self::Millis { .. } | Self::TimeDigits { .. } | Self::TimeOfDay { .. } => {
                self.fmt_time(f)
            }
            Self::Ordered(kind) => write!(f, "`OrderedBytes`, {kind}"),
            Self::Custom { name, width } => {
                write!(f, "the program's own `{name}`")?;
                width.map_or(Ok(()), |width| write!(f, ", {width} bytes"))
            }
        }
    }
}

impl Encoding {
    fn fmt_time(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeDigits {
                digits,
                newest_first,
                offset_s,
                ..
            } => time_digits(f, *digits, *newest_first, *offset_s),
            Self::TimeOfDay { minutes: true, .. } => f.write_str("minute of the day, big-endian"),
            Self::TimeOfDay { .. } => f.write_str("ms of the day, big-endian"),
            Self::Millis {
                newest_first: true, ..
            } => f.write_str("2^63 - 1 - ms since 1970, 64 bits, big-endian: newest first"),
            Self::Integer { .. }
            | Self::JavaInteger { .. }
            | Self::Digits { .. }
            | Self::DecimalText { .. }
            | Self::Text { .. }
            | Self::Bytes { .. }
            | Self::Bool
            | Self::Float { .. }
            | Self::JavaBool
            | Self::JavaFloat { .. }
            | Self::Millis { .. }
            | Self::Ordered(_)
            | Self::Custom { .. } => f.write_str("ms since 1970, 64 bits, big-endian"),
        }
    }
}

pub(crate) fn integer(f: &mut fmt::Formatter<'_>, width: u8, signed: bool) -> fmt::Result {
    let sign = if signed { "signed" } else { "unsigned" };
    write!(f, "{sign} {}-bit integer", u32::from(width) * 8)
}

fn text(f: &mut fmt::Formatter<'_>, width: Option<u16>, pad: Option<Pad>) -> fmt::Result {
    f.write_str("UTF-8")?;
    if let Some(width) = width {
        write!(f, " of {width} bytes")?;
    }
    match pad {
        None => Ok(()),
        Some(Pad::Left(byte)) => write!(f, ", padded on the left with {:?}", char::from(byte)),
        Some(Pad::Right(byte)) => write!(f, ", padded on the right with {:?}", char::from(byte)),
    }
}

fn time_digits(
    f: &mut fmt::Formatter<'_>,
    digits: u8,
    newest_first: bool,
    offset_s: i32,
) -> fmt::Result {
    match digits {
        8 => f.write_str("time as `yyyyMMdd`")?,
        14 => f.write_str("time as `yyyyMMddHHmmss`")?,
        17 => f.write_str("time as `yyyyMMddHHmmssSSS`")?,
        _ => write!(f, "ms since 1970 in {digits} digits")?,
    }
    if offset_s != 0 {
        f.write_str(" at ")?;
        write!(f, "{}", Offset(offset_s))?;
    }
    match (newest_first, digits) {
        (false, _) => Ok(()),
        (true, 19) => f.write_str(", as 2^63 - 1 - ms: newest first"),
        (true, _) => f.write_str(", nines' complement: newest first"),
    }
}

/// The type, as in descriptions.
impl fmt::Display for OrderedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Numeric => "numeric",
            Self::String => "string",
            Self::BlobVar => "blob_var",
        })
    }
}

/// The encoding and the order of its bytes.
impl fmt::Display for PartLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.encoding.fmt(f)?;
        if self.reverse {
            f.write_str(", backwards")?;
        }
        if self.desc {
            f.write_str(", descending")?;
        }
        Ok(())
    }
}

/// The selected characters of the part, or the format of its time.
impl fmt::Display for SaltText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("all"),
            Self::First(count) => write!(f, "the first {count}"),
            Self::Last(count) => write!(f, "the last {count}"),
            Self::Format(pattern) => write!(f, "`{pattern}`"),
        }
    }
}

impl KeyLayout {
    /// The inputs of the salt, in words: `the last 4 of phone`.
    pub fn salt_inputs(&self) -> Vec<String> {
        let input = |part: &PartLayout| {
            Some(match part.salt.as_ref()? {
                SaltText::Whole => part.name.to_string(),
                text => format!("{text} of {}", part.name),
            })
        };
        self.parts.iter().filter_map(input).collect()
    }
}

impl Salt {
    /// The algorithm of its value, in words.
    pub const fn algorithm(&self) -> &'static str {
        match self {
            Self::Buckets { .. } => "`MurmurHash3`, modulo",
            Self::Md5Hex { .. } => "digits of the MD5",
            Self::Md5 { .. } => "first bytes of the MD5",
            Self::JavaBytes { .. } => "`Bytes.hashCode`, modulo",
            Self::Crc32 { .. } => "CRC-32, modulo",
            Self::Modulo { .. } => "value, modulo",
            Self::RegionNumber { .. } => "`String.hashCode` of each, by XOR, modulo",
            Self::JavaHash { .. } => "`String.hashCode`, modulo",
            Self::With { .. } => "a function of the program",
            Self::Random { .. } => "drawn at random",
            Self::RoundRobin { .. } => "drawn in turn",
        }
    }
}
