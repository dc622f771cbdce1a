//! Ranges of indexed values, as bytes.

use std::ops::Bound;

use hbase_backend::scan::prefix_successor;

use super::value::{IndexArg, IndexValue};
use crate::codec::CodecError;
use crate::key::BoundAt;

/// A range of the bytes of indexed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IndexRange {
    /// One value of all fields.
    Value(Vec<u8>),
    /// One value of each of the first fields, any of the others.
    Leading(Vec<u8>),
    /// From a start, inclusive, to a stop, exclusive.
    Between {
        start: Vec<u8>,
        stop: Option<Vec<u8>>,
    },
}

/// A range of the bytes of one field.
#[derive(Clone, Debug)]
pub(super) struct FieldRange {
    start: Vec<u8>,
    /// Exclusive; `None` for no end.
    stop: Option<Vec<u8>>,
}

impl FieldRange {
    /// The values between two bounds; `None` if the range is empty.
    pub(super) fn between<F, A: IndexArg<F>>(
        start: Bound<&A>,
        stop: Bound<&A>,
    ) -> Result<Option<Self>, CodecError> {
        let Some(start) = start_of(start)? else {
            return Ok(None);
        };
        let stop = stop_of(stop)?;
        let is_empty = stop.as_ref().is_some_and(|stop| *stop <= start);
        Ok((!is_empty).then_some(Self { start, stop }))
    }

    /// The texts that start with this one.
    pub(super) fn prefix(text: &str) -> Result<Self, CodecError> {
        let mut start = Vec::new();
        text.encode_entry(&mut start)?;
        // A text's last byte ends it.
        start.pop();
        let stop = prefix_successor(&start);
        Ok(Self { start, stop })
    }

    /// The range after the bytes of the fields before this one.
    pub(super) fn behind(&self, leading: &[u8]) -> IndexRange {
        let behind = |bytes: &Vec<u8>| [leading, bytes].concat();
        let stop = self.stop.as_ref().map(behind);
        IndexRange::Between {
            start: behind(&self.start),
            stop: stop.or_else(|| prefix_successor(leading)),
        }
    }
}

/// The bytes of a value.
pub(super) fn bytes_of<F, A: IndexArg<F>>(value: &A) -> Result<Vec<u8>, CodecError> {
    let mut bytes = Vec::new();
    value.encode_value(&mut bytes)?;
    Ok(bytes)
}

/// The first bytes from a bound on; `None` if all values are below it.
fn start_of<F, A: IndexArg<F>>(bound: Bound<&A>) -> Result<Option<Vec<u8>>, CodecError> {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(Some(Vec::new())),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    Ok(match value.encode_bound(&mut bytes)? {
        BoundAt::PastEnd => None,
        BoundAt::Exact if !is_included => prefix_successor(&bytes),
        BoundAt::Exact | BoundAt::Above => Some(bytes),
    })
}

/// The bytes at which a range ends; `None` for no end.
fn stop_of<F, A: IndexArg<F>>(bound: Bound<&A>) -> Result<Option<Vec<u8>>, CodecError> {
    let (value, is_included) = match bound {
        Bound::Unbounded => return Ok(None),
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
    };
    let mut bytes = Vec::new();
    Ok(match value.encode_bound(&mut bytes)? {
        BoundAt::PastEnd => None,
        BoundAt::Exact if is_included => prefix_successor(&bytes),
        BoundAt::Exact | BoundAt::Above => Some(bytes),
    })
}
