//! Encodings and salts in words. Layouts whose bytes differ have different words.

use std::fmt;

use crate::primitive::LengthPrefix;
use crate::printable::{Duration, Offset};
use crate::time::{TimeFormat, TimeKind};

use super::{
    CustomEncoding, Encoding, KeyLayout, ListEncoding, OrderedKind, Pad, PartLayout, Salt, SaltText,
};

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
            Self::Escaped(escape) => write!(f, "UTF-8 with {escape}"),
            Self::Labels { separator } => {
                let separator = char::from(*separator);
                write!(f, "UTF-8, labels in reverse order by {separator:?}")
            }
            Self::LengthPrefixed { length, text } => after_length(f, *length, *text),
            Self::List(list) => list_of(f, list),
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
            Self::Time(format) => time(f, *format),
            Self::TimeOfDay { minutes: true, .. } => f.write_str("minute of the day, big-endian"),
            Self::TimeOfDay { .. } => f.write_str("ms of the day, big-endian"),
            Self::Ordered(kind) => write!(f, "`OrderedBytes`, {kind}"),
            // The order of times is left out: it does not determine the bytes.
            Self::Custom(CustomEncoding { name, width, .. }) => {
                write!(f, "the program's own `{name}`")?;
                width.map_or(Ok(()), |width| write!(f, ", {width} bytes"))
            }
        }
    }
}

fn list_of(f: &mut fmt::Formatter<'_>, list: &ListEncoding) -> fmt::Result {
    let members: Vec<_> = list.members.iter().map(ToString::to_string).collect();
    write!(f, "list of ({})", members.join("; "))?;
    f.write_str(if list.sorted { ", ascending" } else { "" })
}

fn after_length(f: &mut fmt::Formatter<'_>, length: LengthPrefix, text: bool) -> fmt::Result {
    f.write_str(if text { "UTF-8" } else { "bytes" })?;
    f.write_str(match length {
        LengthPrefix::U8 => " after the length in 1 byte",
        LengthPrefix::U16 => " after the length in 2 bytes, big-endian",
        LengthPrefix::VarInt => " after the length as Hadoop's `writeVInt`",
    })
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

fn time(f: &mut fmt::Formatter<'_>, format: TimeFormat) -> fmt::Result {
    let TimeFormat {
        kind,
        newest_first,
        truncate: _,
        offset_s,
        align_ms,
    } = format;
    let (width, bits) = (kind.width(), u32::from(kind.width()) * 8);
    match (kind, newest_first) {
        (TimeKind::Millis, true) => write!(f, "2^63 - 1 - ms since 1970, {bits} bits, big-endian")?,
        (TimeKind::Millis, false) => write!(f, "ms since 1970, {bits} bits, big-endian")?,
        (TimeKind::NegatedMillis, _) => write!(f, "-ms since 1970, {bits} bits, big-endian")?,
        (TimeKind::Seconds, true) => write!(f, "2^31 - 1 - s since 1970, {bits} bits, big-endian")?,
        (TimeKind::Seconds, false) => write!(f, "s since 1970, {bits} bits, big-endian")?,
        (TimeKind::Seconds10, _) => write!(f, "s since 1970 in {width} digits")?,
        _ => match kind.pattern() {
            Some(pattern) => write!(f, "time as `{pattern}`")?,
            None => write!(f, "ms since 1970 in {width} digits")?,
        },
    }
    if align_ms != 0 {
        write!(f, " in steps of {}", Duration(align_ms.into()))?;
    }
    if offset_s != 0 {
        write!(f, " at {}", Offset(offset_s))?;
    }
    match kind {
        TimeKind::Millis | TimeKind::Seconds if newest_first => f.write_str(": newest first"),
        TimeKind::NegatedMillis => f.write_str(": newest first"),
        TimeKind::Millis19 if newest_first => f.write_str(", as 2^63 - 1 - ms: newest first"),
        _ if newest_first => f.write_str(", nines' complement: newest first"),
        _ => Ok(()),
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
        if self.omit_none {
            f.write_str(", or nothing")?;
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
    /// The inputs of the salt, in words.
    ///
    /// ```
    /// use hbase_model::{Encoding, KeyLayout, PartLayout, SaltText};
    /// let text = |name: &'static str, salt| PartLayout {
    ///     salt,
    ///     ..PartLayout::plain(name.into(), Encoding::Text { width: Some(8), pad: None })
    /// };
    /// let parts = vec![
    ///     text("city", Some(SaltText::Whole)),
    ///     text("street", None),
    ///     text("phone", Some(SaltText::Last(4))),
    /// ];
    /// let key = KeyLayout { salt: None, parts: parts.into() };
    /// assert_eq!(key.salt_inputs(), ["city", "the last 4 of phone"]);
    /// ```
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
