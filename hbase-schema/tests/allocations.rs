//! Rows are written and read without an allocation, once the buffers exist.

use allocation_counter::measure;
use hbase_schema::model::{CellBlock, Row};
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema::{HTable, Timestamp};

/// Four cells under a key of fixed width.
#[derive(HTable, Debug, PartialEq)]
#[table("BENCH:FOUR_CELLS")]
#[family("D1")]
struct Fixed<'a> {
    #[rowkey]
    user: u64,
    #[rowkey]
    at: Timestamp,
    name: &'a str,
    count: i64,
    score: f64,
    flags: Option<u32>,
}

/// A key of text after an MD5.
#[derive(HTable, Debug, PartialEq)]
#[table("BENCH:SALTED_ROWS")]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("D1")]
struct Salted<'a> {
    #[rowkey(salt)]
    user: &'a str,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    value: &'a [u8],
}

#[test]
fn nothing_is_allocated_once_the_buffers_are_there() {
    let at = Timestamp::from_secs(1_451_132_640);
    let fixed = Fixed {
        user: 42,
        at,
        name: "Ada",
        count: -1,
        score: 0.5,
        flags: Some(7),
    };
    let salted = Salted {
        user: "10086",
        at,
        value: b"bytes",
    };
    let mut block = CellBlock::new();
    encode_row(&fixed, &mut block).expect("it fits");
    encode_row(&salted, &mut block).expect("it fits");
    let written = measure(|| {
        block.clear();
        encode_row(&fixed, &mut block).expect("it fits");
        encode_row(&salted, &mut block).expect("it fits");
    });
    assert_eq!(written.count_total, 0, "writing: {written:?}");

    block.clear();
    encode_row(&fixed, &mut block).expect("it fits");
    let row = Row::new(block.take()).expect("one row");
    let read = measure(|| {
        assert_eq!(decode_row::<Fixed<'_>>(&row).expect("it fits"), fixed);
    });
    assert_eq!(read.count_total, 0, "reading: {read:?}");
}
