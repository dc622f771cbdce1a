//! What to look up in `hbase:meta`.

use bytes::Bytes;

/// The region to look up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// The region with this row.
    Of(Bytes),
    /// The region that ends at this key.
    Before(Bytes),
    /// The table's last region.
    Last,
}
