//! The version of the format.

/// The version of the format that this crate writes and reads.
pub const FORMAT: &str = "hbase-schema/2";

/// The number of that version.
pub(super) const VERSION: u32 = 2;
