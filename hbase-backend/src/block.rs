//! Cells in one buffer, in the format of `HBase`'s `KeyValueCodec`.
//!
//! One cell is `u32 total (8 + klen + vlen) | u32 klen | u32 vlen | u16 row length | row |
//! u8 family length | family | qualifier | u64 timestamp | u8 kind | value`, all big-endian.
//! A cell block of `HBase`'s RPC has the same format, so that an encoded row is sent without
//! conversion. Decoding reads cells in place, without an allocation for each row.

#![allow(
    clippy::inline_always,
    reason = "lengths that are known while compiling make short copies of it; measured by the benchmark `rows`"
)]

use byteorder::{BigEndian, ByteOrder};
use bytes::Bytes;

use crate::cell::{CellKind, CellRef};
use crate::error::{Error, Result};

/// Bytes of a cell's key without row, family and qualifier: the row's length (2), the family's length (1),
/// timestamp (8), kind (1).
const FIXED_KEY: usize = 2 + 1 + 8 + 1;

/// Maximum bytes of a value, so that a whole cell's length fits in a signed 32-bit number.
const MAX_VALUE: usize = 0x3fff_ffff;

/// Maximum bytes of a qualifier, for the same reason.
const MAX_QUALIFIER: usize = 0x3ff0_0000;

/// `push` checks lengths against the limits above first.
#[allow(
    clippy::cast_possible_truncation,
    reason = "checked against the limits above"
)]
const fn narrow(length: usize) -> u32 {
    length as u32
}

/// A growable sequence of cells. A cleared block keeps its memory.
///
/// ```
/// use hbase_backend::{CellBlock, CellKind, CellRef};
/// let mut block = CellBlock::new();
/// block.push(CellRef {
///     row: b"r", family: b"D1", qualifier: b"A", timestamp: 5, kind: CellKind::Put, value: b"v",
/// })?;
/// assert_eq!(block.iter().next().unwrap().value, b"v");
/// # Ok::<(), hbase_backend::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellBlock {
    buffer: Vec<u8>,
    count: usize,
}

impl CellBlock {
    /// An empty block; allocates nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty block with capacity for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            buffer: Vec::with_capacity(bytes),
            count: 0,
        }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the block has no cells.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cells' bytes, as the RPC sends them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// Removes all cells and keeps the memory.
    pub fn clear(&mut self) {
        self.buffer.clear();
        self.count = 0;
    }

    /// Appends a cell.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a row over 32767 bytes (`HConstants.MAX_ROW_LENGTH`), a family over
    /// 127, or a cell over 2 GiB.
    pub fn push(&mut self, cell: CellRef<'_>) -> Result<()> {
        self.push_with(&cell, cell.value.len(), |out| {
            out.extend_from_slice(cell.value);
            Ok(())
        })
    }

    /// Appends a cell whose value `value` writes; `cell.value` is ignored. `hint` is the expected
    /// number of bytes. If `value` fails, the block is unchanged.
    #[inline(always)]
    pub fn push_with<E: From<Error>>(
        &mut self,
        cell: &CellRef<'_>,
        hint: usize,
        value: impl FnOnce(&mut Vec<u8>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let key = check_key(cell)?;
        let start = self.buffer.len();
        self.buffer.reserve(12 + key + hint);
        self.put_key(cell, key);
        let value_start = self.buffer.len();
        if let Err(error) = value(&mut self.buffer) {
            self.buffer.truncate(start);
            return Err(error);
        }
        let value = self.buffer.len().saturating_sub(value_start);
        if value > MAX_VALUE {
            self.buffer.truncate(start);
            return Err(Error::too_large("value", value, MAX_VALUE).into());
        }
        let length = narrow(value);
        let key = narrow(key);
        let total = 8 + key + length;
        BigEndian::write_u32(&mut self.buffer[start..start + 4], total);
        BigEndian::write_u32(&mut self.buffer[start + 8..start + 12], length);
        self.count += 1;
        Ok(())
    }

    /// Writes everything up to the value; the two lengths that depend on the value are set
    /// afterwards.
    #[inline(always)]
    fn put_key(&mut self, cell: &CellRef<'_>, key: usize) {
        let row = narrow(cell.row.len()).to_be_bytes();
        let mut head = [0; 14];
        BigEndian::write_u32(&mut head[4..8], narrow(key));
        head[12..].copy_from_slice(&row[2..]);
        let mut tail = [cell.kind.code(); 9];
        BigEndian::write_i64(&mut tail[..8], cell.timestamp);
        let out = &mut self.buffer;
        out.extend_from_slice(&head);
        out.extend_from_slice(cell.row);
        out.push(narrow(cell.family.len()).to_be_bytes()[3]);
        out.extend_from_slice(cell.family);
        out.extend_from_slice(cell.qualifier);
        out.extend_from_slice(&tail);
    }

    /// The cells, in the order in which they were pushed.
    pub fn iter(&self) -> Cells<'_> {
        Cells { rest: &self.buffer }
    }

    /// Takes the block's bytes as a shared buffer; the block is empty afterwards.
    pub fn take(&mut self) -> Bytes {
        self.count = 0;
        Bytes::from(std::mem::take(&mut self.buffer))
    }
}

