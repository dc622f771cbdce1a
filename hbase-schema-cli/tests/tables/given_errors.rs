//! `allow(advice)` excludes no error.

#[derive(HTable)]
#[table("DLQX:LONG_KEYS", allow(advice))]
#[family("D1", ttl = "0s")]
struct Long {
    #[rowkey(reverse_ts)]
    at: Timestamp,
    a: u32,
}
