//! Integers in row keys.

use hbase_model::primitive::{
    Integer, get_decimal, get_digits, get_int, get_java_int, put_decimal, put_digits, put_int,
    put_java_int,
};
use hbase_model::{Encoding, KeySink};

use super::encoding::{Desc, Fixed, Java, Native, Ordered, PlainText, Reverse};
use super::options::{FixedPart, JavaPart, NativePart, OrderedPart, PlainTextPart, ReversePart};
use super::part::{
    BoundAt, DecodePart, DescPart, LeadingPart, RangePart, SaltPart, SelfDelimiting, properties,
};
use crate::codec::CodecError;

/// `fixed = W` as a number of digits; more digits than any integer has are a compile error.
#[allow(clippy::cast_possible_truncation, reason = "at most 39")]
const fn digits<const W: u16>() -> u8 {
    const {
        assert!(
            W > 0 && W <= 39,
            "`fixed` on an integer takes 1 to 39 digits: no integer has more"
        );
    }
    W as u8
}

/// Digits have no sign: a negative bound sorts below all of them, and a bound with more digits
/// above.
fn digits_bound<T: Integer, S: KeySink>(
    value: T,
    width: u8,
    out: &mut S,
) -> Result<BoundAt, CodecError> {
    match put_digits(value, width, out) {
        Ok(()) => Ok(BoundAt::Exact),
        Err(_) if value.to_parts().0 => {
            put_digits(0_u8, width, out)?;
            Ok(BoundAt::Above)
        }
        Err(_) => Ok(BoundAt::PastEnd),
    }
}

macro_rules! integer {
    ($($type:ident)*) => {$(
        impl NativePart for $type {
            #[allow(clippy::cast_possible_truncation, reason = "at most 16 bytes")]
            const ENCODING: Encoding = Encoding::Integer {
                width: size_of::<$type>() as u8,
                signed: $type::MIN != 0,
            };
            const WIDTH: Option<usize> = Some(size_of::<$type>());

            #[inline]
            fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                put_int(*self, out);
                Ok(())
            }
        }

        impl DecodePart<'_, Native> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok(get_int(bytes)?)
            }
        }

        impl<const W: u16> FixedPart<W> for $type {
            const ENCODING: Encoding = Encoding::Digits {
                width: digits::<W>(),
                max: $type::MAX as u128,
            };

            #[inline]
            fn encode_fixed<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                Ok(put_digits(*self, digits::<W>(), out)?)
            }
        }

        impl<const W: u16> DecodePart<'_, Fixed<W>> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                super::plain::exactly(bytes, W.into())?;
                Ok(get_digits(bytes)?)
            }
        }

        impl PlainTextPart for $type {
            #[allow(clippy::cast_possible_wrap, reason = "the smallest of any type fits")]
            const ENCODING: Encoding = Encoding::DecimalText {
                min: $type::MIN as i128,
                max: $type::MAX as u128,
            };

            #[inline]
            fn encode_plain<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                put_decimal(*self, out);
                Ok(())
            }
        }

        impl DecodePart<'_, PlainText> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok(get_decimal(bytes)?)
            }
        }

        properties! {
            [] $type: SelfDelimiting<Native> RangePart<Native> LeadingPart<Native> LeadingPart<PlainText>
                DescPart<Native> SaltPart;
            [const W: u16] $type: SelfDelimiting<Fixed<W>> LeadingPart<Fixed<W>> DescPart<Fixed<W>>;
        }
        #[diagnostic::do_not_recommend]
        impl<const W: u16> RangePart<Fixed<W>> for $type {
            #[inline]
            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                digits_bound(*self, digits::<W>(), out)
            }
        }
    )*};
}

integer!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

macro_rules! java {
    ($($type:ident)*) => {$(
        impl JavaPart for $type {
            #[allow(clippy::cast_possible_truncation, reason = "at most 8 bytes")]
            const ENCODING: Encoding = Encoding::JavaInteger {
                width: size_of::<$type>() as u8,
                signed: $type::MIN != 0,
            };
            const JAVA_WIDTH: usize = size_of::<$type>();

            #[inline]
            fn encode_java<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                put_java_int(*self, out);
                Ok(())
            }
        }

        impl DecodePart<'_, Java> for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
                Ok(get_java_int(bytes)?)
            }
        }

        properties!([] $type: SelfDelimiting<Java> LeadingPart<Java>;);
    )*};
}

