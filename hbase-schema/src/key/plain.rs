//! Bytes, booleans, floats and UUIDs in row keys.

use hbase_backend::scan::prefix_successor;
use hbase_model::primitive::{
    get_bool, get_f32, get_f64, get_java_bool, get_java_f32, get_java_f64, put_bool, put_f32,
    put_f64, put_java_bool, put_java_f32, put_java_f64,
};
use hbase_model::{Encoding, KeySink, ValueError};

use super::encoding::{Fixed, Java, Native};
use super::options::{FixedPart, JavaPart, NativePart};
use super::part::{
    BoundAt, DecodePart, DescPart, LeadingPart, RangePart, SaltPart, SelfDelimiting,
    TerminatedDescPart, properties,
};
use crate::codec::CodecError;
use crate::type_lists::{each_bytes, each_bytes_from};

macro_rules! bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> NativePart for $type {
            const ENCODING: Encoding = Encoding::Bytes { width: None };
            const WIDTH: Option<usize> = None;

            #[inline]
            fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                out.put(self);
                Ok(())
            }
        }

        impl<$($g)* const W: u16> FixedPart<W> for $type {
            const ENCODING: Encoding = Encoding::Bytes { width: Some(W) };

            #[inline]
            fn encode_fixed<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                exactly(self, W.into())?;
                out.put(self);
                Ok(())
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($g)* const W: u16> RangePart<Fixed<W>> for $type {
            #[inline]
            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                Ok(bound(self, W.into(), out))
            }
        }

        properties! {
            [$($g)*] $type: RangePart<Native> LeadingPart<Native> TerminatedDescPart<Native>;
            [$($g)* const W: u16] $type: SelfDelimiting<Fixed<W>> LeadingPart<Fixed<W>>
                DescPart<Fixed<W>>;
        }
    )*};
}

each_bytes!(bytes);

#[inline]
pub(super) fn exactly(bytes: &[u8], expected: usize) -> Result<(), ValueError> {
    if bytes.len() == expected {
        return Ok(());
    }
    Err(ValueError::WrongLength {
        expected,
        found: bytes.len(),
    })
}

/// Encodes the smallest value of `width` bytes that is at least `bound`, which may have any length.
pub(super) fn bound<S: KeySink>(bound: &[u8], width: usize, out: &mut S) -> BoundAt {
    let Some(front) = bound.get(..width) else {
        // A shorter bound is padded with zeros: its other extensions sort after that one.
        out.put(bound);
        (bound.len()..width).for_each(|_| out.put_byte(0));
        return BoundAt::Above;
    };
    if bound.len() == width {
        out.put(bound);
        return BoundAt::Exact;
    }
    let Some(mut next) = prefix_successor(front) else {
        return BoundAt::PastEnd;
    };
    next.resize(width, 0);
    out.put(&next);
    BoundAt::Above
}

macro_rules! decode_bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodePart<'k, Native> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                Ok(bytes.into())
            }
        }

        impl<$($g)*, const W: u16> DecodePart<'k, Fixed<W>> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                exactly(bytes, W.into())?;
                Ok(bytes.into())
            }
        }
    )*};
}

each_bytes_from!('k, decode_bytes);

impl<const N: usize> NativePart for [u8; N] {
    // An array beyond that width is longer than any key, and rejected by it.
    #[allow(clippy::cast_possible_truncation, reason = "checked")]
    const ENCODING: Encoding = Encoding::Bytes {
        width: Some(if N > u16::MAX as usize {
            u16::MAX
        } else {
            N as u16
        }),
    };
    const WIDTH: Option<usize> = Some(N);

    #[inline]
    fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(self);
        Ok(())
    }
}

impl<const N: usize> DecodePart<'_, Native> for [u8; N] {
    #[inline]
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        bytes.try_into().map_err(|_| {
            ValueError::WrongLength {
                expected: N,
                found: bytes.len(),
            }
            .into()
        })
    }
}

// That of `Vec<u8>` is the one of lists.
properties! {
    ['a] &'a [u8]: SaltPart;
    ['a] std::borrow::Cow<'a, [u8]>: SaltPart;
    [] Box<[u8]>: SaltPart;
}

properties! {
    [const N: usize] [u8; N]: SelfDelimiting<Native> RangePart<Native> LeadingPart<Native>
        DescPart<Native> SaltPart;
}

macro_rules! fixed_width {
    ($type:ty, $encoding:expr, $width:literal, $put:ident, $get:ident) => {
        impl NativePart for $type {
            const ENCODING: Encoding = $encoding;
            const WIDTH: Option<usize> = Some($width);

            #[inline]
            fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                $put(*self, out);
                Ok(())
            }
        }

        impl DecodePart<'_, Native> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok($get(bytes)?)
            }
        }

        properties!([] $type: SelfDelimiting<Native> RangePart<Native> DescPart<Native> SaltPart;);
    };
}

// A bool has only two values, so it is not a `LeadingPart`.
fixed_width!(bool, Encoding::Bool, 1, put_bool, get_bool);
fixed_width!(
    f32,
    Encoding::Float { width: 4 },
    4,
    put_f32_of_key,
    get_f32
);
fixed_width!(
    f64,
    Encoding::Float { width: 8 },
    8,
    put_f64_of_key,
    get_f64
);

/// Equal values have equal bytes: -0.0 is written as 0.0.
fn put_f32_of_key<S: KeySink>(value: f32, out: &mut S) {
    put_f32(if value == 0.0 { 0.0 } else { value }, out);
}

/// Same as [`put_f32_of_key`].
fn put_f64_of_key<S: KeySink>(value: f64, out: &mut S) {
    put_f64(if value == 0.0 { 0.0 } else { value }, out);
}

properties! {
    [] f32: LeadingPart<Native>;
    [] f64: LeadingPart<Native>;
}

macro_rules! java {
    ($($type:ty, $encoding:expr, $width:literal, $put:ident, $get:ident;)*) => {$(
        impl JavaPart for $type {
            const ENCODING: Encoding = $encoding;
            const JAVA_WIDTH: usize = $width;

            #[inline]
            fn encode_java<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                $put(*self, out);
                Ok(())
            }
        }

        impl DecodePart<'_, Java> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok($get(bytes)?)
            }
        }

        properties!([] $type: SelfDelimiting<Java>;);
    )*};
}

java! {
    bool, Encoding::JavaBool, 1, put_java_bool, get_java_bool;
    f32, Encoding::JavaFloat { width: 4 }, 4, put_java_f32, get_java_f32;
    f64, Encoding::JavaFloat { width: 8 }, 8, put_java_f64, get_java_f64;
}

// Floats have no order here: negative ones sort after positive ones, the least of them last.
properties! {
    [] bool: RangePart<Java> DescPart<Java>;
    [] f32: LeadingPart<Java>;
    [] f64: LeadingPart<Java>;
}

#[cfg(feature = "uuid")]
impl NativePart for uuid::Uuid {
    const ENCODING: Encoding = Encoding::Bytes { width: Some(16) };
    const WIDTH: Option<usize> = Some(16);

    #[inline]
    fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(self.as_bytes());
        Ok(())
    }
}

#[cfg(feature = "uuid")]
impl DecodePart<'_, Native> for uuid::Uuid {
    #[inline]
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        <[u8; 16] as DecodePart<'_, Native>>::decode(bytes).map(Self::from_bytes)
    }
}

#[cfg(feature = "uuid")]
properties! {
    [] uuid::Uuid: SelfDelimiting<Native> RangePart<Native> LeadingPart<Native> DescPart<Native>
        SaltPart;
}
