//! Values and ranges of indexed fields.

use std::ops::{Bound, RangeBounds};

use hbase_model::Encoding;
use hbase_model::primitive::invert;

use crate::codec::CodecError;
use crate::floats::Floats;
use crate::key::{BoundAt, KeyPart, RangePart, SelfDelimiting};

/// A value of an indexed field of type `T` in the encoding `C`: a `T`, a reference to one, or a `&str`
/// for a `String`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of this indexed field, which is a `{T}`",
    label = "expected a `{T}`, or a reference to one, whose bytes in the encoding `{C}` sort as the values do and determine their end",
    note = "signed integers, floats and text are indexed as they are; for unsigned integers, times and `[u8; N]`, declare the encoding: `IndexField<_, {T}, Native>`"
)]
pub trait EntryArg<T, C> {
    /// Whether larger values have smaller bytes.
    #[doc(hidden)]
    const DESCENDING: bool;

    /// The encoding as data.
    #[doc(hidden)]
    const ENCODING: Encoding;

    /// Appends the value's bytes.
    #[doc(hidden)]
    fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;

    /// Appends the bytes of the value, or of the next larger one.
    #[doc(hidden)]
    fn encode_value_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError>;
}

/// A type of indexed fields of entries that derive `IndexedEntry`, in the encoding `C`: its bytes sort as
/// the values do, and determine their end.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an indexed field of an entry here",
    label = "no index on this type in the encoding `{C}`",
    note = "signed integers, floats and text are indexed as they are; unsigned integers, times and `[u8; N]` with `native`, as in `#[index(tag = 1, native)]`",
    note = "an `Option` has no value in some entries, and a list has several: implement `IndexedEntry` by hand for such a struct"
)]
pub trait EntryValue<C>: RangePart<C> + SelfDelimiting<C> {}

#[diagnostic::do_not_recommend]
impl<T: RangePart<C> + SelfDelimiting<C>, C> EntryValue<C> for T {}

macro_rules! args {
    ($([$($g:tt)*] $field:ty, $arg:ty, $part:ty;)*) => {$(
        impl<$($g)* C> EntryArg<$field, C> for $arg
        where
            $part: RangePart<C> + SelfDelimiting<C>,
        {
            const DESCENDING: bool = <$part as RangePart<C>>::DESCENDING;
            const ENCODING: Encoding = <$part as KeyPart<C>>::ENCODING;

            fn encode_value(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                <$part as KeyPart<C>>::encode(self, out)
            }

            fn encode_value_bound(&self, out: &mut Vec<u8>) -> Result<BoundAt, CodecError> {
                <$part as RangePart<C>>::encode_bound(self, out)
            }
        }
    )*};
}

