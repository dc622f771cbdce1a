/// The TTL has no unit.
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = 86400)]
struct Call {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}
