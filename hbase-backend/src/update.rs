//! Increments and appends: atomic read-modify-write.

use crate::mutation::Durability;

/// Adds to counters of one row, atomically. A counter is a cell of 8 bytes, big-endian, signed;
/// overflow wraps; an absent cell counts as 0.
///
/// A struct with public fields: use literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Increment {
    /// The row key.
    pub row: Vec<u8>,
    /// Family, qualifier and amount.
    pub columns: Vec<(Vec<u8>, Vec<u8>, i64)>,
    /// The durability.
    pub durability: Durability,
    /// Time to live of the new cells, in milliseconds.
    pub ttl_ms: Option<u64>,
}

/// Appends bytes to values of one row, atomically. An absent cell counts as empty.
///
/// A struct with public fields: use literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Append {
    /// The row key.
    pub row: Vec<u8>,
    /// Family, qualifier and addition.
    pub columns: Vec<(Vec<u8>, Vec<u8>, Vec<u8>)>,
    /// The durability.
    pub durability: Durability,
    /// Time to live of the new cells, in milliseconds.
    pub ttl_ms: Option<u64>,
}

impl Increment {
    /// An increment of `row` without counters.
    ///
    /// ```
    /// use hbase_backend::Increment;
    /// let visits = Increment::new(b"row-1").add(b"D1", b"VISITS", 1);
    /// assert_eq!(visits.columns.len(), 1);
    /// ```
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }

    /// Adds a counter and its amount.
    #[must_use]
    pub fn add(mut self, family: &[u8], qualifier: &[u8], amount: i64) -> Self {
        self.columns
            .push((family.to_vec(), qualifier.to_vec(), amount));
        self
    }
}

impl Append {
    /// An append to `row` without values.
    ///
    /// ```
    /// use hbase_backend::Append;
    /// let log = Append::new(b"row-1").add(b"D1", b"LOG", b"started;");
    /// assert_eq!(log.columns.len(), 1);
    /// ```
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }

    /// Adds a value and the bytes to append.
    #[must_use]
    pub fn add(mut self, family: &[u8], qualifier: &[u8], addition: &[u8]) -> Self {
        self.columns
            .push((family.to_vec(), qualifier.to_vec(), addition.to_vec()));
        self
    }
}
