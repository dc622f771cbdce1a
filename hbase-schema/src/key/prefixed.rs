//! Text and bytes after their length (`length`), in row keys.

use std::borrow::Cow;

use std::fmt;

use hbase_model::primitive::LengthPrefix;
use hbase_model::{Encoding, KeySink};

use super::encoding::{LengthPrefixed, Native};
use super::key_buf::KeyBuf;
use super::options::NativePart;
use super::part::{
    DecodePart, KeyPart, LeadingPart, RangePart, SelfDelimiting, TerminatedDescPart, properties,
};
use crate::codec::CodecError;
use crate::query::PrefixPart;

/// Text or bytes that vary in length.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`length` is for text and bytes, found `{Self}`",
    label = "has no length of its own",
    note = "numbers, times and arrays have a fixed width: leave `length` out"
)]
pub trait LengthPart: NativePart + fmt::Debug {
    /// The encoding without the length. A reference, because a const cannot drop an encoding.
    const NATIVE: &'static Encoding;
}

#[diagnostic::do_not_recommend]
impl<T: NativePart + TerminatedDescPart<Native>> LengthPart for T {
    const NATIVE: &'static Encoding = &<T as NativePart>::ENCODING;
}

/// A property that no type has: values sort as they are, although their length comes first.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no range is offered on this part: its length comes first, so `z` sorts before `aa`",
    label = "only equality on `{Self}` after its length",
    note = "scan for single values, or for several by `is_in([…])`; or scan without this part, and filter the rows"
)]
pub trait SortsAfterLength {}

/// A property that no type has: a prefix of a value is one of its bytes, although the length comes first.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no prefix is offered on this part: its length comes before it",
    label = "values of `{Self}` with this prefix differ in their length",
    note = "scan for single values, or for several by `is_in([…])`; or scan without this part, and filter the rows"
)]
pub trait StartsAfterLength {}

impl<T: LengthPart + SortsAfterLength, const KIND: u8> RangePart<LengthPrefixed<KIND>> for T {}

impl<T: LengthPart + StartsAfterLength, const KIND: u8> PrefixPart<LengthPrefixed<KIND>> for T {
    // No type implements the bound: it only explains the error.
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        prefix.into()
    }
}

impl<T: LengthPart, const KIND: u8> KeyPart<LengthPrefixed<KIND>> for T {
    const ENCODING: Encoding = Encoding::LengthPrefixed {
        length: LengthPrefix::of_code(KIND),
        text: matches!(T::NATIVE, Encoding::Text { .. }),
    };
    const WIDTH: Option<usize> = None;
    const CODES: &'static str = <T as NativePart>::CODES;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let mut value = KeyBuf::new();
        self.encode_native(&mut value)?;
        LengthPrefix::of_code(KIND).put(value.len(), out)?;
        out.put(&value);
        Ok(())
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        Ok(LengthPrefix::of_code(KIND).measure(bytes)?)
    }
}

impl<'k, T, const KIND: u8> DecodePart<'k, LengthPrefixed<KIND>> for T
where
    T: LengthPart + DecodePart<'k, Native>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        <T as DecodePart<'k, Native>>::decode(LengthPrefix::of_code(KIND).value(bytes)?)
    }
}

properties! {
    [T: LengthPart, const KIND: u8] T: SelfDelimiting<LengthPrefixed<KIND>>;
    [T: LengthPart + LeadingPart<Native>, const KIND: u8] T: LeadingPart<LengthPrefixed<KIND>>;
}
