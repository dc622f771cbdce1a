//! What to look up in `hbase:meta`.

/// The region to look up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The region with this row.
    Of(&'a [u8]),
    /// The region that ends at this key.
    Before(&'a [u8]),
    /// The table's last region.
    Last,
}
