//! The traits of key parts: encoding, decoding, and the properties of encodings.
//!
//! Implementations of properties are marked `do_not_recommend`: a list of the types that have a
//! property does not help with one that lacks it.

use std::fmt;
use std::ops::Bound;

use hbase_model::lock::hashed::HashedPart;
use hbase_model::{Encoding, KeySink};

use super::encoding::{Desc, OmitNone};
use crate::codec::CodecError;

/// Declares properties that need no code: `[generics] type: Property<Encoding> …;`.
macro_rules! properties {
    (@one [$($g:tt)*] $type:ty, $property:ident $(<$encoding:ty>)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> $property $(<$encoding>)? for $type {}
    };
    ($($g:tt $type:ty: $($property:ident $(<$encoding:ty>)?)+;)+) => {
        $($(properties!(@one $g $type, $property $(<$encoding>)?);)+)+
    };
}
pub(super) use properties;

/// A type that can be a part of a row key in the encoding `E`.
///
/// The types of the standard library implement it for suitable encodings. A newtype derives it with
/// `#[derive(KeyPart)]`. A user's type implements it for its own encoding:
///
/// ```
/// use hbase_schema::key::{CodecError, DecodePart, KeyPart, RangePart, SelfDelimiting};
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
/// impl DecodePart<'_, IsoCountry> for Country {
///     fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
///         bytes.try_into().map(Country).map_err(|_| CodecError::new("expected two letters"))
///     }
/// }
///
/// // Its width is fixed, and its bytes sort as its values do: it has ranges.
/// impl SelfDelimiting<IsoCountry> for Country {}
/// impl RangePart<IsoCountry> for Country {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a row key here",
    label = "no row-key encoding `{E}` for this type",
    note = "a newtype, and an enum without fields, get one from `#[derive(KeyPart)]`; any other type by implementing `KeyPart` for its own encoding, and `encoding = …` in `#[rowkey]`",
    note = "types of other crates are known by features: `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal`"
)]
pub trait KeyPart<E>: fmt::Debug {
    /// The encoding as data.
    const ENCODING: Encoding;

    /// The width of every value in bytes, if it is fixed.
    const WIDTH: Option<usize>;

    /// The codes of an enum, which `#[derive(KeyPart)]` lists: `1=Open,2=Closed`.
    #[doc(hidden)]
    const CODES: &'static str = "";

    /// The hash by which `lock!` compares such a part.
    #[doc(hidden)]
    const LOCKED: &'static HashedPart = &HashedPart::of(const { &Self::ENCODING }, Self::CODES);

    /// Encodes the value.
    ///
    /// # Errors
    /// [`CodecError`] if this encoding cannot represent the value.
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;

    /// The length of this part at the start of `bytes`, determined by its own bytes.
    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        Ok(Self::WIDTH.unwrap_or(bytes.len()))
    }
}

/// A type that can be decoded from a row key; `'k` is the key's lifetime, for types that borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read back from a row key here",
    label = "no way from the key's bytes in the encoding `{E}` to this type",
    note = "borrowed text and bytes need bytes that are unchanged in the key; otherwise use an owned type"
)]
pub trait DecodePart<'k, E>: Sized {
    /// Decodes the value from exactly its own bytes.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes do not encode a value.
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError>;
}

/// A property of an encoding: the part's bytes determine its end.
#[diagnostic::on_unimplemented(
    message = "the end of this part cannot be determined from its own bytes",
    label = "`{Self}` has no fixed width here, and other parts follow",
    note = "give it `fixed = n`, close it with a `separator`, write it as `ordered`, or move it to the end of the key",
    note = "if the part has `separator = none`, leave that out"
)]
pub trait SelfDelimiting<E> {}

