//! Which encodings have values of one width.

use super::encoding::{Closed, Desc, Fixed, Java, Native, OfDay, Ordered, Padded, Reverse, Time};
use super::integers::Sequence;
use super::options::{
    FixedPart, JavaPart, NativePart, OrderedPart, ReversePart, TextPart, TimeOfDayPart, TimePart,
};
use super::part::{DescPart, KeyPart, properties};

/// A property of an encoding: every value has the same width, [`KeyPart::WIDTH`]. The offset of the next part is known
/// without the value, so scans can leave such a part open with [`any`](fn@crate::any).
///
/// A type with its own encoding implements it like [`SelfDelimiting`](super::SelfDelimiting):
///
/// ```
/// use hbase_schema::key::{CodecError, FixedWidth, KeyPart};
/// use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
///
/// /// A country in two letters, `encoding = IsoCountry` on the part.
/// enum IsoCountry {}
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Country([u8; 2]);
///
/// impl KeyPart<IsoCountry> for Country {
///     const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("IsoCountry").with_width(2));
///     const WIDTH: Option<usize> = Some(2);
///
///     fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
///         out.put(&self.0);
///         Ok(())
///     }
/// }
///
/// impl FixedWidth<IsoCountry> for Country {}
/// ```
#[diagnostic::on_unimplemented(
    message = "this part of the key has no fixed width, and the offset of the next part is unknown without its value",
    label = "the values of `{Self}` differ in length in the encoding `{E}`",
    note = "give the part `fixed = n` to leave it open with `any()`, or give it a value in this scan",
    note = "or scan without it, `.all()`, and filter the rows"
)]
pub trait FixedWidth<E>: KeyPart<E> {}

// Every value of these encodings has the width that their options specify.
properties! {
    [T: FixedPart<W>, const W: u16] T: FixedWidth<Fixed<W>>;
    [T: TextPart, const W: u16, const PAD: u8, const LEFT: bool] T: FixedWidth<Padded<W, PAD, LEFT>>;
    [T: JavaPart] T: FixedWidth<Java>;
    [
        T: TimePart,
        const KIND: u8,
        const NEWEST: bool,
        const OFFSET: i32,
        const TRUNCATE: bool,
        const ALIGN: u32
    ] T: FixedWidth<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>>;
    [T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool] T:
        FixedWidth<OfDay<MINUTES, TRUNCATE>>;
}

// Composed encodings keep the width.
properties! {
    [T: FixedWidth<E>, E, const NUL: bool] T: FixedWidth<Closed<E, NUL>>;
    [T: FixedWidth<E> + DescPart<E>, E] T: FixedWidth<Desc<E>>;
    [T: FixedWidth<E> + ReversePart<E>, E] T: FixedWidth<Reverse<E>>;
}

macro_rules! natives {
    ($($type:ty)*) => { properties! { $([] $type: FixedWidth<Native>;)* } };
}

natives!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 bool f32 f64);

#[cfg(feature = "uuid")]
natives!(uuid::Uuid);

properties! {
    [const N: usize] [u8; N]: FixedWidth<Native>;
    // An absent value is zeros of the same width.
    [T: NativePart + FixedWidth<Native>] Option<T>: FixedWidth<Native>;
    [T: NativePart + FixedWidth<Native>] Sequence<T>: FixedWidth<Native>;
    [T: OrderedPart + FixedWidth<Ordered>] Sequence<T>: FixedWidth<Ordered>;
    // Text, bytes and decimals differ in length there.
    [] i8: FixedWidth<Ordered>;
    [] i16: FixedWidth<Ordered>;
    [] i32: FixedWidth<Ordered>;
    [] i64: FixedWidth<Ordered>;
    [] f32: FixedWidth<Ordered>;
    [] f64: FixedWidth<Ordered>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{TimeOfDay, Timestamp};

    fn width<T: FixedWidth<E>, E>() -> Option<usize> {
        T::WIDTH
    }

    #[test]
    fn every_encoding_with_the_property_has_a_width() {
        let widths = [
            width::<u8, Native>(),
            width::<i128, Native>(),
            width::<bool, Native>(),
            width::<f64, Native>(),
            width::<Timestamp, Native>(),
            width::<[u8; 5], Native>(),
            width::<Option<u32>, Native>(),
            width::<Sequence<u16>, Native>(),
            width::<String, Fixed<7>>(),
            width::<u32, Fixed<10>>(),
            width::<String, Padded<9, b' ', false>>(),
            width::<i64, Java>(),
            width::<Timestamp, Time<14, false, 0, false>>(),
            width::<TimeOfDay, OfDay<true, false>>(),
            width::<TimeOfDay, OfDay<false, false>>(),
            width::<i8, Ordered>(),
            width::<Sequence<i64>, Ordered>(),
            width::<f32, Ordered>(),
            width::<f64, Ordered>(),
            width::<u32, Desc<Native>>(),
            width::<String, Reverse<Fixed<3>>>(),
            width::<u16, Closed<Native>>(),
        ];
        let expected = [
            1, 16, 1, 8, 8, 5, 5, 2, 7, 10, 9, 8, 14, 2, 4, 2, 9, 5, 9, 4, 3, 2,
        ];
        assert_eq!(widths, expected.map(Some));
    }
}
