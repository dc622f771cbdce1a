//! Fields called as generated code calls its own.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt, separator = "_")]
#[family("D1")]
struct Locals {
    #[rowkey(salt)]
    out: String,
    #[rowkey]
    row: String,
    #[rowkey]
    self_: String,
    #[rowkey]
    key: u64,
    #[rowkey]
    reader: String,
    #[rowkey(fixed = 14)]
    write: Timestamp,
    value: u32,
    values: u32,
    index: u32,
    scan: u32,
    family: String,
    qualifier: String,
    bytes: Vec<u8>,
    columns: u32,
    column: u32,
    timestamp: Timestamp,
    error: String,
    encode: u32,
    decode: u32,
}

#[test]
fn names_of_generated_locals() {
    let row = Locals {
        out: "a".into(),
        row: "b".into(),
        self_: "c".into(),
        key: 1,
        reader: "d".into(),
        write: Timestamp::from_millis(0),
        value: 1,
        values: 2,
        index: 3,
        scan: 4,
        family: "e".into(),
        qualifier: "f".into(),
        bytes: vec![7],
        columns: 8,
        column: 9,
        timestamp: Timestamp::from_millis(10),
        error: "g".into(),
        encode: 11,
        decode: 12,
    };
    super::round_trip(&row);
    let _ = (Locals::VALUE.gt(1), Locals::SCAN, Locals::INDEX);
    let scan = Locals::scan().out("a").row("b").self_("c").key(1);
    assert!(scan.ranges().is_ok());
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Raw {
    #[rowkey]
    r#type: u64,
    #[rowkey]
    r#match: u64,
    r#fn: u32,
    r#struct: String,
    #[column(json)]
    r#dyn: Vec<u8>,
    #[column(default)]
    r#async: u32,
    #[column(skip)]
    r#loop: bool,
}

#[test]
fn raw_identifiers() {
    let row = Raw {
        r#type: 1,
        r#match: 2,
        r#fn: 3,
        r#struct: "s".into(),
        r#dyn: vec![4],
        r#async: 5,
        r#loop: false,
    };
    super::round_trip(&row);
    assert_eq!(Raw::FN.qualifier(), "FN");
    assert_eq!(Raw::STRUCT.qualifier(), "STRUCT");
    assert_eq!(
        Raw::scan()
            .r#type(1)
            .r#match(2)
            .ranges()
            .unwrap()
            .as_slice()
            .len(),
        1
    );
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct One {
    #[rowkey]
    a: u64,
    #[timestamp]
    a1: Timestamp,
    b: Option<u32>,
    c: u32,
}

#[test]
fn short_names() {
    let row = One {
        a: 1,
        a1: Timestamp::from_millis(5),
        b: None,
        c: 2,
    };
    super::round_trip(&row);
}
