//! Rows of an answer: from `TRowResult`s in place to blocks of cells.

use std::cmp::Ordering;

use hbase_model::{CellBlock, CellKind, CellRef, Row};

use super::answer::skip;
use super::cursor::Read;
use super::{Cursor, Kind, Stop};

/// A cell while its row is read.
type Found<'a> = CellRef<'a>;

/// A `list<TRowResult>`. The rows share one buffer.
pub(crate) fn rows(cursor: Option<&mut Cursor<'_>>, kind: Kind, _: Option<bool>) -> Read<Vec<Row>> {
    let Some(cursor) = cursor.filter(|_| kind == Kind::List) else {
        return Err(Stop::Bad("an answer without its rows".into()));
    };
    let (_, count) = cursor.list()?;
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

/// A `list<TRowResult>` of one row, or none.
pub(crate) fn one_row(
    cursor: Option<&mut Cursor<'_>>,
    kind: Kind,
    truth: Option<bool>,
) -> Read<Option<Row>> {
    rows(cursor, kind, truth).map(|rows| rows.into_iter().next())
}

fn row<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<Found<'a>>, block: &mut CellBlock) -> Read<()> {
    cells.clear();
    let mut key: &[u8] = b"";
    let outer = cursor.enter();
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => break,
            (Kind::Bytes, 1) => key = cursor.bytes()?,
            (Kind::Map, 2) => map_of_cells(cursor, cells)?,
            (Kind::List, 3) => list_of_cells(cursor, cells)?,
            _ => skip(cursor, field)?,
        }
    }
    cursor.leave(outer);
    push(key, cells, block)
}

/// `map<Text, TCell>`, in the order of Java's `ByteBuffer`, which is not that of `HBase`.
fn map_of_cells<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<Found<'a>>) -> Read<()> {
    let (_, _, count) = cursor.map()?;
    for _ in 0..count {
        let column = cursor.bytes()?;
        let (value, timestamp) = cell(cursor)?;
        cells.push(found(column, timestamp, value)?);
    }
    Ok(())
}

/// `list<TColumn>`, in `HBase`'s order.
fn list_of_cells<'a>(cursor: &mut Cursor<'a>, cells: &mut Vec<Found<'a>>) -> Read<()> {
    let (_, count) = cursor.list()?;
    for _ in 0..count {
        let (mut column, mut value): (&[u8], _) = (b"", (b"".as_slice(), 0));
        let outer = cursor.enter();
        loop {
            let field = cursor.field()?;
            match (field.kind, field.id) {
                (Kind::Stop, _) => break,
                (Kind::Bytes, 1) => column = cursor.bytes()?,
                (Kind::Struct, 2) => value = cell(cursor)?,
                _ => skip(cursor, field)?,
            }
        }
        cursor.leave(outer);
        cells.push(found(column, value.1, value.0)?);
    }
    Ok(())
}

/// A `TCell`: value and timestamp.
pub(super) fn cell<'a>(cursor: &mut Cursor<'a>) -> Read<(&'a [u8], i64)> {
    let (mut value, mut timestamp): (&[u8], _) = (b"", 0);
    let outer = cursor.enter();
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => break,
            (Kind::Bytes, 1) => value = cursor.bytes()?,
            (Kind::I64, 2) => timestamp = cursor.i64()?,
            _ => skip(cursor, field)?,
        }
    }
    cursor.leave(outer);
    Ok((value, timestamp))
}

/// A column's name is `family:qualifier`; the row's key is set when the row is whole.
fn found<'a>(column: &'a [u8], timestamp: i64, value: &'a [u8]) -> Read<Found<'a>> {
    let Some(colon) = memchr::memchr(b':', column) else {
        return Err(Stop::Bad("a column without `:`".into()));
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

fn push(key: &[u8], cells: &mut [Found<'_>], block: &mut CellBlock) -> Read<()> {
    if key.is_empty() && !cells.is_empty() {
        return Err(Stop::Bad("a row without a key".into()));
    }
    if !cells.is_sorted_by(|a, b| order(a, b) != Ordering::Greater) {
        cells.sort_by(order);
    }
    for &cell in cells.iter() {
        let pushed = block.push(CellRef { row: key, ..cell });
        pushed.map_err(|error| Stop::Bad(format!("a cell that cannot be: {error}")))?;
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
