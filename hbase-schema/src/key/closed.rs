//! `Closed`: an encoding followed by a separator.
//!
//! Its impls are bounded by traits of the encoding, which contain those of the part with their parameters swapped.
//! Sometimes the compiler tries whether a type is a part in any encoding, for example for a method `encode` whose trait
//! is not in scope. It then leaves a bound on an unknown encoding open; with a bound on the type, it would close
//! encodings without end.

use std::fmt;
use std::ops::Bound;

use hbase_model::{Encoding, KeySink};

use super::encoding::Closed;
use super::part::{BoundAt, KeyPart, RangePart, SelfDelimiting};
use crate::codec::CodecError;

/// An encoding of `T`: [`KeyPart`].
pub trait Encodes<T> {
    /// The encoding as data.
    const ENCODING: Encoding;

    /// The width of every value in bytes, if it is fixed.
    const WIDTH: Option<usize>;

    /// The codes of an enum.
    const CODES: &'static str;

    /// Encodes the value.
    fn encode_part<S: KeySink>(part: &T, out: &mut S) -> Result<(), CodecError>;
}

impl<T: KeyPart<E>, E> Encodes<T> for E {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;
    const CODES: &'static str = T::CODES;

    #[inline]
    fn encode_part<S: KeySink>(part: &T, out: &mut S) -> Result<(), CodecError> {
        part.encode(out)
    }
}

impl<T: fmt::Debug, E: Encodes<T>, const NUL: bool> KeyPart<Closed<E, NUL>> for T {
    const ENCODING: Encoding = E::ENCODING;
    const WIDTH: Option<usize> = E::WIDTH;
    const CODES: &'static str = E::CODES;

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        E::encode_part(self, out)
    }
}

/// An encoding of `T` whose bytes sort before a separator: [`RangePart`]. `NUL`: before a NUL byte. No byte is smaller, so a text
/// sorts before all texts that it starts.
pub trait EncodesBounds<T, const NUL: bool>: Encodes<T> {
    /// Whether larger values have smaller bytes.
    const DESCENDING: bool;

    /// Encodes the value as a bound.
    fn encode_bound_of<S: KeySink>(part: &T, out: &mut S) -> Result<BoundAt, CodecError>;

    /// Encodes the value as the start of a range.
    fn encode_start_of<S: KeySink>(
        part: &T,
        is_included: bool,
        end: Bound<&T>,
        out: &mut S,
    ) -> Result<BoundAt, CodecError>;

    /// The first and the last millisecond of a range of times with `align`.
    fn times_of(low: Bound<&T>, high: Bound<&T>) -> Option<(i64, i64)>;
}

macro_rules! encodes_bounds {
    ($nul:literal, $($bound:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<T: $($bound)*, E> EncodesBounds<T, $nul> for E {
            const DESCENDING: bool = T::DESCENDING;

            fn encode_bound_of<S: KeySink>(part: &T, out: &mut S) -> Result<BoundAt, CodecError> {
                part.encode_bound(out)
            }

            fn encode_start_of<S: KeySink>(
                part: &T,
                is_included: bool,
                end: Bound<&T>,
                out: &mut S,
            ) -> Result<BoundAt, CodecError> {
                part.encode_start(is_included, end, out)
            }

            fn times_of(low: Bound<&T>, high: Bound<&T>) -> Option<(i64, i64)> {
                T::times(low, high)
            }
        }
    };
}

encodes_bounds!(false, RangePart<E> + SelfDelimiting<E>);
encodes_bounds!(true, RangePart<E>);

#[diagnostic::do_not_recommend]
impl<T: fmt::Debug, E: EncodesBounds<T, NUL>, const NUL: bool> RangePart<Closed<E, NUL>> for T {
    const DESCENDING: bool = E::DESCENDING;

    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        E::encode_bound_of(self, out)
    }

    fn encode_start<S: KeySink>(
        &self,
        is_included: bool,
        end: Bound<&Self>,
        out: &mut S,
    ) -> Result<BoundAt, CodecError> {
        E::encode_start_of(self, is_included, end, out)
    }

    fn times(low: Bound<&Self>, high: Bound<&Self>) -> Option<(i64, i64)> {
        E::times_of(low, high)
    }
}
