/// One call of one phone.
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "365d")]
pub struct Call {
    /// Who called.
    #[rowkey(salt = last(4), fixed = 11)]
    pub phone: String,
    /// When.
    #[rowkey(fixed = 14)]
    pub at: Timestamp,
    /// How long.
    pub duration_s: u32,
}
