//! The order of a field's entries, and the values that are equal to one or within bounds, as in Rust's comparisons.

use std::ops::Bound;

use hbase_backend::scan::prefix_successor;
use hbase_model::Encoding;
use hbase_model::primitive::invert;

use super::value::IndexArg;
use crate::codec::CodecError;
use crate::floats::Floats;
use crate::key::BoundAt;
use crate::schema::IndexedField;

/// The order of a field's entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldOrder {
    encoding: &'static Encoding,
    desc: bool,
}

/// A bound of a range, as the bytes of one field.
enum Limit {
    /// All values are beyond it.
    Nothing,
    /// No bound.
    Open,
    /// The first bytes from the bound on.
    At(Vec<u8>),
}

impl FieldOrder {
    pub(super) const fn of(field: &IndexedField) -> Self {
        Self {
            encoding: field.encoding,
            desc: field.desc,
        }
    }

    /// The entries' bytes of all values that are equal to this one: both zeros of a float, no NaN.
    pub(super) fn equal_to<F, A: IndexArg<F>>(self, value: &A) -> Result<Vec<Vec<u8>>, CodecError> {
        let mut bytes = Vec::new();
        value.encode_value(&mut bytes)?;
        let mut equal = match Floats::of(self.encoding) {
            Some(floats) => floats.equal_to(bytes),
            None => vec![bytes],
        };
        if self.desc {
            for bytes in &mut equal {
                invert(bytes);
            }
        }
        Ok(equal)
    }

    /// The bytes of the values between two bounds, from a start, inclusive, to a stop, exclusive; `None` if there is no
    /// such value.
    pub(super) fn between<F, A: IndexArg<F>>(
        self,
        start: Bound<&A>,
        stop: Bound<&A>,
    ) -> Result<Option<FieldRange>, CodecError> {
        let floats = Floats::of(self.encoding);
        let low = limit(start, false, floats.as_ref())?;
        let high = limit(stop, true, floats.as_ref())?;
        let (start, stop) = match (low, high, floats) {
            (Limit::Nothing, ..) | (_, Limit::Nothing, _) => return Ok(None),
            (Limit::Open, Limit::Open, _) => (Vec::new(), None),
            (Limit::At(start), Limit::At(stop), _) => (start, Some(stop)),
            (Limit::At(start), Limit::Open, floats) => {
                // NaN is beyond the infinities.
                let stop = floats.and_then(|floats| prefix_successor(&floats.infinities[1]));
                (start, stop)
            }
            (Limit::Open, Limit::At(stop), floats) => {
                let start = floats.map(|floats| floats.infinities[0].clone());
                (start.unwrap_or_default(), Some(stop))
            }
        };
        if stop.as_ref().is_some_and(|stop| *stop <= start) {
            return Ok(None);
        }
        Ok(self.ordered(FieldRange { start, stop }))
    }

    /// The bytes of the values that start with these ascending ones.
    pub(super) fn starting_with(self, mut start: Vec<u8>) -> FieldRange {
        if self.desc {
            invert(&mut start);
        }
        let stop = prefix_successor(&start);
        FieldRange { start, stop }
    }

    /// A range of ascending bytes in this order; `None` if it is empty. A bound may be the first bytes of values, so
    /// the inverted bounds include or exclude everything that starts with them.
    fn ordered(self, ascending: FieldRange) -> Option<FieldRange> {
        if !self.desc {
            return Some(ascending);
        }
        let inverted = |mut bytes: Vec<u8>| {
            invert(&mut bytes);
            prefix_successor(&bytes)
        };
        let start = match ascending.stop {
            None => Vec::new(),
            Some(stop) => inverted(stop)?,
        };
        let stop = inverted(ascending.start);
        Some(FieldRange { start, stop })
    }
}

/// A range of the bytes of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldRange {
    pub(super) start: Vec<u8>,
    /// Exclusive; `None` for no end.
    pub(super) stop: Option<Vec<u8>>,
}

