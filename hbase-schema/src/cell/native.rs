//! Cells in the encodings of Java's `Bytes`.

use std::convert::identity;

use hbase_model::ValueError;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec, cell};
use crate::codec::CodecError;
use crate::time::{TimeOfDay, Timestamp};
use crate::type_lists::{each_bytes, each_bytes_from, each_text, each_text_from};

macro_rules! number {
    ($($type:ident: $variant:ident { $($member:ident: $value:expr),* };)*) => {$(
        impl EncodeCell<NativeCodec> for $type {
            const FACTS: CellFacts = CellFacts::new(
                CellFormat::$variant { $($member: $value),* },
                LogicalType::$variant { $($member: $value),* },
            );

            #[inline]
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                out.extend_from_slice(&self.to_be_bytes());
                Ok(true)
            }
        }

        impl DecodeCell<'_, NativeCodec> for $type {
            #[inline]
            fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok($type::from_be_bytes(array(bytes)?))
            }
        }
    )*};
}

number! {
    u8: Integer { width: 1, signed: false };
    u16: Integer { width: 2, signed: false };
    u32: Integer { width: 4, signed: false };
    u64: Integer { width: 8, signed: false };
    u128: Integer { width: 16, signed: false };
    i8: Integer { width: 1, signed: true };
    i16: Integer { width: 2, signed: true };
    i32: Integer { width: 4, signed: true };
    i64: Integer { width: 8, signed: true };
    i128: Integer { width: 16, signed: true };
    f32: Float { width: 4 };
    f64: Float { width: 8 };
}

#[inline]
pub(super) fn array<const N: usize>(bytes: &[u8]) -> Result<[u8; N], ValueError> {
    bytes.try_into().map_err(|_| ValueError::WrongLength {
        expected: N,
        found: bytes.len(),
    })
}

// Like `Bytes.toBytes(boolean)`, true is -1. Like `Bytes.toBoolean`, any byte but 0 is true.
cell! {
    NativeCodec, bool, CellFacts::new(CellFormat::Bool, LogicalType::Bool),
    |value, out| out.push(if *value { 0xff } else { 0 }),
    |bytes| {
        let [byte] = array(bytes)?;
        Ok(byte != 0)
    }
}

cell! {
    NativeCodec, Timestamp,
    CellFacts::new(CellFormat::Integer { width: 8, signed: true }, LogicalType::Timestamp),
    |time, out| EncodeCell::<NativeCodec>::encode_cell(&time.as_millis(), out)?,
    |bytes| <i64 as DecodeCell<'_, NativeCodec>>::decode_cell(bytes).map(Self::from_millis)
}

// Milliseconds since midnight, as `Bytes.toBytes(int)`. A day has fewer than 2^31 milliseconds: the sign bit stays 0.
cell! {
    NativeCodec, TimeOfDay,
    CellFacts::new(CellFormat::Integer { width: 4, signed: true }, LogicalType::TimeOfDay),
    |time, out| EncodeCell::<NativeCodec>::encode_cell(&time.as_millis(), out)?,
    |bytes| {
        let millis = <u32 as DecodeCell<'_, NativeCodec>>::decode_cell(bytes)?;
        let expected = "a day, in milliseconds,";
        let error = || ValueError::OutOfRange { expected }.into();
        Self::from_millis(millis).ok_or_else(error)
    }
}

#[inline]
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, CodecError> {
    std::str::from_utf8(bytes).map_err(|error| {
        ValueError::NotUtf8 {
            at: error.valid_up_to(),
        }
        .into()
    })
}

macro_rules! encode_bytes {
    ($format:ident, $bytes:path; $([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> EncodeCell<NativeCodec> for $type {
            const FACTS: CellFacts = CellFacts::new(CellFormat::$format, LogicalType::$format);

            #[inline]
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                out.extend_from_slice($bytes(self));
                Ok(true)
            }
        }
    )*};
}

each_text!(encode_bytes, Text, str::as_bytes;);
each_bytes!(encode_bytes, Bytes, identity::<&[u8]>;);

cell! {
    NativeCodec, [u8; N], CellFacts::new(CellFormat::Bytes, fixed_bytes(N)),
    |bytes, out| out.extend_from_slice(bytes),
    |bytes| Ok(array(bytes)?),
    for [const N: usize]
}

/// Bytes of a fixed width; unknown if no cell can be that wide.
const fn fixed_bytes(width: usize) -> LogicalType {
    if width > u32::MAX as usize {
        return LogicalType::Unknown;
    }
    #[allow(clippy::cast_possible_truncation, reason = "it fits")]
    let width = width as u32;
    LogicalType::FixedBytes { width }
}

macro_rules! decode_text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodeCell<'r, NativeCodec> for $type {
            #[inline]
            fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
                Ok(utf8(bytes)?.into())
            }
        }
    )*};
}

each_text_from!('r, decode_text);

macro_rules! decode_bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodeCell<'r, NativeCodec> for $type {
            #[inline]
            fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
                Ok(bytes.into())
            }
        }
    )*};
}

each_bytes_from!('r, decode_bytes);
