//! The order of a field's entries, and the values that are equal to one or within bounds, as in Rust's comparisons.

use std::ops::Bound;

use hbase_backend::scan::prefix_successor;
use hbase_model::Encoding;
use hbase_model::described::invert;

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
        let (low, high) = (
            start_of(start, floats.as_ref())?,
            stop_of(stop, floats.as_ref())?,
        );
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

fn start_of<F, A: IndexArg<F>>(
    bound: Bound<&A>,
    floats: Option<&Floats>,
) -> Result<Limit, CodecError> {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Limit::Open),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    let at = value.encode_bound(&mut bytes)?;
    let Some(bytes) = at_float(bytes, !is_included, floats) else {
        return Ok(Limit::Nothing);
    };
    Ok(match at {
        BoundAt::PastEnd => Limit::Nothing,
        BoundAt::Exact if !is_included => {
            prefix_successor(&bytes).map_or(Limit::Nothing, Limit::At)
        }
        BoundAt::Exact | BoundAt::Above => Limit::At(bytes),
    })
}

fn stop_of<F, A: IndexArg<F>>(
    bound: Bound<&A>,
    floats: Option<&Floats>,
) -> Result<Limit, CodecError> {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Limit::Open),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    let at = value.encode_bound(&mut bytes)?;
    let Some(bytes) = at_float(bytes, is_included, floats) else {
        return Ok(Limit::Nothing);
    };
    Ok(match at {
        BoundAt::PastEnd => Limit::Open,
        BoundAt::Exact if is_included => prefix_successor(&bytes).map_or(Limit::Open, Limit::At),
        BoundAt::Exact | BoundAt::Above => Limit::At(bytes),
    })
}

/// The bytes of a bound; `None` if no value is within it.
fn at_float(bytes: Vec<u8>, is_last: bool, floats: Option<&Floats>) -> Option<Vec<u8>> {
    match floats {
        Some(floats) => floats.bound(bytes, is_last),
        None => Some(bytes),
    }
}
