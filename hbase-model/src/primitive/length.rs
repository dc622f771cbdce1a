//! Lengths before values that vary in length.

use super::ValueError;
use crate::sink::KeySink;

/// The bytes before text or bytes that state their length.
///
/// ```
/// use hbase_model::primitive::LengthPrefix;
/// let mut key = Vec::new();
/// LengthPrefix::U16.put(300, &mut key)?;
/// assert_eq!(key, [1, 44]);
/// assert_eq!(LengthPrefix::U16.get(&key)?, (300, 2));
/// assert!(LengthPrefix::U8.put(300, &mut key).is_err());
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum LengthPrefix {
    /// One byte.
    U8,
    /// Two bytes, big-endian.
    U16,
    /// As Hadoop's `WritableUtils.writeVInt`: one byte up to 127; otherwise the byte 8F and one more, or the byte 8E and two
    /// more, and so on, big-endian.
    VarInt,
}

/// The first byte of a `VarInt` before `n` more bytes is this number minus `n`.
const MORE: u8 = 0x90;

/// The most bytes of a `VarInt` after its first one.
const MOST: usize = 4;

impl LengthPrefix {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::U8, Self::U16, Self::VarInt];

    /// A number for the kind, for const parameters: 1, 2, or 0.
    pub const fn code(self) -> u8 {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::VarInt => 0,
        }
    }

    /// The kind with this number; numbers that no kind has are a `VarInt`.
    pub const fn of_code(code: u8) -> Self {
        match code {
            1 => Self::U8,
            2 => Self::U16,
            _ => Self::VarInt,
        }
    }

    /// The name in `#[rowkey(length = u16)]`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::VarInt => "varint",
        }
    }

    /// Writes a length.
    ///
    /// # Errors
    /// [`ValueError::TooLong`] if the bytes cannot state this length.
    pub fn put<S: KeySink + ?Sized>(self, length: usize, out: &mut S) -> Result<(), ValueError> {
        let too_long = |width: usize| ValueError::TooLong {
            found: length,
            width,
        };
        match self {
            Self::U8 => out.put_byte(u8::try_from(length).map_err(|_| too_long(0xff))?),
            Self::U16 => {
                let length = u16::try_from(length).map_err(|_| too_long(0xffff))?;
                out.put(&length.to_be_bytes());
            }
            Self::VarInt => {
                let most = i32::MAX.unsigned_abs();
                let length = u32::try_from(length).ok().filter(|length| *length <= most);
                put_varint(length.ok_or_else(|| too_long(most as usize))?, out);
            }
        }
        Ok(())
    }

    /// Reads a length at the start of `bytes`, and the number of bytes that state it.
    ///
    /// # Errors
    /// [`ValueError`] if the bytes are not a length.
    pub fn get(self, bytes: &[u8]) -> Result<(usize, usize), ValueError> {
        let missing = ValueError::Truncated {
            found: bytes.len(),
            expected: "the length of the value",
        };
        match self {
            Self::U8 => Ok((usize::from(*bytes.first().ok_or(missing)?), 1)),
            Self::U16 => match bytes {
                [high, low, ..] => Ok((u16::from_be_bytes([*high, *low]).into(), 2)),
                _ => Err(missing),
            },
            Self::VarInt => get_varint(bytes, missing),
        }
    }

    /// The value after the length, whose bytes must end `bytes`.
    ///
    /// # Errors
    /// [`ValueError`] if another number of bytes follows.
    pub fn value(self, bytes: &[u8]) -> Result<&[u8], ValueError> {
        let (expected, width) = self.get(bytes)?;
        let value = bytes.get(width..).unwrap_or_default();
        if value.len() == expected {
            return Ok(value);
        }
        let found = value.len();
        Err(ValueError::WrongLength { expected, found })
    }

    /// The length of the value at the start of `bytes`, with the bytes that state it.
    ///
    /// # Errors
    /// [`ValueError`] if `bytes` ends before.
    pub fn measure(self, bytes: &[u8]) -> Result<usize, ValueError> {
        let (expected, width) = self.get(bytes)?;
        let found = bytes.len() - width;
        if expected <= found {
            return Ok(width + expected);
        }
        Err(ValueError::WrongLength { expected, found })
    }
}

fn put_varint<S: KeySink + ?Sized>(length: u32, out: &mut S) {
    if let Ok(byte @ ..0x80) = u8::try_from(length) {
        return out.put_byte(byte);
    }
    let bytes = length.to_be_bytes();
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let more = &bytes[zeros..];
    let first = u8::try_from(more.len()).map_or(MORE, |count| MORE - count);
    out.put_byte(first);
    out.put(more);
}

fn get_varint(bytes: &[u8], missing: ValueError) -> Result<(usize, usize), ValueError> {
    let first = *bytes.first().ok_or(missing)?;
    if first < 0x80 {
        return Ok((first.into(), 1));
    }
    let count = usize::from(MORE.wrapping_sub(first));
    if !(1..=MOST).contains(&count) {
        return Err(ValueError::UnexpectedByte {
            at: 0,
            found: first,
            expected: "the first byte of a length, 00 to 7F or 8F to 8C",
        });
    }
    let more = bytes.get(1..=count).ok_or(missing)?;
    let length = more
        .iter()
        .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    let is_shortest = more[0] != 0 && (count > 1 || length >= 0x80);
    let length = i32::try_from(length).ok().filter(|_| is_shortest);
    let length = length.and_then(|length| usize::try_from(length).ok());
    let error = ValueError::NotCanonical {
        expected: "a length as `WritableUtils.writeVInt` writes it",
    };
    Ok((length.ok_or(error)?, count + 1))
}
