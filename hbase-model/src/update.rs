//! Increments and appends: changes that depend on what is there.

use crate::mutation::Durability;

/// Adds to counters of one row, atomically. A counter is a cell of 8 bytes, big-endian, signed;
/// overflow wraps; an absent cell counts as 0.
///
/// Open to literals, with `..` for the rest: the [`crate`] says why.
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
///
/// Open to literals, with `..` for the rest: the [`crate`] says why.
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

impl Increment {
    /// An increment of `row` that adds to no counter yet.
    ///
    /// ```
    /// use hbase_model::Increment;
    /// let visits = Increment::new(b"row-1").add(b"D1", b"VISITS", 1);
    /// assert_eq!(visits.columns.len(), 1);
    /// ```
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }

    /// Adds `amount` to one more counter.
    #[must_use]
    pub fn add(mut self, family: &[u8], qualifier: &[u8], amount: i64) -> Self {
        self.columns
            .push((family.to_vec(), qualifier.to_vec(), amount));
        self
    }
}

impl Append {
    /// An append to `row` that changes no value yet.
    ///
    /// ```
    /// use hbase_model::Append;
    /// let log = Append::new(b"row-1").add(b"D1", b"LOG", b"started;");
    /// assert_eq!(log.columns.len(), 1);
    /// ```
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }

    /// Appends `addition` to one more value.
    #[must_use]
    pub fn add(mut self, family: &[u8], qualifier: &[u8], addition: &[u8]) -> Self {
        self.columns
            .push((family.to_vec(), qualifier.to_vec(), addition.to_vec()));
        self
    }
}
