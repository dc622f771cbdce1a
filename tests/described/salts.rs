//! Every salt, with its options.

use hbase_schema::{HTable, Timestamp};

macro_rules! unseen {
    () => {};
}
unseen!();

#[derive(HTable)]
#[table("DLQX:SALT_HASH", splits = number_pipe)]
#[rowkey(salt = java_hash(12), separator = "_")]
#[family("D1")]
struct JavaHash {
    #[rowkey(salt = first(2))]
    a: String,
    #[rowkey(salt, fixed = 8)]
    b: Timestamp,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_UPPER")]
#[rowkey(salt = md5_hex(3, from = 8, upper), separator = "_")]
#[family("D1")]
struct Upper {
    #[rowkey(salt)]
    a: String,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_RANDOM", splits = uniform(4))]
#[rowkey(salt = random(256))]
#[family("D1")]
struct Random {
    #[rowkey]
    a: String,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_BYTES", splits = decimal_string(10))]
#[rowkey(salt = region_number(100), separator = "_")]
#[family("D1")]
struct Regions {
    #[rowkey(salt)]
    a: String,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_NARROW", splits = number_pipe, key = NarrowId)]
#[rowkey(salt = region_number(11, width = 1), separator = "_")]
#[family("D1")]
struct Narrow {
    #[rowkey(salt, max = 12)]
    a: String,
    #[rowkey(unseparated, max = 4)]
    b: String,
    #[rowkey(fixed = 8)]
    c: Timestamp,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_JAVA_BYTES", splits = per_bucket)]
#[rowkey(salt = java_bytes(20, abs, joined = ""))]
#[family("D1")]
struct JavaBytes {
    #[rowkey(salt, separator = "\0")]
    a: String,
    #[rowkey(salt)]
    b: u32,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_JOINED")]
#[rowkey(salt = md5(2, joined = "/"))]
#[family("D1")]
struct Joined {
    #[rowkey(salt, separator = ":")]
    a: String,
    #[rowkey(salt)]
    b: String,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_CRC", splits = per_bucket)]
#[rowkey(salt = crc32(16), separator = "_")]
#[family("D1")]
struct Crc {
    #[rowkey(salt)]
    a: String,
    v: u8,
}

#[derive(HTable)]
#[table("DLQX:SALT_MODULO", splits = per_bucket)]
#[rowkey(salt = modulo(10))]
#[family("D1")]
struct Modulo {
    #[rowkey]
    a: u32,
    #[rowkey(salt, desc)]
    b: i64,
    v: u8,
}

pub(crate) fn below(bytes: &[u8]) -> u32 {
    bytes.last().map_or(0, |byte| u32::from(byte % 3))
}

#[derive(HTable)]
#[table("DLQX:SALT_WITH", splits = per_bucket)]
#[rowkey(salt = with(below, values = 3, width = 2))]
#[family("D1")]
struct With {
    #[rowkey(salt)]
    a: u32,
    v: u8,
}