args! {
    [T,] T, T, T;
    ['a, T,] T, &'a T, T;
    ['a,] String, &'a str, &'a str;
}

/// A range of an indexed field's encoded values, in the order of their bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueBounds {
    /// No value.
    Empty,
    /// A range of values.
    Range(Bound<Vec<u8>>, Bound<Vec<u8>>),
    /// The texts that start with this.
    Prefix(String),
}

impl ValueBounds {
    pub(crate) const ALL: Self = Self::Range(Bound::Unbounded, Bound::Unbounded);

    /// The values that are equal to one: both zeros of a float, which are next to each other, and no NaN.
    pub(crate) fn of_value<T, C, A: EntryArg<T, C>>(value: &A) -> Result<Self, CodecError> {
        let mut bytes = Vec::new();
        value.encode_value(&mut bytes)?;
        let Some(special) = Special::of::<T, C, A>() else {
            return Ok(Self::Range(
                Bound::Included(bytes.clone()),
                Bound::Included(bytes),
            ));
        };
        let bounds = [false, true].map(|is_last| special.bound(bytes.clone(), is_last));
        let [Some(first), Some(last)] = bounds else {
            return Ok(Self::Empty);
        };
        let (low, high) = (Bound::Included(first), Bound::Included(last));
        Ok(if A::DESCENDING {
            Self::Range(high, low)
        } else {
            Self::Range(low, high)
        })
    }

    /// A range of values, as Rust compares them.
    pub(crate) fn of_range<T, C, B: EntryArg<T, C>>(
        range: &impl RangeBounds<B>,
    ) -> Result<Self, CodecError> {
        let (Some(mut low), Some(mut high)) = (low(range.start_bound())?, high(range.end_bound())?)
        else {
            return Ok(Self::Empty);
        };
        if let Some(special) = Special::of::<T, C, B>() {
            let bounds = special.range(low, high);
            let Some(bounds) = bounds else {
                return Ok(Self::Empty);
            };
            (low, high) = bounds;
        }
        Ok(if B::DESCENDING {
            Self::Range(high, low)
        } else {
            Self::Range(low, high)
        })
    }
}

/// The special floats of an encoding, ascending or descending.
struct Special {
    floats: Floats,
    desc: bool,
}

impl Special {
    fn of<T, C, A: EntryArg<T, C>>() -> Option<Self> {
        let floats = Floats::of(&A::ENCODING)?;
        let desc = A::DESCENDING;
        Some(Self { floats, desc })
    }

    /// The bytes of a bound; `None` for NaN.
    fn bound(&self, bytes: Vec<u8>, is_last: bool) -> Option<Vec<u8>> {
        let ascending = self.floats.bound(self.turned(bytes), is_last);
        ascending.map(|bytes| self.turned(bytes))
    }

    /// Bytes in ascending order as bytes in this order, and the other way round.
    fn turned(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        if self.desc {
            invert(&mut bytes);
        }
        bytes
    }

    /// The lower and the upper bound of a range without NaN, unless it has no bound; `None` if a bound is NaN.
    fn range(&self, low: Bound<Vec<u8>>, high: Bound<Vec<u8>>) -> Option<Limits> {
        if (&low, &high) == (&Bound::Unbounded, &Bound::Unbounded) {
            return Some((low, high));
        }
        let [least, most] = self.floats.infinities.clone();
        Some((
            match low {
                Bound::Unbounded => Bound::Included(self.turned(least)),
                Bound::Included(bytes) => Bound::Included(self.bound(bytes, false)?),
                Bound::Excluded(bytes) => Bound::Excluded(self.bound(bytes, true)?),
            },
            match high {
                Bound::Unbounded => Bound::Included(self.turned(most)),
                Bound::Included(bytes) => Bound::Included(self.bound(bytes, true)?),
                Bound::Excluded(bytes) => Bound::Excluded(self.bound(bytes, false)?),
            },
        ))
    }
}

type Limits = (Bound<Vec<u8>>, Bound<Vec<u8>>);
type Encoded = Result<Option<Bound<Vec<u8>>>, CodecError>;

/// The lower bound; `None` if it is above every value.
fn low<T, C, B: EntryArg<T, C>>(bound: Bound<&B>) -> Encoded {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Some(Bound::Unbounded)),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    Ok(match value.encode_value_bound(&mut bytes)? {
        BoundAt::PastEnd => None,
        BoundAt::Exact if !is_included => Some(Bound::Excluded(bytes)),
        BoundAt::Exact | BoundAt::Above => Some(Bound::Included(bytes)),
    })
}

