//! Types of indexed fields, and arguments of conditions.

use hbase_model::Encoding;

use crate::codec::CodecError;
use crate::key::encoding::{Native, OfDay, Ordered};
use crate::key::{BoundAt, KeyPart, RangePart, Sequence, TextPart};
use crate::time::{TimeOfDay, Timestamp};
use crate::type_lists::each_text;

/// A type whose values can be encoded for an index: the bytes sort as the values do, and determine their own end.
///
/// Text, integers (also in a `Sequence`), `bool`, floats, times, times of day, decimals, UUIDs, arrays of bytes, and newtypes of these and enums
/// with codes that derive `KeyPart` implement it. Entries of an index have these bytes; the column has its own codec.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be indexed",
    label = "no index on this type",
    note = "an index needs values that every row has, whose bytes sort as the values do and can be read back: text, integers, `bool`, floats, times, decimals, UUIDs, `[u8; N]`, and newtypes of these and enums with codes by `#[derive(KeyPart)]`",
    note = "an `Option` has no place in an index, since rows without a value would have no entry: use the field's type without `Option`, with a value for \"none\" such as an empty text, and write it in all rows before the index is created (the guide's page Migrations, \"From an `Option` to an indexed field\")",
    note = "bytes of any length (`Vec<u8>`) do not sort in an encoding that marks their end: use `[u8; N]`, or text"
)]
pub trait IndexValue {
    /// The encoding of a value in the key of its entry.
    type Encoding;

    /// The encoding as data.
    const ENCODING: Encoding;

    /// Appends the value's bytes.
    #[doc(hidden)]
    fn encode_entry(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;

    /// Appends the bytes of a bound of a range.
    #[doc(hidden)]
    fn encode_entry_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError>;
}

/// A text, whose entries can be found by its prefix.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no prefix is offered on an index of `{Self}`",
    label = "only text has prefixes",
    note = "use `range`"
)]
pub trait IndexPrefix {}

#[diagnostic::do_not_recommend]
impl<F: TextPart + IndexValue<Encoding = Ordered>> IndexPrefix for F {}

macro_rules! index_values {
    (@one [$($g:tt)*] $type:ty, $encoding:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> IndexValue for $type {
            type Encoding = $encoding;

            const ENCODING: Encoding = <$type as KeyPart<$encoding>>::ENCODING;

            fn encode_entry(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                KeyPart::<$encoding>::encode(self, out)
            }

            fn encode_entry_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
                RangePart::<$encoding>::encode_bound(self, out)
            }
        }
    };
    (native: $($g:tt $type:ty;)*) => {$(
        index_values!(@one $g $type, Native);
    )*};
    ($($g:tt $type:ty;)*) => {$(
        index_values!(@one $g $type, Ordered);
    )*};
}

each_text!(index_values);
index_values!([] f32; [] f64;);
index_values! {
    native:
    [] bool;
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] Timestamp;
    [const N: usize] [u8; N];
}

#[cfg(feature = "uuid")]
index_values!(native: [] uuid::Uuid;);
#[cfg(feature = "chrono")]
index_values!(native: [] chrono::DateTime<chrono::Utc>;);
#[cfg(feature = "jiff")]
index_values!(native: [] jiff::Timestamp;);
#[cfg(feature = "rust_decimal")]
index_values!([] rust_decimal::Decimal;);
#[cfg(feature = "bigdecimal")]
index_values!([] bigdecimal::BigDecimal;);

index_values!(@one [] TimeOfDay, OfDay<false, false>);

/// The bytes are those of the number.
#[diagnostic::do_not_recommend]
impl<T: IndexValue> IndexValue for Sequence<T> {
    type Encoding = T::Encoding;

    const ENCODING: Encoding = T::ENCODING;

    fn encode_entry(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.0.encode_entry(out)
    }

    fn encode_entry_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
        self.0.encode_entry_bound(out)
    }
}

/// An indexed value in the condition of a query: an `F`, a reference to one, or a `&str` for a
/// `String`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of an index on `{F}`",
    label = "expected a `{F}`, or a reference to one"
)]
pub trait IndexArg<F> {
    /// Appends the value's bytes.
    #[doc(hidden)]
    fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;

    /// Appends the bytes of a bound.
    #[doc(hidden)]
    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError>;
}

impl<F: IndexValue> IndexArg<F> for F {
    fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_entry(out)
    }

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
        self.encode_entry_bound(out)
    }
}

impl<F: IndexValue> IndexArg<F> for &F {
    fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_entry(out)
    }

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
        self.encode_entry_bound(out)
    }
}

impl IndexArg<String> for &str {
    fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_entry(out)
    }

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
        self.encode_entry_bound(out)
    }
}
