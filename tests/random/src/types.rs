//! Types of fields that are not in the standard library.

use hbase_schema::key::{CodecError, DecodePart, LeadingPart, RangePart, SelfDelimiting};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
use hbase_schema::row_index::IndexedEntry;
use hbase_schema::{CellValue, KeyPart, Qualifier, Timestamp};
use hbase_schema_random_generator::key::below;
use serde::{Deserialize, Serialize};

/// The function of a salt with 5 values.
pub fn below_5(bytes: &[u8]) -> u32 {
    below(bytes, 5)
}

/// The function of a salt with 300 values.
pub fn below_300(bytes: &[u8]) -> u32 {
    below(bytes, 300)
}

/// An enum whose variants are text codes.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letters {
    /// `AB`.
    #[code = "AB"]
    Ab,
    /// `CD`.
    #[code = "CD"]
    Cd,
    /// `EF`.
    #[code = "EF"]
    Ef,
}

/// An enum whose variants are numbers.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Level {
    /// 1.
    One = 1,
    /// 2.
    Two = 2,
    /// 300.
    Many = 300,
}

/// A newtype of text.
#[derive(KeyPart, CellValue, Debug, Clone, PartialEq, Eq, Hash, PartialOrd)]
pub struct Name(pub String);

/// A newtype of a number.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd)]
pub struct UserId(pub u64);

/// A newtype of a signed number.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd)]
pub struct Delta(pub i32);

/// A newtype of a time.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd)]
pub struct Moment(pub Timestamp);

/// A generic newtype.
#[derive(KeyPart, CellValue, Debug, Clone, PartialEq, Eq, Hash, PartialOrd)]
pub struct Tagged<T>(pub T);

/// An alias of text.
pub type Words = String;

/// An alias of a number.
pub type Count = u32;

/// An alias of a time.
pub type When = Timestamp;

/// An alias of an `Option`.
pub type MaybeText = Option<String>;

/// An alias of an `Option` of a number.
pub type MaybeCount = Option<u32>;

/// A newtype of an `Option`.
#[derive(CellValue, Debug, Clone, PartialEq)]
pub struct Perhaps(pub Option<String>);

/// The name of a dynamic column, which consists of two parts.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[qualifier(separator = "-")]
pub struct Entry {
    /// Its time.
    #[qualifier(fixed = 14)]
    pub at: Timestamp,
    /// Its number.
    #[qualifier(text)]
    pub number: u32,
}

/// The marker of a custom encoding: four hex digits.
#[derive(Debug)]
pub enum Hex {}

/// A 16-bit number that is encoded as four hex digits.
#[derive(Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hexed(pub u16);

impl hbase_schema::key::KeyPart<Hex> for Hexed {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("hex").with_width(4));
    const WIDTH: Option<usize> = Some(4);

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(format!("{:04x}", self.0).as_bytes());
        Ok(())
    }
}

impl DecodePart<'_, Hex> for Hexed {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let text = str::from_utf8(bytes).map_err(CodecError::new)?;
        u16::from_str_radix(text, 16)
            .map(Self)
            .map_err(CodecError::new)
    }
}

impl SelfDelimiting<Hex> for Hexed {}
impl LeadingPart<Hex> for Hexed {}
impl RangePart<Hex> for Hexed {}

/// An entry whose codec is JSON.
#[derive(IndexedEntry, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[entry(json)]
pub struct Letter {
    /// A text.
    #[index(tag = b'F')]
    pub sender: String,
    /// A signed number.
    #[index(tag = 2)]
    pub size: i64,
    /// A number in its native encoding.
    #[index(tag = 0, native)]
    pub sent: u32,
    /// A number in a custom encoding.
    #[index(tag = 254, encoding = Hex)]
    pub code: Hexed,
}

/// An entry with a codec of its own.
#[derive(IndexedEntry, Debug, Clone, PartialEq)]
#[entry(with = memos)]
pub struct Memo {
    /// A text.
    #[index(tag = 1)]
    pub sender: String,
    /// A signed number.
    #[index(tag = 3)]
    pub size: i64,
    /// A number in its native encoding.
    #[index(tag = b'N', native)]
    pub sent: u32,
    /// A number in a custom encoding.
    #[index(tag = 5, encoding = Hex)]
    pub code: Hexed,
}

/// The codec of [`Memo`]: its fields with `|` between them.
pub mod memos {
    use super::{Hexed, Memo};

    /// Writes the fields.
    pub fn encode(memo: &Memo, out: &mut Vec<u8>) -> Result<(), String> {
        let Memo {
            sender,
            size,
            sent,
            code,
        } = memo;
        out.extend_from_slice(format!("{sender}|{size}|{sent}|{}", code.0).as_bytes());
        Ok(())
    }

    /// Reads the fields.
    pub fn decode(bytes: &[u8]) -> Result<Memo, String> {
        let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let fields: Vec<&str> = text.split('|').collect();
        let [sender, size, sent, code] = fields[..] else {
            return Err("expected four fields".to_owned());
        };
        let number = |error: std::num::ParseIntError| error.to_string();
        Ok(Memo {
            sender: sender.to_owned(),
            size: size.parse().map_err(number)?,
            sent: sent.parse().map_err(number)?,
            code: Hexed(code.parse().map_err(number)?),
        })
    }
}

/// A cell codec: it writes a number as hex digits.
pub mod hexed {
    /// Writes the digits.
    pub fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), String> {
        out.extend_from_slice(format!("{value:x}").as_bytes());
        Ok(())
    }

    /// Reads the digits.
    pub fn decode(bytes: &[u8]) -> Result<u32, String> {
        let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
        u32::from_str_radix(text, 16).map_err(|error| error.to_string())
    }
}
