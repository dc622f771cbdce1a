//! Increments and appends: changes that depend on what is there.

use crate::mutation::Durability;

/// Adds to counters of one row, atomically. A counter is a cell of 8 bytes, big-endian, signed;
/// overflow wraps; an absent cell counts as 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Increment {
    /// The row key.
    pub row: Vec<u8>,
    /// Family, qualifier and what is added.
    pub columns: Vec<(Vec<u8>, Vec<u8>, i64)>,
    /// How surely it is kept.
    pub durability: Durability,
    /// Time to live of the new cells, in milliseconds.
    pub ttl_ms: Option<u64>,
}

/// Appends bytes to values of one row, atomically. An absent cell counts as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Append {
    /// The row key.
    pub row: Vec<u8>,
    /// Family, qualifier and what is appended.
    pub columns: Vec<(Vec<u8>, Vec<u8>, Vec<u8>)>,
    /// How surely it is kept.
    pub durability: Durability,
    /// Time to live of the new cells, in milliseconds.
    pub ttl_ms: Option<u64>,
}