/// A property of an encoding: the bytes sort as the values do, so that a range of values is a range
/// of keys.
#[diagnostic::on_unimplemented(
    message = "no range is offered on this part: its bytes do not sort as `{Self}` does",
    label = "only equality on `{Self}` in the encoding `{E}`",
    note = "`text` digits do not sort (10 comes before 9), nor does text before a separator, nor text padded by `pad_left` or `pad_right`, nor values with `reverse`, nor signed integers and floats with `java`, nor descending values with `omit_none`: use single values, or write the part with `fixed = n` alone"
)]
pub trait RangePart<E>: KeyPart<E> {
    /// Whether larger values have smaller bytes.
    const DESCENDING: bool = false;

    /// Encodes the value as a bound: the value itself, or, if the encoding cannot represent it, the
    /// next larger value.
    ///
    /// # Errors
    /// [`CodecError`] if the value is outside of the encoding's range.
    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        self.encode(out)?;
        Ok(BoundAt::Exact)
    }

    /// Encodes the value as the start of a range, which contains the value itself if `is_included`. In an encoding whose
    /// values represent periods, this is the period that contains the start, as [`BoundAt::Above`], or
    /// [`BoundAt::PastEnd`] if nothing is between the start and `end`. In all others, it is a bound.
    ///
    /// # Errors
    /// As [`encode_bound`](Self::encode_bound).
    fn encode_start<S: KeySink>(
        &self,
        is_included: bool,
        end: Bound<&Self>,
        out: &mut S,
    ) -> Result<BoundAt, CodecError> {
        let _ = (is_included, end);
        self.encode_bound(out)
    }

    /// The first and the last millisecond of a range of times with `align`: the smallest and the largest `i64` where it has
    /// no bound. `None` in all other encodings.
    #[doc(hidden)]
    fn times(low: Bound<&Self>, high: Bound<&Self>) -> Option<(i64, i64)> {
        let _ = (low, high);
        None
    }
}

/// The value that was encoded for a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundAt {
    /// The bound itself.
    Exact,
    /// The next larger value; of a start, the first value of the range.
    Above,
    /// No value: the bound is above the largest one.
    PastEnd,
}

/// A property of an encoding: the part may lead a key without a salt, since it has many values,
/// which do not grow with time.
#[diagnostic::on_unimplemented(
    message = "a part that grows with time or has few values comes first in the key: all writes go to one region",
    label = "`{Self}` in front makes a hotspot",
    note = "put a salt in front: `salt` in `#[rowkey]` on the parts that spread the rows, or move another part to the front",
    note = "if you want one hot region, use `allow(hotspot)` in `#[table]`"
)]
pub trait LeadingPart<E> {}

/// A property of an encoding: the part may be left out.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`omit_none` is for an `Option`, found `{Self}`",
    label = "every row has a value of this part"
)]
pub trait OmittedPart<E>: KeyPart<OmitNone<E>> {}

/// A property of a type: the part may feed a salt.
#[diagnostic::on_unimplemented(
    message = "a salt cannot be computed from an optional part",
    label = "`{Self}` feeds the salt",
    note = "mark parts with `salt` that every row has"
)]
pub trait SaltPart {}

/// A property of an encoding: descending order is possible.
#[diagnostic::on_unimplemented(
    message = "`desc` needs a part whose bytes sort and whose width is fixed, or `ordered`",
    label = "`{Self}` cannot be written in descending order here",
    note = "give text and bytes `fixed = n` or `terminator = b\"\\0\"`, leave out `java` on signed integers and floats, or use `ordered`"
)]
pub trait DescPart<E>: KeyPart<E> {}

/// A property of an encoding: descending order is possible before a terminator, as values vary in length.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`desc` with a `terminator` is for text and bytes, found `{Self}`",
    label = "cannot be written in descending order before a terminator",
    note = "leave out the `terminator` of a part that has a fixed width"
)]
pub trait TerminatedDescPart<E>: KeyPart<E> {}

impl<T: SelfDelimiting<E>, E> SelfDelimiting<Desc<E>> for T {}
impl<T: LeadingPart<E>, E> LeadingPart<Desc<E>> for T {}