/// The upper bound.
fn high<T, C, B: EntryArg<T, C>>(bound: Bound<&B>) -> Encoded {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Some(Bound::Unbounded)),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    Ok(Some(match value.encode_value_bound(&mut bytes)? {
        BoundAt::PastEnd => Bound::Unbounded,
        BoundAt::Exact if is_included => Bound::Included(bytes),
        BoundAt::Exact | BoundAt::Above => Bound::Excluded(bytes),
    }))
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::key::KeyBuf;
    use crate::key::encoding::{Desc, Native, Ordered};

    fn contain(bounds: &ValueBounds, bytes: &[u8]) -> bool {
        let ValueBounds::Range(low, high) = bounds else {
            return false;
        };
        let (low, high) = (low.as_ref(), high.as_ref());
        let bounds = (low.map(Vec::as_slice), high.map(Vec::as_slice));
        RangeBounds::<[u8]>::contains(&bounds, bytes)
    }

    /// The values within bounds, and those that are equal to one, are those that Rust finds.
    fn compared_as_in_rust<T, C>(values: &[T])
    where
        T: EntryValue<C> + PartialOrd + Copy + Debug,
    {
        let entries = values.iter().map(|value| {
            let mut bytes = KeyBuf::new();
            KeyPart::<C>::encode(value, &mut bytes).expect("it fits");
            (*value, bytes)
        });
        let entries: Vec<_> = entries.collect();
        let both = values
            .iter()
            .flat_map(|value| [Bound::Included(*value), Bound::Excluded(*value)]);
        let all: Vec<_> = both.chain([Bound::Unbounded]).collect();
        for (low, high) in all
            .iter()
            .flat_map(|low| all.iter().map(move |high| (*low, *high)))
        {
            let bounds = ValueBounds::of_range::<T, C, T>(&(low, high)).expect("bounds");
            for (value, bytes) in &entries {
                let expected = (low, high).contains(value);
                assert_eq!(
                    contain(&bounds, bytes),
                    expected,
                    "{value:?} in {low:?} to {high:?}"
                );
            }
        }
        for of in values {
            let bounds = ValueBounds::of_value::<T, C, T>(of).expect("bounds");
            for (value, bytes) in &entries {
                assert_eq!(contain(&bounds, bytes), value == of, "{value:?} as {of:?}");
            }
        }
    }

    #[test]
    fn values_are_within_bounds_as_in_rust() {
        let (infinity, nan) = (f64::INFINITY, f64::NAN);
        let floats = [-nan, -infinity, -1.5, -0.0, 0.0, 1.5, infinity, nan];
        compared_as_in_rust::<f64, Ordered>(&floats);
        compared_as_in_rust::<f64, Desc<Ordered>>(&floats);
        compared_as_in_rust::<f64, Native>(&floats);
        compared_as_in_rust::<f64, Desc<Native>>(&floats);
        let integers = [i32::MIN, -1, 0, 1, 7, i32::MAX];
        compared_as_in_rust::<i32, Ordered>(&integers);
        compared_as_in_rust::<i32, Desc<Ordered>>(&integers);
    }

    /// Bounds that the encoding does not have are those of its first and last values.
    #[test]
    fn bounds_beyond_the_encoding_are_rounded_up() {
        use crate::key::encoding::Time;
        use crate::time::Timestamp;

        type Seconds = Time<2, false, 0, false, 0>;
        let of = |low: Bound<i64>, high: Bound<i64>| {
            let bounds = (
                low.map(Timestamp::from_millis),
                high.map(Timestamp::from_millis),
            );
            ValueBounds::of_range::<Timestamp, Seconds, Timestamp>(&bounds).expect("bounds")
        };
        let bytes = |seconds: u32| seconds.to_be_bytes().to_vec();
        // After 1.0 to 1.999 s, the next second is 2.
        assert_eq!(
            of(Bound::Excluded(1000), Bound::Excluded(9000)),
            ValueBounds::Range(Bound::Excluded(bytes(1)), Bound::Excluded(bytes(9)))
        );
        for low in [Bound::Included(1001), Bound::Excluded(1001)] {
            assert_eq!(
                of(low, Bound::Included(9001)),
                ValueBounds::Range(Bound::Included(bytes(2)), Bound::Excluded(bytes(10)))
            );
        }
        let past = i64::from(u32::MAX) * 1000 + 1;
        assert_eq!(
            of(Bound::Included(past), Bound::Unbounded),
            ValueBounds::Empty
        );
        assert_eq!(
            of(Bound::Included(1000), Bound::Excluded(past)),
            ValueBounds::Range(Bound::Included(bytes(1)), Bound::Unbounded)
        );
    }
}
