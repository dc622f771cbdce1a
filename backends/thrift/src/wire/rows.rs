//! Rows of a result: converts `TRowResult`s in place to blocks of cells.

use std::cmp::Ordering;

use hbase_backend::{CellBlock, CellKind, CellRef, Row};

use super::cursor::{Field, Parse};
use super::{Cursor, ParseError, WireType};

/// A `list<TRowResult>`. The rows share one buffer.
pub(crate) fn rows(cursor: &mut Cursor<'_>, field: Field) -> Parse<Vec<Row>> {
    if field.wire_type != WireType::List {
        return Err(ParseError::Invalid("an answer without its rows".into()));
    }
    let (_, count) = cursor.list_header()?;
    let mut block = CellBlock::with_capacity(cursor.left() + cursor.left() / 2);
    let mut ends = Vec::with_capacity(count.min(cursor.left()));
    let mut cells = Vec::new();
    for _ in 0..count {
        let start = block.as_bytes().len();
        row(cursor, &mut cells, &mut block)?;
        if block.as_bytes().len() > start {
            ends.push(start..block.as_bytes().len());
        }
    }
    let block = block.take();
    let cut = |range| Row::from_trusted(block.slice(range));
    Ok(ends.into_iter().map(cut).collect())
}

/// A `list<TRowResult>` of at most one row.
pub(crate) fn one_row(cursor: &mut Cursor<'_>, field: Field) -> Parse<Option<Row>> {
    rows(cursor, field).map(|rows| rows.into_iter().next())
}

fn row<'a>(
    cursor: &mut Cursor<'a>,
    cells: &mut Vec<CellRef<'a>>,
    block: &mut CellBlock,
) -> Parse<()> {
    cells.clear();
    let mut key: &[u8] = b"";
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => key = cursor.bytes()?,
            (WireType::Map, 2) => map_of_cells(cursor, cells)?,
            (WireType::List, 3) => list_of_cells(cursor, cells)?,
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    push(key, cells, block)
}

/// `map<Text, TCell>`, in the order of Java's `ByteBuffer`, which differs from `HBase`'s.
fn map_of_cells<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<CellRef<'a>>) -> Parse<()> {
    let (_, _, count) = cursor.map_header()?;
    for _ in 0..count {
        let column = cursor.bytes()?;
        let (value, timestamp) = cell(cursor)?;
        cells.push(cell_of_column(column, timestamp, value)?);
    }
    Ok(())
}

/// `list<TColumn>`, in `HBase`'s order.
fn list_of_cells<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<CellRef<'a>>) -> Parse<()> {
    let (_, count) = cursor.list_header()?;
    for _ in 0..count {
        let (mut column, mut value): (&[u8], _) = (b"", (b"".as_slice(), 0));
        cursor.each_field(|cursor, field| {
            match (field.wire_type, field.id) {
                (WireType::Bytes, 1) => column = cursor.bytes()?,
                (WireType::Struct, 2) => value = cell(cursor)?,
                _ => cursor.skip(field)?,
            }
            Ok(())
        })?;
        cells.push(cell_of_column(column, value.1, value.0)?);
    }
    Ok(())
}

/// A `TCell`: value and timestamp.
pub(super) fn cell<'a>(cursor: &mut Cursor<'a>) -> Parse<(&'a [u8], i64)> {
    let (mut value, mut timestamp): (&[u8], _) = (b"", 0);
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => value = cursor.bytes()?,
            (WireType::I64, 2) => timestamp = cursor.i64()?,
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    Ok((value, timestamp))
}

/// A column's name is `family:qualifier`. The row key is set once the row is complete, since it may
/// follow the cells.
fn cell_of_column<'a>(column: &'a [u8], timestamp: i64, value: &'a [u8]) -> Parse<CellRef<'a>> {
    let Some(colon) = memchr::memchr(b':', column) else {
        return Err(ParseError::Invalid("a column without `:`".into()));
    };
    Ok(CellRef {
        row: b"",
        family: &column[..colon],
        qualifier: &column[colon + 1..],
        timestamp,
        kind: CellKind::Put,
        value,
    })
}

fn push(key: &[u8], cells: &mut [CellRef<'_>], block: &mut CellBlock) -> Parse<()> {
    if key.is_empty() && !cells.is_empty() {
        return Err(ParseError::Invalid("a row without a key".into()));
    }
    if !cells.is_sorted_by(|a, b| order(a, b) != Ordering::Greater) {
        cells.sort_by(order);
    }
    for &cell in cells.iter() {
        let pushed = block.push(CellRef { row: key, ..cell });
        pushed.map_err(|error| ParseError::Invalid(format!("an invalid cell: {error}")))?;
    }
    Ok(())
}

/// `HBase`'s order within a row.
fn order(a: &CellRef<'_>, b: &CellRef<'_>) -> Ordering {
    let by_column = a
        .family
        .cmp(b.family)
        .then_with(|| a.qualifier.cmp(b.qualifier));
    by_column.then_with(|| b.timestamp.cmp(&a.timestamp))
}
