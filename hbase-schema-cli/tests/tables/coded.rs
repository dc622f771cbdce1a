//! Keys with enums, and times as digits.

/// By text codes.
#[derive(KeyPart)]
enum State {
    #[code = "N"]
    New,
    #[code = "P"]
    Paid,
}

/// By numbers.
#[derive(KeyPart)]
#[repr(u8)]
enum Kind {
    Call = 1,
    Text = 2,
}

#[derive(KeyPart)]
struct Shown(State);

#[derive(HTable)]
#[table("DLQX:CODED_ORDERS")]
#[family("D1", compression = snappy)]
struct Order {
    #[rowkey]
    state: Shown,
    #[rowkey]
    kind: Kind,
    #[rowkey(fixed = 19)]
    at: Timestamp,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:TIMED_ORDERS")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct Timed {
    #[rowkey]
    user: String,
    #[rowkey(fixed = 13, reverse_ts)]
    newest: Timestamp,
    #[rowkey]
    at: Timestamp,
    cents: u32,
}
