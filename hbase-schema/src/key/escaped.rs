//! Text in which characters are replaced (`escape`), in row keys.

use std::borrow::Cow;

use hbase_model::escape::{Escape, Replacement};
use hbase_model::{Encoding, KeySink};

use super::encoding::{Escaped, Native};
use super::options::TextPart;
use super::part::{DecodePart, KeyPart, LeadingPart, RangePart, properties};
use crate::codec::CodecError;
use crate::query::PrefixPart;

/// The replacements of a part, of which the derive makes a type.
#[doc(hidden)]
pub trait Replacements {
    /// The replacements, in order.
    const REPLACEMENTS: &'static [Replacement];
}

/// A property of replacements: the escaped texts sort as the texts do.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no range is offered on this part: the escaped texts do not sort as the texts do",
    label = "only equality and, if the replacements keep them, prefixes",
    note = "`escape` keeps the order if each replaced character is ASCII, and its replacement sorts between the characters before and after it, as in `escape(\"%\" = \"%9$\")`"
)]
pub trait KeepsOrder: Replacements {}

/// A property of replacements: only texts with a prefix have its escaped form as a prefix.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no prefix is offered on this part: other escaped texts may start with an escaped prefix",
    label = "the replacement of a character starts with the form of another one",
    note = "`escape` keeps prefixes if every replacement starts with a character that is replaced itself, as in `escape(\"%\" = \"%9$\", \"!\" = \"%0$\")`"
)]
pub trait KeepsPrefixes: Replacements {}

impl<T: TextPart, R: Replacements> KeyPart<Escaped<R>> for T {
    const ENCODING: Encoding = Encoding::Escaped(Escape::new(R::REPLACEMENTS));
    const WIDTH: Option<usize> = None;
    const CODES: &'static str = <T as TextPart>::CODES;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        Escape::new(R::REPLACEMENTS).put(self.as_text(), out);
        Ok(())
    }
}

impl<'k, T, R> DecodePart<'k, Escaped<R>> for T
where
    T: TextPart + for<'a> DecodePart<'a, Native>,
    R: Replacements,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        let text = Escape::new(R::REPLACEMENTS).get(bytes)?;
        <T as DecodePart<'_, Native>>::decode(text.as_bytes())
    }
}

impl<T, R> RangePart<Escaped<R>> for T
where
    T: TextPart + RangePart<Native>,
    R: KeepsOrder,
{
}

impl<T, R> PrefixPart<Escaped<R>> for T
where
    T: TextPart + PrefixPart<Native>,
    R: KeepsPrefixes,
{
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        match str::from_utf8(prefix) {
            Err(_) => prefix.into(),
            Ok(text) => {
                let mut escaped = Vec::with_capacity(prefix.len());
                Escape::new(R::REPLACEMENTS).put(text, &mut escaped);
                escaped.into()
            }
        }
    }
}

properties! {
    [T: LeadingPart<Native>, R: Replacements] T: LeadingPart<Escaped<R>>;
}
