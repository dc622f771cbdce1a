use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5_hex(4, from = 29))]
#[family("D1")]
struct Md5HexBeyondItsEnd {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5_hex(33))]
#[family("D1")]
struct Md5HexOf33Digits {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5(17))]
#[family("D1")]
struct Md5Of17Bytes {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5(2, upper))]
#[family("D1")]
struct UpperUnderMd5 {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5_hex(4, width = 4))]
#[family("D1")]
struct WidthUnderMd5Hex {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct WhatOfAPartUnderMd5Hex {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(11, width = 1))]
#[family("D1")]
struct NarrowWithoutSeparator {
    #[rowkey(salt)]
    phone: String,
    duration_s: u32,
}

fn main() {}
