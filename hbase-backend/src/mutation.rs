//! Atomic puts and deletes of one row.

use crate::block::CellBlock;
use crate::cell::{CellKind, CellRef, LATEST_TIMESTAMP, given_timestamp};
use crate::error::Result;

/// The durability of a write when it is acknowledged (`Durability` of `HBase`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Durability {
    /// The table's durability; a synced log by default.
    #[default]
    UseDefault,
    /// Not logged: lost when the server dies before its next flush.
    SkipWal,
    /// Logged soon after the acknowledgement.
    AsyncWal,
    /// Logged before the acknowledgement.
    SyncWal,
    /// Logged and forced to disk before the acknowledgement.
    FsyncWal,
}

/// Puts and delete markers of one row, which take effect atomically.
///
/// A put is a `Mutation` with only puts, a delete is one with only markers; `HBase` calls a mixture
/// `RowMutations`. A cell without an explicit timestamp has [`LATEST_TIMESTAMP`].
///
/// ```
/// use hbase_backend::Mutation;
/// let mut row = Mutation::new(b"row-1");
/// row.put(b"D1", b"NAME", b"Ada")?;
/// row.delete_column(b"D1", b"NICKNAME", None)?;
/// assert_eq!(row.cells().len(), 2);
/// # Ok::<(), hbase_backend::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutation {
    row: Vec<u8>,
    cells: CellBlock,
    delete_row: Option<i64>,
    /// The durability.
    pub durability: Durability,
    /// Time to live of the puts, in milliseconds (a cell's TTL is in ms, a family's in seconds).
    pub ttl_ms: Option<u64>,
}

/// Bytes of a cell besides its row, family, qualifier and value.
const KEY_BYTES: usize = 24;

/// Maximum bytes that are reserved for later cells.
const FIRST_BYTES: usize = 256;

impl Mutation {
    /// An empty mutation of `row`.
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }

    /// A mutation of `row` with already encoded cells; each must have the key `row`.
    pub fn from_block(row: impl Into<Vec<u8>>, cells: CellBlock) -> Self {
        Self {
            row: row.into(),
            cells,
            ..Self::default()
        }
    }

    /// The row key.
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// The cells, in insertion order.
    pub fn cells(&self) -> &CellBlock {
        &self.cells
    }

    /// The timestamp of the marker that deletes the whole row, if one is set.
    pub fn row_deletion(&self) -> Option<i64> {
        self.delete_row
    }

    /// Whether the mutation has neither cells nor a row deletion.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.delete_row.is_none()
    }

    /// Puts a value at the server's time.
    pub fn put(&mut self, family: &[u8], qualifier: &[u8], value: &[u8]) -> Result<&mut Self> {
        self.push(CellKind::Put, family, qualifier, None, value)
    }

    /// Puts a value at a timestamp: milliseconds since 1970, or any number that the user chooses.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) for a cell that `HBase` cannot hold, and
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest) for [`LATEST_TIMESTAMP`]: use
    /// [`put`](Self::put) for the server's clock.
    pub fn put_at(
        &mut self,
        family: &[u8],
        qualifier: &[u8],
        timestamp: i64,
        value: &[u8],
    ) -> Result<&mut Self> {
        self.push(CellKind::Put, family, qualifier, Some(timestamp), value)
    }

    /// Deletes one version of a column: that of `timestamp`, or the newest one.
    pub fn delete_version(
        &mut self,
        family: &[u8],
        qualifier: &[u8],
        timestamp: Option<i64>,
    ) -> Result<&mut Self> {
        self.push(CellKind::Delete, family, qualifier, timestamp, b"")
    }

    /// Deletes all versions of a column up to and including `timestamp`, or up to now.
    pub fn delete_column(
        &mut self,
        family: &[u8],
        qualifier: &[u8],
        timestamp: Option<i64>,
    ) -> Result<&mut Self> {
        self.push(CellKind::DeleteColumn, family, qualifier, timestamp, b"")
    }

    /// Deletes a family's cells up to and including `timestamp`, or up to now.
    pub fn delete_family(&mut self, family: &[u8], timestamp: Option<i64>) -> Result<&mut Self> {
        self.push(CellKind::DeleteFamily, family, b"", timestamp, b"")
    }

    /// Deletes a family's cells of exactly `timestamp`.
    pub fn delete_family_version(&mut self, family: &[u8], timestamp: i64) -> Result<&mut Self> {
        self.push(
            CellKind::DeleteFamilyVersion,
            family,
            b"",
            Some(timestamp),
            b"",
        )
    }

    /// Deletes every family's cells up to and including `timestamp`; up to now for `None` and for
    /// [`LATEST_TIMESTAMP`].
    pub fn delete_row(&mut self, timestamp: Option<i64>) -> &mut Self {
        self.delete_row = Some(timestamp.unwrap_or(LATEST_TIMESTAMP));
        self
    }

    fn push(
        &mut self,
        kind: CellKind,
        family: &[u8],
        qualifier: &[u8],
        timestamp: Option<i64>,
        value: &[u8],
    ) -> Result<&mut Self> {
        let timestamp = timestamp.map_or(Ok(LATEST_TIMESTAMP), given_timestamp)?;
        if self.cells.as_bytes().is_empty() {
            // Most rows have a few small cells: the block grows once.
            let first = KEY_BYTES + self.row.len() + family.len() + qualifier.len() + value.len();
            self.cells = CellBlock::with_capacity((4 * first).min(FIRST_BYTES));
        }
        self.cells.push(CellRef {
            row: &self.row,
            family,
            qualifier,
            timestamp,
            kind,
            value,
        })?;
        Ok(self)
    }
}
