//! One cell: row, family, qualifier, timestamp, kind, value.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, Result};
use hbase_model::printable::Printable;

/// The timestamp that means "the server's clock when the cell arrives" (`Long.MAX_VALUE`, like
/// `HConstants.LATEST_TIMESTAMP`).
pub const LATEST_TIMESTAMP: i64 = i64::MAX;

/// Checks an explicit timestamp: [`LATEST_TIMESTAMP`] is rejected.
///
/// ```
/// use hbase_backend::cell::given_timestamp;
/// assert_eq!(given_timestamp(7)?, 7);
/// assert!(given_timestamp(i64::MAX).is_err());
/// # Ok::<(), hbase_backend::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidRequest`] for [`LATEST_TIMESTAMP`]: `HBase` would replace it with its clock's time, and the
/// cell would not be found at its timestamp.
pub fn given_timestamp(timestamp: i64) -> Result<i64> {
    if timestamp == LATEST_TIMESTAMP {
        return Err(Error::invalid(format!(
            "the timestamp {timestamp}, which means the server's clock to HBase, expected at most \
             {}: leave the timestamp out for the server's clock",
            LATEST_TIMESTAMP - 1
        )));
    }
    Ok(timestamp)
}

/// The kind of a cell: a value, or one of the four kinds of delete marker.
///
/// The numbers are those of `HBase`'s `KeyValue.Type`, on disk and on the wire. It is a closed set, which may
/// be matched without a wildcard, because readers of cells have to handle each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CellKind {
    /// A value.
    Put = 4,
    /// Hides the version of a column with exactly this timestamp.
    Delete = 8,
    /// Hides the versions of all columns of the family with exactly this timestamp.
    DeleteFamilyVersion = 10,
    /// Hides all versions of a column up to and including this timestamp.
    DeleteColumn = 12,
    /// Hides all cells of the family up to and including this timestamp.
    DeleteFamily = 14,
}

impl CellKind {
    /// The kind with this code on the wire; `None` for an unknown code.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            4 => Some(Self::Put),
            8 => Some(Self::Delete),
            10 => Some(Self::DeleteFamilyVersion),
            12 => Some(Self::DeleteColumn),
            14 => Some(Self::DeleteFamily),
            _ => None,
        }
    }

    /// The kind's code on the wire.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether this is a delete marker.
    pub const fn is_delete(self) -> bool {
        !matches!(self, Self::Put)
    }
}

/// A cell that borrows its bytes from a block, a row, or a caller's buffers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellRef<'a> {
    /// The row key.
    pub row: &'a [u8],
    /// The column family.
    pub family: &'a [u8],
    /// The qualifier; may be empty.
    pub qualifier: &'a [u8],
    /// Milliseconds since 1970, or any number that the user chooses; [`LATEST_TIMESTAMP`] in a
    /// mutation means the server's clock. Backends reject negative timestamps.
    pub timestamp: i64,
    /// A value or a delete marker.
    pub kind: CellKind,
    /// The value; empty for delete markers.
    pub value: &'a [u8],
}

impl CellRef<'_> {
    /// An owned copy.
    pub fn to_cell(&self) -> Cell {
        Cell {
            row: self.row.to_vec(),
            family: self.family.to_vec(),
            qualifier: self.qualifier.to_vec(),
            timestamp: self.timestamp,
            kind: self.kind,
            value: self.value.to_vec(),
        }
    }

    /// Compares by `HBase`'s order of cells (`CellComparatorImpl`): row, family, qualifier, then
    /// newest first, then the kind with the higher code first. Values are not compared.
    pub fn compare(&self, other: &CellRef<'_>) -> Ordering {
        self.row
            .cmp(other.row)
            .then_with(|| self.family.cmp(other.family))
            .then_with(|| self.qualifier.cmp(other.qualifier))
            .then_with(|| other.timestamp.cmp(&self.timestamp))
            .then_with(|| other.kind.code().cmp(&self.kind.code()))
    }
}

impl fmt::Debug for CellRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}/{}:{}/{}/{:?}={}",
            Printable(self.row),
            Printable(self.family),
            Printable(self.qualifier),
            self.timestamp,
            self.kind,
            Printable(self.value)
        )
    }
}

/// A cell that owns its bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The row key.
    pub row: Vec<u8>,
    /// The column family.
    pub family: Vec<u8>,
    /// The qualifier; may be empty.
    pub qualifier: Vec<u8>,
    /// See [`CellRef::timestamp`].
    pub timestamp: i64,
    /// A value or a delete marker.
    pub kind: CellKind,
    /// The value; empty for delete markers.
    pub value: Vec<u8>,
}

impl Cell {
    /// The same cell, borrowed.
    pub fn as_ref(&self) -> CellRef<'_> {
        CellRef {
            row: &self.row,
            family: &self.family,
            qualifier: &self.qualifier,
            timestamp: self.timestamp,
            kind: self.kind,
            value: &self.value,
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}
