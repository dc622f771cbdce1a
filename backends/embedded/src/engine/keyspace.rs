//! Keyspaces and their entries.

use fjall::Slice;

/// A keyspace's number, never reused.
pub(crate) type KeyspaceId = u64;

/// A key and its value, as stored.
pub(crate) type Entry = (Slice, Slice);

/// The direction in which a range is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}
