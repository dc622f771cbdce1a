//! Text with its labels in reverse order (`reverse_labels`), in row keys.

use std::borrow::Cow;

use hbase_model::primitive::{get_labels, put_labels};
use hbase_model::{Encoding, KeySink};

use super::encoding::{Labels, Native};
use super::options::TextPart;
use super::part::{DecodePart, KeyPart, LeadingPart, RangePart, properties};
use crate::codec::CodecError;
use crate::query::PrefixPart;

impl<T: TextPart, const SEPARATOR: u8> KeyPart<Labels<SEPARATOR>> for T {
    const ENCODING: Encoding = Encoding::Labels {
        separator: SEPARATOR,
    };
    const WIDTH: Option<usize> = None;
    const CODES: &'static str = <T as TextPart>::CODES;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        put_labels(self.as_text(), SEPARATOR, out);
        Ok(())
    }
}

/// A property that no type has: values sort as they are, although their labels are in reverse order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no range is offered on this part: its labels are in reverse order",
    label = "`{Self}` sorts by its last label first",
    note = "`under(\"example.com\")` selects a domain with all below it"
)]
pub trait SortsByLabels {}

/// A property that no type has: a prefix of a value is one of its bytes, although the labels are in reverse order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no prefix is offered on this part: its labels are in reverse order",
    label = "the bytes of `{Self}` start with its last label",
    note = "`under(\"example.com\")` selects a domain with all below it"
)]
pub trait StartsWithLabels {}

impl<T: TextPart + SortsByLabels, const SEPARATOR: u8> RangePart<Labels<SEPARATOR>> for T {}

impl<T: TextPart + StartsWithLabels, const SEPARATOR: u8> PrefixPart<Labels<SEPARATOR>> for T {
    // No type implements the bound: it only explains the error.
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        prefix.into()
    }
}

impl<'k, T, const SEPARATOR: u8> DecodePart<'k, Labels<SEPARATOR>> for T
where
    T: TextPart + for<'a> DecodePart<'a, Native>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        let text = get_labels(bytes, SEPARATOR)?;
        <T as DecodePart<'_, Native>>::decode(text.as_bytes())
    }
}

properties! {
    [T: LeadingPart<Native>, const SEPARATOR: u8] T: LeadingPart<Labels<SEPARATOR>>;
}
