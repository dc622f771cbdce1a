//! Parts that may be left out, where they cannot be, by attributes and by types.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:INNER")]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Inner {
    #[rowkey]
    id: String,
    #[rowkey(omit_none)]
    region: Option<String>,
    #[rowkey]
    number: u32,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:CLOSED")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Closed {
    #[rowkey]
    id: String,
    #[rowkey(omit_none)]
    region: Option<String>,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:REQUIRED")]
#[family("D1")]
struct Required {
    #[rowkey]
    id: u64,
    #[rowkey(omit_none)]
    region: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:OPEN")]
#[family("D1")]
struct Open {
    #[rowkey]
    id: u64,
    #[rowkey(omit_none)]
    region: Option<String>,
    #[rowkey(omit_none)]
    number: Option<u32>,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NEWEST")]
#[family("D1")]
struct Newest {
    #[rowkey]
    id: u64,
    #[rowkey(omit_none, reverse_ts)]
    at: Option<Timestamp>,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NEGATED")]
#[family("D1")]
struct Negated {
    #[rowkey]
    id: u64,
    #[rowkey(omit_none, negated_ts)]
    at: Option<Timestamp>,
    cents: u32,
}

fn main() {
    let at = Timestamp::from_millis(0);
    let _ = Newest::scan().id(1).at(Some(at)..);
    let _ = Negated::scan().id(1).at(Some(at)..);
}
