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
