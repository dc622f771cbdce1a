//! Cells of text: numbers as decimal digits, times as ISO 8601.

use std::fmt;

use super::codec::{
    CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec, Text, cell,
};
use super::native::utf8;
use crate::codec::CodecError;
use crate::time::{TimeOfDay, Timestamp};
use crate::type_lists::{each_text, each_text_from};

fn put(out: &mut Vec<u8>, text: fmt::Arguments<'_>) -> Result<bool, CodecError> {
    use std::io::Write;
    out.write_fmt(text).map_err(CodecError::new)?;
    Ok(true)
}

/// The facts of a type as text, which is never empty, from the facts of its bytes.
const fn as_text(format: CellFormat, native: CellFacts) -> CellFacts {
    CellFacts::new(format, native.logical_type)
}

/// Implements text cells for types with a format and a parser.
macro_rules! parsed {
    ($form:ident, $format:literal, $expected:literal: $($type:ty),*) => {$(
        impl EncodeCell<Text> for $type {
            /// The logical type does not depend on the codec.
            const FACTS: CellFacts =
                as_text(CellFormat::$form, <Self as EncodeCell<NativeCodec>>::FACTS);

            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                put(out, format_args!($format, self))
            }
        }

        impl DecodeCell<'_, Text> for $type {
            fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
                utf8(bytes)?.parse().map_err(|error| {
                    CodecError::new(format_args!(
                        concat!("{}, expected ", $expected, " that ", stringify!($type), " can hold"),
                        error
                    ))
                })
            }
        }
    )*};
}

parsed!(DecimalText, "{}", "a decimal number": u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64);

#[cfg(feature = "rust_decimal")]
parsed!(DecimalText, "{}", "a decimal number": rust_decimal::Decimal);

#[cfg(feature = "bigdecimal")]
parsed!(DecimalText, "{}", "a decimal number": bigdecimal::BigDecimal);

#[cfg(feature = "uuid")]
parsed!(Text, "{}", "a UUID": uuid::Uuid);

// `Debug` is ISO 8601 here; `Display` has a space between date and time.
#[cfg(feature = "chrono")]
parsed!(
    Text, "{:?}", "ISO 8601":
    chrono::DateTime<chrono::Utc>, chrono::NaiveDateTime, chrono::NaiveDate, chrono::NaiveTime
);

#[cfg(feature = "jiff")]
parsed!(
    Text, "{}", "ISO 8601":
    jiff::Timestamp, jiff::civil::DateTime, jiff::civil::Date, jiff::civil::Time
);

cell! {
    Text, Timestamp, as_text(CellFormat::Text, <Self as EncodeCell<NativeCodec>>::FACTS),
    |time, out| {
        hbase_model::time::Civil::from_ms(time.as_millis())?;
        put(out, format_args!("{time}"))?
    },
    |bytes| {
        let millis = hbase_model::time::parse_time(utf8(bytes)?, 0);
        millis.map(Self::from_millis).ok_or_else(|| {
            CodecError::new("expected a time such as 2015-12-26T12:24:00.000Z, to the millisecond")
        })
    }
}

cell! {
    Text, TimeOfDay, as_text(CellFormat::Text, <Self as EncodeCell<NativeCodec>>::FACTS),
    |time, out| put(out, format_args!("{time}"))?,
    |bytes| {
        let millis = hbase_model::time::parse_time_of_day(utf8(bytes)?);
        millis
            .and_then(Self::from_millis)
            .ok_or_else(|| CodecError::new("expected a time of day such as 12:24:00.000"))
    }
}

cell! {
    Text, bool, as_text(CellFormat::Text, <Self as EncodeCell<NativeCodec>>::FACTS),
    |value, out| out.extend_from_slice(if *value { b"true" } else { b"false" }),
    |bytes| match bytes {
        b"true" => Ok(true),
        b"false" => Ok(false),
        _ => Err(CodecError::new("expected `true` or `false`")),
    }
}

/// Text is encoded the same by either codec.
macro_rules! encode_text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> EncodeCell<Text> for $type {
            const FACTS: CellFacts = CellFacts::new(CellFormat::Text, LogicalType::Text);

            #[inline]
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                EncodeCell::<NativeCodec>::encode_cell(self, out)
            }
        }
    )*};
}

each_text!(encode_text);

macro_rules! decode_text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodeCell<'r, Text> for $type {
            #[inline]
            fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
                <Self as DecodeCell<'r, NativeCodec>>::decode_cell(bytes)
            }
        }
    )*};
}

each_text_from!('r, decode_text);
