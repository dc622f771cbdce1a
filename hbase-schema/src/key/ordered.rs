//! `ordered`: the key parts that `HBase`'s `OrderedBytes` encodes.
//!
//! Every encoding is self-delimiting, and all but that of bytes sort as their values do. Descending
//! order inverts every bit, as `Desc` does to all bytes but digits: one encoder serves both orders.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use hbase_model::layout::OrderedKind;
use hbase_model::ordered_bytes::{self, Order};
use hbase_model::{Encoding, KeySink};

use super::encoding::{Native, Ordered};
use super::options::OrderedPart;
use super::part::{DecodePart, DescPart, LeadingPart, RangePart, SelfDelimiting, properties};
use crate::codec::CodecError;
use crate::type_lists::{each_bytes, each_text};
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
use {
    super::part::SaltPart, crate::decimals, hbase_model::Decimal,
    hbase_model::ordered_bytes::Numeric,
};

const ORDER: Order = Order::Ascending;

/// The only `OrderedBytes` encoding of a type.
macro_rules! ordered {
    ([$($g:tt)*] $type:ty, $kind:ident, |$value:ident, $out:ident| $put:expr) => {
        impl<$($g)*> OrderedPart for $type {
            const ENCODING: Encoding = Encoding::Ordered(OrderedKind::$kind);
            const ORDERED_WIDTH: Option<usize> = OrderedKind::$kind.width();

            #[inline]
            fn encode_ordered<S: KeySink>(&self, $out: &mut S) -> Result<(), CodecError> {
                let $value = self;
                $put
            }

            fn measure_ordered(bytes: &[u8]) -> Result<usize, CodecError> {
                Ok(ordered_bytes::length(bytes, ORDER)?)
            }
        }

        properties!([$($g)*] $type: SelfDelimiting<Ordered> LeadingPart<Ordered> DescPart<Ordered>;);
    };
}

macro_rules! number {
    ($($type:ident, $kind:ident, $put:ident, $get:expr;)*) => {$(
        ordered!([] $type, $kind, |value, out| {
            ordered_bytes::$put(*value, ORDER, out);
            Ok(())
        });

        properties!([] $type: RangePart<Ordered>;);

        impl DecodePart<'_, Ordered> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok($get(bytes, ORDER)?)
            }
        }
    )*};
}

number! {
    i8, Int8, put_int, ordered_bytes::get_int::<i8>;
    i16, Int16, put_int, ordered_bytes::get_int::<i16>;
    i32, Int32, put_int, ordered_bytes::get_int::<i32>;
    i64, Int64, put_int, ordered_bytes::get_int::<i64>;
    f32, Float32, put_float32, ordered_bytes::get_float32;
    f64, Float64, put_float64, ordered_bytes::get_float64;
}

macro_rules! text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        ordered!([$($g)*] $type, String, |value, out| {
            Ok(ordered_bytes::put_string(value, ORDER, out)?)
        });

        properties!([$($g)*] $type: RangePart<Ordered>;);
    )*};
}

each_text!(text);

macro_rules! decode_text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodePart<'k, Ordered> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                Ok(ordered_bytes::get_string(bytes, ORDER)?.into())
            }
        }
    )*};
}

decode_text! {
    ['k] String;
    ['k] Box<str>;
    ['k] Arc<str>;
    ['k] Rc<str>;
    ['k: 'a, 'a] Cow<'a, str>;
}

impl<'k: 'a, 'a> DecodePart<'k, Ordered> for &'a str {
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        match ordered_bytes::get_string(bytes, ORDER)? {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(CodecError::new("expected text that can be borrowed")),
        }
    }
}

// Bytes have no ranges: seven bits at a time, [0xff] is 37 ff 40 and sorts before [0xfe, 0x00], which
// is 37 ff 80 00.
macro_rules! bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        ordered!([$($g)*] $type, BlobVar, |value, out| {
            ordered_bytes::put_blob_var(value, ORDER, out);
            Ok(())
        });
    )*};
}

each_bytes!(bytes);
bytes!([const N: usize] [u8; N];);

// Each encoded byte contains seven bits, so no value can borrow.
macro_rules! decode_bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodePart<'_, Ordered> for $type {
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok(ordered_bytes::get_blob_var(bytes, ORDER)?.into())
            }
        }
    )*};
}

decode_bytes! {
    [] Vec<u8>;
    ['a] Cow<'a, [u8]>;
    [] Box<[u8]>;
}

impl<const N: usize> DecodePart<'_, Ordered> for [u8; N] {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let bytes = ordered_bytes::get_blob_var(bytes, ORDER)?;
        <Self as DecodePart<'_, Native>>::decode(&bytes)
    }
}

/// Decimals of other crates have this encoding only.
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
macro_rules! decimal {
    ($type:ty, $to:path, $from:path) => {
        ordered!([] $type, Numeric, |value, out| {
            let value = Numeric::Finite($to(value)?);
            Ok(ordered_bytes::put_numeric(value, ORDER, out)?)
        });

        impl DecodePart<'_, Ordered> for $type {
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                $from(finite(ordered_bytes::get_numeric(bytes, ORDER)?)?)
            }
        }

        properties!([] $type: RangePart<Ordered> SaltPart;);
    };
}

#[cfg(feature = "rust_decimal")]
decimal!(
    rust_decimal::Decimal,
    decimals::from_rust_decimal,
    decimals::to_rust_decimal
);

#[cfg(feature = "bigdecimal")]
decimal!(
    bigdecimal::BigDecimal,
    decimals::from_bigdecimal,
    decimals::to_bigdecimal
);

#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
fn finite(value: Numeric) -> Result<Decimal, CodecError> {
    match value {
        Numeric::Finite(value) => Ok(value),
        other => Err(CodecError::new(format_args!(
            "found {other}, expected a finite number"
        ))),
    }
}
