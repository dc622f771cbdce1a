//! `desc` and `reverse`: the inverted or reversed bytes of another encoding.

use std::ops::Bound;

use hbase_model::primitive::reverse_in_place;
use hbase_model::{Encoding, KeySink, ValueError};

use super::encoding::{Desc, DescTerminated, Reverse};
use super::key_buf::KeyBuf;
use super::options::ReversePart;
use super::part::{
    BoundAt, DecodePart, DescPart, KeyPart, LeadingPart, RangePart, SelfDelimiting,
    TerminatedDescPart,
};
use crate::codec::CodecError;

/// Writes the bytes that `write` makes, changed by `change`.
fn put_changed<S: KeySink, A>(
    out: &mut S,
    change: impl FnOnce(&mut [u8]),
    write: impl FnOnce(&mut KeyBuf) -> Result<A, CodecError>,
) -> Result<A, CodecError> {
    let mut bytes = KeyBuf::new();
    let written = write(&mut bytes)?;
    change(bytes.as_mut());
    out.put(bytes.as_ref());
    Ok(written)
}

/// Writes the inverted bytes of what `write` writes.
fn put_inverted<S: KeySink, A>(
    encoding: &Encoding,
    out: &mut S,
    write: impl FnOnce(&mut KeyBuf) -> Result<A, CodecError>,
) -> Result<A, CodecError> {
    put_changed(out, |bytes| encoding.invert(bytes), write)
}

/// The bytes before they were inverted.
fn inverted(encoding: &Encoding, bytes: &[u8]) -> KeyBuf {
    let mut inverted = KeyBuf::from_slice(bytes);
    encoding.invert(inverted.as_mut());
    inverted
}

/// Encodings that invert the bytes of another one: by the trait of the types that can be inverted.
macro_rules! inverting {
    ($($encoding:ident: $part:ident;)*) => {$(
        impl<T: $part<E>, E> KeyPart<$encoding<E>> for T {
            const ENCODING: Encoding = T::ENCODING;
            const WIDTH: Option<usize> = T::WIDTH;
            const CODES: &'static str = T::CODES;

            #[inline]
            fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                put_inverted(&<T as KeyPart<E>>::ENCODING, out, |bytes| {
                    KeyPart::<E>::encode(self, bytes)
                })
            }

            fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
                match <T as KeyPart<E>>::WIDTH {
                    Some(width) => Ok(width),
                    None => <T as KeyPart<E>>::measure(inverted(&<T as KeyPart<E>>::ENCODING, bytes).as_ref()),
                }
            }
        }

        impl<'k, T, E> DecodePart<'k, $encoding<E>> for T
        where
            T: $part<E> + for<'a> DecodePart<'a, E>,
        {
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                <T as DecodePart<'_, E>>::decode(inverted(&<T as KeyPart<E>>::ENCODING, bytes).as_ref())
            }
        }

        impl<T: $part<E> + RangePart<E>, E> RangePart<$encoding<E>> for T {
            const DESCENDING: bool = !<T as RangePart<E>>::DESCENDING;

            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                put_inverted(&<T as KeyPart<E>>::ENCODING, out, |bytes| {
                    RangePart::<E>::encode_bound(self, bytes)
                })
            }

            fn encode_start<S: KeySink>(
                &self,
                is_included: bool,
                end: Bound<&Self>,
                out: &mut S,
            ) -> Result<BoundAt, CodecError> {
                put_inverted(&<T as KeyPart<E>>::ENCODING, out, |bytes| {
                    RangePart::<E>::encode_start(self, is_included, end, bytes)
                })
            }

            fn times(low: Bound<&Self>, high: Bound<&Self>) -> Option<(i64, i64)> {
                <T as RangePart<E>>::times(low, high)
            }
        }
    )*};
}

inverting! {
    Desc: DescPart;
    DescTerminated: TerminatedDescPart;
}

impl<T: ReversePart<E>, E> KeyPart<Reverse<E>> for T {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;
    const CODES: &'static str = T::CODES;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        put_changed(out, reverse_in_place, |bytes| {
            KeyPart::<E>::encode(self, bytes)
        })
    }
}

impl<'k, T, E> DecodePart<'k, Reverse<E>> for T
where
    T: ReversePart<E> + for<'a> DecodePart<'a, E>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        // Reversed, bytes that are not UTF-8 may become UTF-8.
        if T::ENCODING.is_text() {
            std::str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 {
                at: error.valid_up_to(),
            })?;
        }
        let mut straight = KeyBuf::from_slice(bytes);
        reverse_in_place(straight.as_mut());
        <T as DecodePart<'_, E>>::decode(straight.as_ref())
    }
}

impl<T: ReversePart<E> + SelfDelimiting<E>, E> SelfDelimiting<Reverse<E>> for T {}
impl<T: SelfDelimiting<E>, E> SelfDelimiting<DescTerminated<E>> for T {}
impl<T: LeadingPart<E>, E> LeadingPart<DescTerminated<E>> for T {}
