//! A stored cell, decoded in place.

use hbase_backend::CellKind;

/// A stored cell, decoded in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellView<'a> {
    pub(crate) row: &'a [u8],
    pub(crate) family: &'a [u8],
    pub(crate) qualifier: &'a [u8],
    pub(crate) timestamp: i64,
    pub(crate) kind: CellKind,
    pub(crate) value: &'a [u8],
    /// The cell's own time to live, in milliseconds.
    pub(crate) ttl_ms: Option<i64>,
}

impl CellView<'_> {
    /// Whether the cell's own time to live has expired. The sum wraps, as in `HBase`.
    #[inline]
    pub(crate) fn is_expired(&self, now: i64) -> bool {
        self.ttl_ms
            .is_some_and(|ttl_ms| self.timestamp.wrapping_add(ttl_ms) < now)
    }
}