java!(u8 u16 u32 u64 i8 i16 i32 i64);

// Signed integers have no order here: -1 is ff… and sorts after every positive number.
properties! {
    [] u8: RangePart<Java> DescPart<Java>;
    [] u16: RangePart<Java> DescPart<Java>;
    [] u32: RangePart<Java> DescPart<Java>;
    [] u64: RangePart<Java> DescPart<Java>;
}

/// A number that only ever grows: as the first key part it needs a salt, or `allow(hotspot)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sequence<T = u64>(pub T);

macro_rules! sequence_parts {
    ($([$($g:tt)*] $part:path, $encode:ident $(, $width:ident: $type:ty)?;)*) => {$(
        impl<T: $part, $($g)*> $part for Sequence<T> {
            const ENCODING: Encoding = T::ENCODING;
            const CODES: &'static str = <T as $part>::CODES;
            $(const $width: $type = T::$width;)?

            #[inline]
            fn $encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                self.0.$encode(out)
            }
        }
    )*};
}

sequence_parts! {
    [] NativePart, encode_native, WIDTH: Option<usize>;
    [const W: u16] FixedPart<W>, encode_fixed;
    [] PlainTextPart, encode_plain;
    [] JavaPart, encode_java, JAVA_WIDTH: usize;
}

impl<T: OrderedPart> OrderedPart for Sequence<T> {
    const ENCODING: Encoding = T::ENCODING;
    const ORDERED_WIDTH: Option<usize> = T::ORDERED_WIDTH;
    const CODES: &'static str = <T as OrderedPart>::CODES;

    #[inline]
    fn encode_ordered<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        self.0.encode_ordered(out)
    }

    fn measure_ordered(bytes: &[u8]) -> Result<usize, CodecError> {
        T::measure_ordered(bytes)
    }
}

macro_rules! sequence {
    ($([$($g:tt)*] $encoding:ty;)*) => {$(
        impl<'k, T: DecodePart<'k, $encoding>, $($g)*> DecodePart<'k, $encoding> for Sequence<T> {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                T::decode(bytes).map(Self)
            }
        }

        properties!([T: SelfDelimiting<$encoding>, $($g)*] Sequence<T>: SelfDelimiting<$encoding>;);
    )*};
}

sequence! {
    [] Native;
    [const W: u16] Fixed<W>;
    [] PlainText;
    [] Java;
    [] Ordered;
}

#[diagnostic::do_not_recommend]
impl<T: FixedPart<W> + RangePart<Fixed<W>>, const W: u16> RangePart<Fixed<W>> for Sequence<T> {
    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        self.0.encode_bound(out)
    }
}

properties! {
    [T: NativePart + RangePart<Native>] Sequence<T>: RangePart<Native>;
    [T: JavaPart + RangePart<Java>] Sequence<T>: RangePart<Java>;
    [T: OrderedPart + RangePart<Ordered>] Sequence<T>: RangePart<Ordered>;
    [T: OrderedPart + DescPart<Ordered>] Sequence<T>: DescPart<Ordered>;
    [T: NativePart + DescPart<Native>] Sequence<T>: DescPart<Native>;
    [T: JavaPart + DescPart<Java>] Sequence<T>: DescPart<Java>;
    [T: FixedPart<W> + DescPart<Fixed<W>>, const W: u16] Sequence<T>: DescPart<Fixed<W>>;
    [T: SaltPart] Sequence<T>: SaltPart;
}

// Reversed, the last digit comes first, which spreads a sequence.
properties! {
    [T: PlainTextPart] Sequence<T>: ReversePart<PlainText>;
    [T: FixedPart<W>, const W: u16] Sequence<T>: ReversePart<Fixed<W>>;
    [T, E] Sequence<T>: LeadingPart<Reverse<Desc<E>>>;
    [T] Sequence<T>: LeadingPart<Reverse<PlainText>>;
    [T, const W: u16] Sequence<T>: LeadingPart<Reverse<Fixed<W>>>;
}
