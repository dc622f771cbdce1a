//! One trait per option of `#[rowkey]`, so that the compile error for an unsupported option names
//! the option.

use std::fmt;

use hbase_model::layout::Pad;
use hbase_model::{Encoding, KeySink};

use super::encoding::{Fixed, Java, Native, Ordered, Padded, PlainText};
use super::part::KeyPart;
use crate::codec::CodecError;

/// Implements [`KeyPart`] for the types of an option, by its trait.
macro_rules! key_parts {
    ($([$($g:tt)*] $part:path, $encoding:ty, $width:expr, $encode:ident;)*) => {$(
        impl<T: $part, $($g)*> KeyPart<$encoding> for T {
            const ENCODING: Encoding = <T as $part>::ENCODING;
            const WIDTH: Option<usize> = $width;
            const CODES: &'static str = <T as $part>::CODES;

            #[inline]
            fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                self.$encode(out)
            }
        }
    )*};
}

key_parts! {
    [] NativePart, Native, <T as NativePart>::WIDTH, encode_native;
    [const W: u16] FixedPart<W>, Fixed<W>, Some(W as usize), encode_fixed;
    [] PlainTextPart, PlainText, None, encode_plain;
    [] JavaPart, Java, Some(T::JAVA_WIDTH), encode_java;
}

/// A type with a default encoding, which needs no option.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a row key without an option for its encoding",
    label = "no encoding of its own in a row key",
    note = "a newtype, and an enum without fields, get one from `#[derive(KeyPart)]`, any other type from `encoding = …` and an implementation of `KeyPart`",
    note = "types of other crates are known by features: `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal`; decimals are encoded in keys as `ordered` only"
)]
pub trait NativePart: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;
    /// The width of every value in bytes, if it is fixed.
    const WIDTH: Option<usize>;
    /// The codes of an enum.
    #[doc(hidden)]
    const CODES: &'static str = "";
    /// Encodes the value.
    fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
}

/// A type with an encoding of exactly `W` bytes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`fixed = {W}` has no meaning for `{Self}`",
    label = "has no form of exactly {W} bytes",
    note = "text takes any width, integers 1 to 39 digits, times 8 (yyyyMMdd), 14 (yyyyMMddHHmmss), 17 (with ms), 13 or 19 (ms since 1970); other dates by `format`",
    note = "an optional part takes no option: use a type with its own value for \"none\""
)]
pub trait FixedPart<const W: u16>: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;
    /// The codes of an enum.
    const CODES: &'static str = "";
    /// Encodes the value.
    fn encode_fixed<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
}

/// Text, which can be padded to a width, or escaped.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`pad_left`, `pad_right`, `escape` and `reverse_labels` are for text, found `{Self}`",
    label = "is no text",
    note = "integers and times with `fixed` are padded with zeros by default"
)]
pub trait TextPart: fmt::Debug {
    /// The codes of an enum.
    const CODES: &'static str = "";
    /// The text.
    fn as_text(&self) -> &str;
}

pub(super) const fn pad<const PAD: u8, const LEFT: bool>() -> Pad {
    if LEFT {
        Pad::Left(PAD)
    } else {
        Pad::Right(PAD)
    }
}

impl<T: TextPart, const W: u16, const PAD: u8, const LEFT: bool> KeyPart<Padded<W, PAD, LEFT>>
    for T
{
    const ENCODING: Encoding = Encoding::Text {
        width: Some(W),
        pad: Some(pad::<PAD, LEFT>()),
    };
    const WIDTH: Option<usize> = Some(W as usize);
    const CODES: &'static str = <T as TextPart>::CODES;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let pad = pad::<PAD, LEFT>();
        Ok(hbase_model::primitive::put_text(
            self.as_text(),
            Some(W),
            Some(pad),
            out,
        )?)
    }
}

/// An integer, which can be encoded as plain decimal digits.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`text` in `#[rowkey]` is for integers, found `{Self}`",
    label = "not an integer",
    note = "text and times are text already: leave `text` out, or give a time `fixed = 14`"
)]
pub trait PlainTextPart: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;
    /// The codes of an enum.
    const CODES: &'static str = "";
    /// Encodes the value.
    fn encode_plain<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
}

/// A type that Java's `Bytes.toBytes` encodes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`java` in `#[rowkey]` is for numbers, booleans and times, found `{Self}`",
    label = "Java's `Bytes` has no other form for this type",
    note = "text and bytes are as Java writes them already: leave `java` out"
)]
pub trait JavaPart: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;
    /// The width of every value in bytes.
    const JAVA_WIDTH: usize;
    /// The codes of an enum.
    const CODES: &'static str = "";
    /// Encodes the value.
    fn encode_java<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
}

/// A type that `HBase`'s `OrderedBytes` encodes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`ordered` has no meaning for `{Self}`",
    label = "HBase's `OrderedBytes` has no form for this type",
    note = "it has forms for i8 to i64, f32, f64, decimals, text and bytes; unsigned integers fit in the next larger signed one"
)]
pub trait OrderedPart: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;
    /// The width of every value in bytes, if it is fixed.
    const ORDERED_WIDTH: Option<usize>;
    /// The codes of an enum.
    #[doc(hidden)]
    const CODES: &'static str = "";
    /// Encodes the value, ascending.
    fn encode_ordered<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
    /// The length of the value at the start of `bytes`.
    fn measure_ordered(bytes: &[u8]) -> Result<usize, CodecError>;
}

impl<T: OrderedPart> KeyPart<Ordered> for T {
    const ENCODING: Encoding = <T as OrderedPart>::ENCODING;
    const WIDTH: Option<usize> = T::ORDERED_WIDTH;
    const CODES: &'static str = <T as OrderedPart>::CODES;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        self.encode_ordered(out)
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        T::measure_ordered(bytes)
    }
}

/// A moment in time.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`reverse_ts`, `seconds`, `negated_ts`, `format`, `align`, `offset`, `truncate` and times as digits need a time, found `{Self}`",
    label = "not a time",
    note = "`hbase_schema::Timestamp` is one; `chrono::DateTime<Utc>` and `jiff::Timestamp` are with the features `chrono` and `jiff`",
    note = "for other types, `desc` sets descending order"
)]
pub trait TimePart: fmt::Debug + Sized {
    /// Milliseconds since 1970, rounded down, and whether the time is finer than that.
    fn to_millis(&self) -> (i64, bool);

    /// The time `millis` milliseconds after 1970.
    ///
    /// # Errors
    /// [`CodecError`] if the type cannot represent that time.
    fn from_millis(millis: i64) -> Result<Self, CodecError>;
}

/// A time of day, without a date.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`ms_of_day` and `minute_of_day` need a time of day, found `{Self}`",
    label = "not a time of day",
    note = "`hbase_schema::TimeOfDay` is one; `chrono::NaiveTime` and `jiff::civil::Time` are with the features `chrono` and `jiff`"
)]
pub trait TimeOfDayPart: fmt::Debug + Sized {
    /// Milliseconds since midnight, rounded down, and whether the time is finer than that.
    fn to_millis_of_day(&self) -> (u32, bool);

    /// The time `millis` milliseconds after midnight.
    ///
    /// # Errors
    /// [`CodecError`] if there is no such time.
    fn from_millis_of_day(millis: u32) -> Result<Self, CodecError>;
}

/// A part whose bytes can be reversed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`reverse` is for text and for times as digits, found `{Self}`",
    label = "cannot be written backwards in the encoding `{E}`",
    note = "for descending order use `desc`, for times newest first `reverse_ts`"
)]
pub trait ReversePart<E>: KeyPart<E> {}
