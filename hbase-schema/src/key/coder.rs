//! The writer and the reader of a key, as types: their methods need [`RowKey`](super::RowKey), which names both.

use std::marker::PhantomData;

use hbase_model::time::Period;

use super::marks::Marks;

/// Encodes a key's parts in order.
#[doc(hidden)]
#[derive(Debug)]
pub struct KeyWriter<K, W> {
    pub(super) out: W,
    pub(super) marks: Marks,
    /// The end of the last part that has a value, with its terminator, if parts may be left out.
    pub(super) end: usize,
    /// The first part without a value after which no part may have one.
    pub(super) absent: Option<usize>,
    pub(super) key: PhantomData<fn() -> K>,
}

/// Decodes a key's parts in order.
#[doc(hidden)]
#[derive(Debug)]
pub struct KeyReader<'k, K> {
    pub(super) key: &'k [u8],
    /// The offset of the first part.
    pub(super) body: usize,
    pub(super) at: usize,
    pub(super) marks: Marks,
    /// Whether the next part comes after a separator that is not the terminator of a value, if parts may be left out.
    pub(super) is_separated: bool,
    /// The period of the row's table, if its name contains a date.
    pub(super) period: Option<Period>,
    pub(super) of: PhantomData<fn() -> K>,
}
