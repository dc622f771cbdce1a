//! What every engine's keyspaces consist of.

use fjall::Slice;

/// A keyspace's number. Numbers are never used twice.
pub(crate) type KeyspaceId = u64;

/// A key and its value, as stored.
pub(crate) type Entry = (Slice, Slice);

/// Which way a range is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}
