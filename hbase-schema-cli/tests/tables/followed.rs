//! The tables of `advised.rs`, where every advice was followed.

#[derive(HTable)]
#[table("DLQX:LONG_KEYS", splits = per_bucket)]
#[rowkey(salt = buckets(16), separator = "_")]
#[family("D1", compression = none)]
struct Long {
    #[rowkey(salt)]
    device: u32,
    #[rowkey]
    at: Timestamp,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:WIDE_ROWS")]
#[family("D1", compression = snappy)]
struct Wide {
    #[rowkey(separator = "_", max = 7)]
    user: String,
    #[rowkey]
    day: i64,
    a: u32,
    b: u32,
}

#[derive(HTable)]
#[table("DLQX:IN_BUCKETS", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1", compression = snappy)]
struct Buckets {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_NUMBER", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", compression = snappy)]
struct Number {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_JAVA_HASH", splits = number_pipe)]
#[rowkey(salt = java_hash(6), separator = "_")]
#[family("D1", compression = snappy)]
struct JavaHash {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_BYTES", splits = uniform(16))]
#[rowkey(salt = md5(2))]
#[family("D1", compression = snappy)]
struct Md5 {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_HEX", splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("D1", compression = snappy)]
struct Md5Hex {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_UPPER", splits = ["4", "8", "C"])]
#[rowkey(salt = md5_hex(4, upper), separator = "_")]
#[family("D1", compression = snappy)]
struct Md5Upper {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:DRAWN_ROWS", splits = per_bucket)]
#[rowkey(salt = random(8))]
#[family("D1", compression = snappy)]
struct Drawn {
    #[rowkey]
    id: u32,
    n: u32,
}

/// A row a day, and a key of each put.
#[derive(HTable)]
#[table("DLQX:DAILY_SUM", allow(hotspot))]
#[family("D1", compression = snappy)]
struct Sum {
    #[rowkey(fixed = 8)]
    day: Timestamp,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:EVENT_LOG", splits = per_bucket)]
#[rowkey(salt = random(8))]
#[family("D1", compression = snappy)]
struct Event {
    #[rowkey]
    at: Timestamp,
    n: u32,
}

/// As long as its values are.
#[derive(HTable)]
#[table("DLQX:LONG_TEXT", allow(key_length))]
#[family("D1", compression = snappy)]
struct LongText {
    #[rowkey(fixed = 50)]
    device: String,
    n: u32,
}

#[derive(HTable)]
#[table("DL:T_ELECTRIC_GATHER", allow(name_length, family_length, qualifier_length))]
#[family("INFORMATION", compression = snappy)]
struct Gather {
    #[rowkey]
    id: u64,
    a_very_long_column_name: u32,
}

#[derive(HTable)]
#[table("dl:t", naming = hbase)]
#[family("information", compression = snappy)]
struct Foreign {
    #[rowkey]
    id: u64,
    a_very_long_column_name: u32,
}
