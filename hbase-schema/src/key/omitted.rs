//! Parts that may be left out (`omit_none`): `None` has no bytes. [`KeyWriter`](super::KeyWriter) and
//! [`KeyReader`](super::KeyReader) omit the separator before such a part at the end of a key.
//!
//! `None` sorts before all values, as in Rust, but only if the values ascend: the others have no ranges.

use std::ops::Bound;

use hbase_model::time::TimeKind;
use hbase_model::{Encoding, KeySink};

use super::encoding::{Escaped, Fixed, Java, Native, OfDay, OmitNone, Ordered, Padded, Time};
use super::escaped::KeepsOrder;
use super::part::{
    BoundAt, DecodePart, KeyPart, OmittedPart, RangePart, SelfDelimiting, properties,
};
use crate::codec::CodecError;

/// A sink that knows whether it got a byte.
struct Counted<'s, S: ?Sized> {
    out: &'s mut S,
    is_empty: bool,
}

impl<S: KeySink + ?Sized> KeySink for Counted<'_, S> {
    fn put(&mut self, bytes: &[u8]) {
        self.is_empty &= bytes.is_empty();
        self.out.put(bytes);
    }
}

impl<T: KeyPart<E>, E> KeyPart<OmitNone<E>> for Option<T> {
    const ENCODING: Encoding = T::ENCODING;
    const WIDTH: Option<usize> = T::WIDTH;
    const CODES: &'static str = T::CODES;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let Some(value) = self else {
            return Ok(());
        };
        let mut out = Counted {
            out,
            is_empty: true,
        };
        value.encode(&mut out)?;
        if out.is_empty {
            return Err(CodecError::new(
                "found an empty value, which would be read as `None`: write `None`",
            ));
        }
        Ok(())
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        T::measure(bytes)
    }
}

impl<'k, T, E> DecodePart<'k, OmitNone<E>> for Option<T>
where
    T: KeyPart<E> + DecodePart<'k, E>,
{
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        match bytes {
            [] => Ok(None),
            _ => T::decode(bytes).map(Some),
        }
    }
}

impl<T: KeyPart<E>, E> OmittedPart<E> for Option<T> {}

/// The error for a bound without a value.
fn none() -> CodecError {
    CodecError::new(
        "found `None` as the bound of a range, expected a value: scan for `None` itself, or leave the bound out",
    )
}

/// Writes a bound. A bound without bytes would be read as `None`, so it becomes the first one above `None`. A bound above all
/// values has no bytes, and stays as it is.
fn bound_of<S: KeySink>(
    out: &mut S,
    encode: impl FnOnce(&mut Counted<'_, S>) -> Result<BoundAt, CodecError>,
) -> Result<BoundAt, CodecError> {
    let mut out = Counted {
        out,
        is_empty: true,
    };
    let at = encode(&mut out)?;
    if out.is_empty && at != BoundAt::PastEnd {
        out.put_byte(0);
        return Ok(BoundAt::Above);
    }
    Ok(at)
}

/// The bound of the values.
fn value_of<T>(bound: Bound<&Option<T>>) -> Result<Bound<&T>, CodecError> {
    Ok(match bound {
        Bound::Unbounded => Bound::Unbounded,
        Bound::Included(value) => Bound::Included(value.as_ref().ok_or_else(none)?),
        Bound::Excluded(value) => Bound::Excluded(value.as_ref().ok_or_else(none)?),
    })
}

macro_rules! ranges {
    ($([$($g:tt)*] $encoding:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: RangePart<$encoding>, $($g)*> RangePart<OmitNone<$encoding>> for Option<T> {
            const DESCENDING: bool = {
                assert!(!T::DESCENDING, "`omit_none`: the part has no ranges, because its values descend");
                false
            };

            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                let value = self.as_ref().ok_or_else(none)?;
                bound_of(out, |out| value.encode_bound(out))
            }

            fn encode_start<S: KeySink>(
                &self,
                is_included: bool,
                end: Bound<&Self>,
                out: &mut S,
            ) -> Result<BoundAt, CodecError> {
                let (value, end) = (self.as_ref().ok_or_else(none)?, value_of(end)?);
                bound_of(out, |out| value.encode_start(is_included, end, out))
            }
        }
    )*};
}

ranges! {
    [] Native;
    [const W: u16] Fixed<W>;
    [const W: u16, const PAD: u8, const LEFT: bool] Padded<W, PAD, LEFT>;
    [R: KeepsOrder] Escaped<R>;
    [] Java;
    [] Ordered;
    [const MINUTES: bool, const TRUNCATE: bool] OfDay<MINUTES, TRUNCATE>;
}

/// Times ascend in each way but one, `-ms`.
macro_rules! times {
    ($($kind:ident)*) => {
        ranges! {
            $([const OFFSET_S: i32, const TRUNCATE: bool, const ALIGN_MS: u32]
                Time<{ TimeKind::$kind.code() }, false, OFFSET_S, TRUNCATE, ALIGN_MS>;)*
        }
    };
}

times!(Millis Seconds Seconds10 Year Month Day Hour Minute Millis13 Second Millisecond Millis19);

properties!([T: SelfDelimiting<E>, E] Option<T>: SelfDelimiting<OmitNone<E>>;);
