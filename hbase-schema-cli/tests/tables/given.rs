//! The tables of `advised.rs`, whose layout is given; and exceptions of single rules, which their advice follows.

#[derive(HTable)]
#[table("DLQX:LONG_KEYS", allow(advice))]
#[rowkey(salt = buckets(16), separator = "_")]
#[family("D1")]
#[family("D2", versions = 400)]
struct Long {
    #[rowkey(salt, fixed = 14)]
    at: Timestamp,
    #[rowkey(fixed = 10)]
    device: u32,
    #[rowkey]
    user: String,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: u32,
}

#[derive(HTable)]
#[table("DLQX:WIDE_ROWS", allow(key_length, families))]
#[family("D1", compression = snappy)]
#[family("D2", compression = snappy)]
struct Wide {
    #[rowkey]
    user: String,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: u32,
}

/// What its fixed width leaves is too short for a maximum.
#[derive(HTable)]
#[table("SHOP:ORDER_BOOK")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct Order {
    #[rowkey]
    customer: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    cents: u64,
}
