//! `desc` and `reverse`: the inverted or reversed bytes of another encoding.

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

fn inverted<T: KeyPart<E>, E>(value: &T) -> Result<KeyBuf, CodecError> {
    let mut bytes = KeyBuf::new();
    value.encode(&mut bytes)?;
    invert(&T::ENCODING, bytes.as_mut());
    Ok(bytes)
}

fn encode<T: DescPart<E>, E, S: KeySink>(value: &T, out: &mut S) -> Result<(), CodecError> {
    out.put(inverted::<T, E>(value)?.as_ref());
    Ok(())
}

fn measure<T: DescPart<E>, E>(bytes: &[u8]) -> Result<usize, CodecError> {
    if let Some(width) = T::WIDTH {
        return Ok(width);
    }
    let mut straight = KeyBuf::from_slice(bytes);
    invert(&T::ENCODING, straight.as_mut());
    T::measure(straight.as_ref())
}

impl<T: DescPart<E>, E> KeyPart<Desc<E>> for T {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        encode::<T, E, S>(self, out)
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        measure::<T, E>(bytes)
    }
}

impl<'k, T, E> DecodePart<'k, Desc<E>> for T
where
    T: DescPart<E> + for<'a> DecodePart<'a, E>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        let mut straight = KeyBuf::from_slice(bytes);
        invert(&T::ENCODING, straight.as_mut());
        <T as DecodePart<'_, E>>::decode(straight.as_ref())
    }
}

impl<T: DescPart<E> + RangePart<E>, E> RangePart<Desc<E>> for T {
    const DESCENDING: bool = !<T as RangePart<E>>::DESCENDING;

    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        let mut bytes = KeyBuf::new();
        let at = <T as RangePart<E>>::encode_bound(self, &mut bytes)?;
        invert(&<T as KeyPart<E>>::ENCODING, bytes.as_mut());
        out.put(bytes.as_ref());
        Ok(at)
    }
}

fn encode_reversed<T: ReversePart<E>, E, S: KeySink>(
    value: &T,
    out: &mut S,
) -> Result<(), CodecError> {
    let mut bytes = KeyBuf::new();
    value.encode(&mut bytes)?;
    reverse_in_place(bytes.as_mut());
    out.put(bytes.as_ref());
    Ok(())
}

impl<T: ReversePart<E>, E> KeyPart<Reverse<E>> for T {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        encode_reversed::<T, E, S>(self, out)
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
