//! Structs of one table: with other keys, with other cells, and those that read the same rows.

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket, allow(advice))]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    phone: u64,
    seconds: u32,
    cents: i64,
    kind: u8,
}

/// Another salt, and another type of a column. The raw bytes of a column are no contradiction.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(advice))]
#[rowkey(salt = buckets(32))]
#[family("D1")]
struct Bill {
    #[rowkey(salt)]
    number: u64,
    seconds: u64,
    #[column(counter)]
    cents: i64,
    kind: Vec<u8>,
}

/// The same key by other names, one column less, and an optional one.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(advice))]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Narrow {
    #[rowkey(salt)]
    number: u64,
    seconds: Option<u32>,
}

/// Any key of the table.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(advice))]
#[family("D1")]
struct Raw {
    #[rowkey]
    key: Vec<u8>,
    seconds: u32,
}

/// The same columns in another table.
#[derive(HTable)]
#[table("DLQX:BILL_RECORD", allow(advice))]
#[family("D1")]
struct Other {
    #[rowkey]
    number: u64,
    seconds: u64,
}
