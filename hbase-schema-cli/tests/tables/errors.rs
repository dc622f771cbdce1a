//! Tables with errors of several kinds.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("dlqx:call_record", splits = hex_string(16))]
#[rowkey(salt = md5_hex(4, upper), separator = "_")]
#[family("D1", ttl = "0s", versions = 2, min_versions = 3)]
struct Call {
    #[rowkey(salt, fixd = 11)]
    phone: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    #[column("DURATION")]
    duration_s: u32,
    #[column("DURATION")]
    billed_s: u32,
}

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[family("D1")]
struct Event {
    #[rowkey(reverse_ts)]
    at: Timestamp,
    // Columns are counted in characters: 用户 are two of them.
    #[column("用户", texts)] user: String,
}
