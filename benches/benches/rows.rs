//! Rows of four cells: written to a block and read from one, against hand-written code.
//!
//! `cargo bench -p hbase-schema-benches --bench rows`

use std::hint::black_box;

use hbase_backend::{CellBlock, CellKind, CellRef, LATEST_TIMESTAMP, Row};
use hbase_schema::HTable;
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema_benches::{head, pair, show};

/// A row of four cells.
#[derive(HTable, Clone, Debug, PartialEq)]
#[table("BENCH:FOUR_CELLS")]
#[family("D1")]
struct Four<'a> {
    #[rowkey]
    user: u64,
    #[rowkey]
    part: u32,
    name: &'a str,
    count: i64,
    score: f64,
    flags: u32,
}

fn sample() -> Four<'static> {
    Four {
        user: 42,
        part: 7,
        name: "Ada Lovelace",
        count: -5,
        score: 2.5,
        flags: 0xff,
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the lengths here are a few bytes, and hand-written code would not check them"
)]
fn put(block: &mut Vec<u8>, row: &[u8], qualifier: &[u8], value: &[u8]) {
    let key = 2 + row.len() + 1 + 2 + qualifier.len() + 8 + 1;
    block.extend_from_slice(&((8 + key + value.len()) as u32).to_be_bytes());
    block.extend_from_slice(&(key as u32).to_be_bytes());
    block.extend_from_slice(&(value.len() as u32).to_be_bytes());
    block.extend_from_slice(&(row.len() as u16).to_be_bytes());
    block.extend_from_slice(row);
    block.push(2);
    block.extend_from_slice(b"D1");
    block.extend_from_slice(qualifier);
    block.extend_from_slice(&LATEST_TIMESTAMP.to_be_bytes());
    block.push(4);
    block.extend_from_slice(value);
}

#[inline(never)]
fn encode_by_hand(row: &Four<'_>, block: &mut Vec<u8>) {
    let mut key = [0; 12];
    key[..8].copy_from_slice(&row.user.to_be_bytes());
    key[8..].copy_from_slice(&row.part.to_be_bytes());
    put(block, &key, b"NAME", row.name.as_bytes());
    put(block, &key, b"COUNT", &row.count.to_be_bytes());
    put(block, &key, b"SCORE", &row.score.to_be_bytes());
    put(block, &key, b"FLAGS", &row.flags.to_be_bytes());
}

#[inline(never)]
fn decode_by_hand(row: &Row) -> Option<Four<'_>> {
    let (mut name, mut count, mut score, mut flags) = (None, None, None, None);
    let mut key: &[u8] = &[];
    for cell in row.cells() {
        key = cell.row;
        match (cell.family, cell.qualifier) {
            (b"D1", b"NAME") => name = Some(std::str::from_utf8(cell.value).ok()?),
            (b"D1", b"COUNT") => count = Some(i64::from_be_bytes(cell.value.try_into().ok()?)),
            (b"D1", b"SCORE") => score = Some(f64::from_be_bytes(cell.value.try_into().ok()?)),
            (b"D1", b"FLAGS") => flags = Some(u32::from_be_bytes(cell.value.try_into().ok()?)),
            _ => {}
        }
    }
    Some(Four {
        user: u64::from_be_bytes(key.get(..8)?.try_into().ok()?),
        part: u32::from_be_bytes(key.get(8..12)?.try_into().ok()?),
        name: name?,
        count: count?,
        score: score?,
        flags: flags?,
    })
}

#[inline(never)]
fn decode_typed(row: &Row) -> Option<Four<'_>> {
    decode_row(row).ok()
}

#[inline(never)]
fn encode_typed(row: &Four<'_>, block: &mut CellBlock) {
    black_box(encode_row(row, block).ok());
}

/// Cells come back in the order of their qualifiers.
fn stored() -> Row {
    let mut written = CellBlock::new();
    encode_typed(&sample(), &mut written);
    let mut cells: Vec<CellRef<'_>> = written.iter().collect();
    cells.sort_by(CellRef::compare);
    let mut block = CellBlock::new();
    for cell in cells {
        let stored = CellRef {
            timestamp: 1_700_000_000_000,
            kind: CellKind::Put,
            ..cell
        };
        if block.push(stored).is_err() {
            eprintln!("a cell does not fit");
        }
    }
    Row::from_trusted(block.take())
}

fn main() {
    let row = sample();
    let (mut typed, mut hand) = (CellBlock::new(), Vec::new());
    encode_typed(&row, &mut typed);
    encode_by_hand(&row, &mut hand);
    assert_eq!(typed.as_bytes(), hand, "both write the same bytes");
    let stored = stored();
    assert_eq!(decode_typed(&stored), decode_by_hand(&stored));
    head("typed", "by hand");
    let encode = pair(
        || {
            typed.clear();
            encode_typed(black_box(&row), &mut typed);
        },
        || {
            hand.clear();
            encode_by_hand(black_box(&row), &mut hand);
        },
    );
    show("row of four cells, encode", encode, "at most 1.5");
    let decode = pair(
        || decode_typed(black_box(&stored)).is_some(),
        || decode_by_hand(black_box(&stored)).is_some(),
    );
    show("row of four cells, decode", decode, "at most 1.5");
}