/// The first bytes of the values from a start on, or after a stop.
fn limit<F, A: IndexArg<F>>(
    bound: Bound<&A>,
    is_stop: bool,
    floats: Option<&Floats>,
) -> Result<Limit, CodecError> {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Limit::Open),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    let at = value.encode_bound(&mut bytes)?;
    // Past the value itself.
    let is_past = is_included == is_stop;
    let bytes = match floats {
        Some(floats) => floats.bound(bytes, is_past),
        None => Some(bytes),
    };
    let Some(bytes) = bytes else {
        return Ok(Limit::Nothing);
    };
    let first = match at {
        BoundAt::PastEnd => None,
        BoundAt::Exact if is_past => prefix_successor(&bytes),
        BoundAt::Exact | BoundAt::Above => Some(bytes),
    };
    let beyond = if is_stop { Limit::Open } else { Limit::Nothing };
    Ok(first.map_or(beyond, Limit::At))
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::ops::RangeBounds;

    use super::*;
    use crate::index::value::IndexValue;

    static BYTES: Encoding = <u8 as IndexValue>::ENCODING;
    static FLOATS: Encoding = <f32 as IndexValue>::ENCODING;

    fn order(encoding: &'static Encoding, desc: bool) -> FieldOrder {
        FieldOrder { encoding, desc }
    }

    fn range(start: &[u8], stop: Option<&[u8]>) -> FieldRange {
        FieldRange {
            start: start.to_vec(),
            stop: stop.map(<[u8]>::to_vec),
        }
    }

    /// The entries within each pair of bounds are those of the values that Rust finds within them.
    fn compared_as_in_rust<T>(encoding: &'static Encoding, values: &[T])
    where
        T: IndexValue + IndexArg<T> + PartialOrd + Copy + Debug,
    {
        let both = values
            .iter()
            .flat_map(|value| [Bound::Included(value), Bound::Excluded(value)]);
        let bounds: Vec<_> = both.chain([Bound::Unbounded]).collect();
        for (desc, low, high) in [false, true]
            .into_iter()
            .flat_map(|desc| bounds.iter().map(move |low| (desc, *low)))
            .flat_map(|(desc, low)| bounds.iter().map(move |high| (desc, low, *high)))
        {
            let order = order(encoding, desc);
            let range = order.between::<T, T>(low, high).expect("a range");
            for value in values {
                let mut entry = Vec::new();
                value.encode_entry(&mut entry).expect("it fits");
                if desc {
                    invert(&mut entry);
                }
                let found = range.as_ref().is_some_and(|range| {
                    let before_stop = range.stop.as_ref().is_none_or(|stop| entry < *stop);
                    range.start <= entry && before_stop
                });
                let expected = (low, high).contains(value);
                assert_eq!(found, expected, "{value:?} in {low:?} to {high:?}, {desc}");
            }
        }
    }

    #[test]
    fn values_are_within_bounds_as_in_rust() {
        compared_as_in_rust::<u8>(&BYTES, &[0, 1, 3, 4, 254, 255]);
        let (infinity, nan) = (f32::INFINITY, f32::NAN);
        let floats = [-nan, -infinity, -1.5, -0.0, 0.0, 1.5, infinity, nan];
        compared_as_in_rust::<f32>(&FLOATS, &floats);
    }

    #[test]
    fn equal_values_are_inverted_in_descending_order() {
        let equal = |desc| order(&BYTES, desc).equal_to::<u8, u8>(&3);
        assert_eq!(equal(false), Ok(vec![vec![3]]));
        assert_eq!(equal(true), Ok(vec![vec![252]]));
        let zeros = order(&FLOATS, false).equal_to::<f32, f32>(&0.0);
        assert_eq!(zeros.map(|zeros| zeros.len()), Ok(2));
        let nan = order(&FLOATS, true).equal_to::<f32, f32>(&f32::NAN);
        assert_eq!(nan, Ok(Vec::new()));
    }

    #[test]
    fn prefixes_end_before_their_successors() {
        let starting = |desc, start: &[u8]| order(&BYTES, desc).starting_with(start.to_vec());
        assert_eq!(starting(false, &[1, 2]), range(&[1, 2], Some(&[1, 3])));
        assert_eq!(
            starting(true, &[1, 2]),
            range(&[254, 253], Some(&[254, 254]))
        );
        assert_eq!(starting(false, &[255]), range(&[255], None));
        assert_eq!(starting(true, &[0]), range(&[255], None));
    }

    #[test]
    fn ranges_without_a_value_are_none() {
        let between = |low, high| order(&BYTES, false).between::<u8, u8>(low, high);
        let (four, five, last) = (
            Bound::Excluded(&4),
            Bound::Excluded(&5),
            Bound::Excluded(&255),
        );
        assert_eq!(between(four, five), Ok(None));
        assert_eq!(between(last, Bound::Unbounded), Ok(None));
        let to_last = between(Bound::Unbounded, Bound::Included(&255));
        assert_eq!(to_last, Ok(Some(range(&[], None))));
    }
}
