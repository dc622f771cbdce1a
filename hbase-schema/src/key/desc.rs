//! `desc` and `reverse`: the inverted or reversed bytes of another encoding.

use std::ops::Bound;

use hbase_model::primitive::{nines_in_place, reverse_in_place};
use hbase_model::{Encoding, KeySink, ValueError};

use super::encoding::{Desc, Reverse};
use super::key_buf::KeyBuf;
use super::options::ReversePart;
use super::part::{BoundAt, DecodePart, DescPart, KeyPart, RangePart, SelfDelimiting};
use crate::codec::CodecError;

/// Inverts the order: digits by their nines' complement, other bytes bit by bit.
fn invert(encoding: &Encoding, bytes: &mut [u8]) {
    if encoding.is_digits() {
        nines_in_place(bytes);
    } else {
        for byte in bytes {
            *byte = !*byte;
        }
    }
}

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

/// The bytes before they were inverted.
fn straight<T: KeyPart<E>, E>(bytes: &[u8]) -> KeyBuf {
    let mut straight = KeyBuf::from_slice(bytes);
    invert(&T::ENCODING, straight.as_mut());
    straight
}

impl<T: DescPart<E>, E> KeyPart<Desc<E>> for T {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let change = |bytes: &mut [u8]| invert(&<T as KeyPart<E>>::ENCODING, bytes);
        put_changed(out, change, |bytes| KeyPart::<E>::encode(self, bytes))
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        match <T as KeyPart<E>>::WIDTH {
            Some(width) => Ok(width),
            None => <T as KeyPart<E>>::measure(straight::<T, E>(bytes).as_ref()),
        }
    }
}

impl<'k, T, E> DecodePart<'k, Desc<E>> for T
where
    T: DescPart<E> + for<'a> DecodePart<'a, E>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        <T as DecodePart<'_, E>>::decode(straight::<T, E>(bytes).as_ref())
    }
}

impl<T: DescPart<E> + RangePart<E>, E> RangePart<Desc<E>> for T {
    const DESCENDING: bool = !<T as RangePart<E>>::DESCENDING;

    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        let change = |bytes: &mut [u8]| invert(&<T as KeyPart<E>>::ENCODING, bytes);
        put_changed(out, change, |bytes| {
            RangePart::<E>::encode_bound(self, bytes)
        })
    }

    fn encode_start<S: KeySink>(
        &self,
        is_included: bool,
        end: Bound<&Self>,
        out: &mut S,
    ) -> Result<BoundAt, CodecError> {
        let change = |bytes: &mut [u8]| invert(&<T as KeyPart<E>>::ENCODING, bytes);
        put_changed(out, change, |bytes| {
            RangePart::<E>::encode_start(self, is_included, end, bytes)
        })
    }
}

impl<T: ReversePart<E>, E> KeyPart<Reverse<E>> for T {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;

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
