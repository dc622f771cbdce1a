//! Tables with other salts and splits than the examples have.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_SIXTYFOUR", splits = number_pipe, allow(name_length))]
#[rowkey(salt = region_number(64), separator = "_")]
#[family("D1")]
struct Call64 {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_BUCKETS", splits = per_bucket)]
#[rowkey(salt = buckets(12), separator = "_")]
#[family("D1")]
struct Call12 {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_DRAWN")]
#[rowkey(salt = round_robin(4))]
#[family("D1")]
struct Drawn {
    #[rowkey(fixed = 14)]
    at: Timestamp,
    #[rowkey(fixed = 11)]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_WHOLE")]
#[family("D1")]
struct Whole {
    #[rowkey(fixed = 11)]
    phone: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_SIGNS", splits = ["<&>", "z"])]
#[family("D1")]
struct Signs {
    #[rowkey]
    name: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_MANY", splits = number_pipe)]
#[rowkey(salt = region_number(300), separator = "_")]
#[family("D1")]
struct Call300 {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_KEYS", splits = ["12", "14", "16", "18"])]
#[family("D1")]
struct Whole13 {
    #[rowkey(fixed = 11)]
    phone: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}
