use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = modulo(16), separator = "_")]
#[family("D1")]
struct ModuloOfText {
    #[rowkey(salt)]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = modulo(16))]
#[family("D1")]
struct ModuloOfATime {
    #[rowkey(salt)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = modulo(16))]
#[family("D1")]
struct ModuloOfAnInteger {
    #[rowkey(salt, fixed = 11)]
    id: u64,
    duration_s: u32,
}

fn main() {}