#[inline(always)]
fn check_key(cell: &CellRef<'_>) -> Result<usize> {
    if cell.row.len() > 32767 {
        return Err(Error::too_large("row key", cell.row.len(), 32767));
    }
    if cell.family.len() > 127 {
        return Err(Error::too_large("family", cell.family.len(), 127));
    }
    if cell.qualifier.len() > MAX_QUALIFIER {
        return Err(Error::too_large(
            "qualifier",
            cell.qualifier.len(),
            MAX_QUALIFIER,
        ));
    }
    Ok(FIXED_KEY + cell.row.len() + cell.family.len() + cell.qualifier.len())
}

impl<'a> IntoIterator for &'a CellBlock {
    type Item = CellRef<'a>;
    type IntoIter = Cells<'a>;

    fn into_iter(self) -> Cells<'a> {
        self.iter()
    }
}

/// Iterator over the borrowed cells of a block.
///
/// Ends at the first bytes that are not a cell; check untrusted bytes with [`validate`] first.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    rest: &'a [u8],
}

impl<'a> Cells<'a> {
    /// The cells in `bytes`, which are in the format of `KeyValueCodec`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The bytes that are not read yet.
    pub fn remaining(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = CellRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<CellRef<'a>> {
        let (cell, rest) = split_cell(self.rest)?;
        self.rest = rest;
        Some(cell)
    }
}

/// The first cell of `bytes` and the remaining bytes; `None` if there is no whole cell.
#[inline]
pub fn split_cell(bytes: &[u8]) -> Option<(CellRef<'_>, &[u8])> {
    let (total, rest) = bytes.split_first_chunk::<4>()?;
    let total = usize::try_from(u32::from_be_bytes(*total)).ok()?;
    let (body, rest) = rest.split_at_checked(total)?;
    let (key_len, body) = body.split_first_chunk::<4>()?;
    let (value_len, body) = body.split_first_chunk::<4>()?;
    let key_len = usize::try_from(u32::from_be_bytes(*key_len)).ok()?;
    let value_len = usize::try_from(u32::from_be_bytes(*value_len)).ok()?;
    let (key, value) = body.split_at_checked(key_len)?;
    let value = value.get(..value_len)?;
    let (row_len, key) = key.split_first_chunk::<2>()?;
    let (row, key) = key.split_at_checked(usize::from(u16::from_be_bytes(*row_len)))?;
    let (&family_len, key) = key.split_first()?;
    let (family, key) = key.split_at_checked(usize::from(family_len))?;
    let (&kind, key) = key.split_last()?;
    let (qualifier, timestamp) = key.split_last_chunk::<8>()?;
    let cell = CellRef {
        row,
        family,
        qualifier,
        timestamp: i64::from_be_bytes(*timestamp),
        kind: CellKind::from_code(kind)?,
        value,
    };
    Some((cell, rest))
}

/// Counts the cells in `bytes`.
///
/// # Errors
/// [`Error::Corrupt`] if `bytes` do not consist of whole cells.
pub fn validate(bytes: &[u8]) -> Result<usize> {
    let mut cells = Cells::new(bytes);
    let count = cells.by_ref().count();
    if cells.remaining().is_empty() {
        return Ok(count);
    }
    Err(Error::Corrupt {
        what: format!(
            "cell block: no whole cell at byte {} of {}",
            bytes.len() - cells.remaining().len(),
            bytes.len()
        ),
    })
}
