//! Prefixes of text and bytes.

use std::borrow::Cow;

use super::arg::KeyArg;
use super::builder::KeyScan;
use super::type_state::{Ended, SaltState};
use crate::key::KeyPart;
use crate::key::encoding::{Closed, Fixed, Native, Padded};
use crate::type_lists::{each_bytes, each_text};

/// A prefix of text or bytes; see [`prefix`].
#[derive(Clone, Copy, Debug)]
pub struct Prefix<T>(pub(super) T);

/// Selects all values with this prefix: `Call::scan().phone(prefix("138"))`.
pub const fn prefix<T>(value: T) -> Prefix<T> {
    Prefix(value)
}

/// A property of an encoding: the bytes of a value's prefix are a prefix of its bytes.
///
/// An encoding of its own implements it, too:
///
/// ```
/// use std::borrow::Cow;
///
/// use hbase_schema::key::{CodecError, DecodePart, KeyPart};
/// use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
/// use hbase_schema::query::PrefixPart;
///
/// /// Marks a text in lower case, which is in upper case in the key.
/// enum Upper {}
///
/// impl KeyPart<Upper> for String {
///     const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Upper"));
///     const WIDTH: Option<usize> = None;
///
///     fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
///         out.put(self.to_ascii_uppercase().as_bytes());
///         Ok(())
///     }
/// }
///
/// impl PrefixPart<Upper> for String {
///     fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
///         prefix.to_ascii_uppercase().into()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "no prefix is offered on this part",
    label = "the prefix of a `{Self}` is not the prefix of its bytes in the encoding `{E}`"
)]
pub trait PrefixPart<E>: KeyPart<E> {
    /// The bytes with which the part begins in the keys of all values with this prefix: of a text, in UTF-8.
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]>;
}

/// Encodings that write a value's own bytes: `[generics] type: <encoding> …;`.
macro_rules! raw {
    ($([$($g:tt)*] $part:ty, $encoding:ty;)*) => {$(
        impl<$($g)*> PrefixPart<$encoding> for $part {
            fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
                prefix.into()
            }
        }
    )*};
}

impl<T: PrefixPart<E>, E, const NUL: bool> PrefixPart<Closed<E, NUL>> for T {
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        <T as PrefixPart<E>>::prefix_bytes(prefix)
    }
}

macro_rules! parts {
    ($([$($g:tt)*] $part:ty;)*) => {$(
        raw! {
            [$($g)*] $part, Native;
            [$($g)* const W: u16] $part, Fixed<W>;
        }
    )*};
}

each_text!(parts);
each_bytes!(parts);

raw!([const N: usize] [u8; N], Native;);

macro_rules! padded {
    ($([$($g:tt)*] $part:ty;)*) => {$(
        // Padding on the right does not change a text's prefixes.
        raw!([$($g)* const W: u16, const PAD: u8] $part, Padded<W, PAD, false>;);
    )*};
}

each_text!(padded);

macro_rules! prefixes {
    (text: $([$($g:tt)*] $part:ty;)*) => {$(
        prefix!(['v, $($g)*] $part, &'v str);
        prefix!(['v, $($g)*] $part, &'v String);
        prefix!([$($g)*] $part, String);
    )*};
    (bytes: $([$($g:tt)*] $part:ty;)*) => {$(
        prefix!(['v, $($g)*] $part, &'v [u8]);
        prefix!(['v, $($g)*] $part, &'v Vec<u8>);
        prefix!([$($g)*] $part, Vec<u8>);
        prefix!(['v, $($g)* const M: usize,] $part, &'v [u8; M]);
    )*};
}

macro_rules! prefix {
    ([$($g:tt)*] $part:ty, $prefix:ty) => {
        impl<$($g)* E> KeyArg<$part, E> for Prefix<$prefix>
        where
            $part: PrefixPart<E>,
        {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                let prefix = <$part as PrefixPart<E>>::prefix_bytes(self.0.as_ref());
                scan.set_prefix(index, &prefix);
            }
        }
    };
}

each_text!(prefixes, text:);
each_bytes!(prefixes, bytes:);
prefixes!(bytes: [const N: usize,] [u8; N];);
