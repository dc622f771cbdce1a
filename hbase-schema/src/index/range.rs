//! Ranges of indexed values, as bytes.

use hbase_backend::scan::prefix_successor;

use super::order::FieldRange;

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

impl FieldRange {
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
