use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = java_bytes(300))]
#[family("D1")]
struct JavaBytesOf300Values {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = crc32(16, abs))]
#[family("D1")]
struct AbsUnderCrc32 {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5(2, joined))]
#[family("D1")]
struct JoinedByNothing {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = modulo(16))]
#[family("D1")]
struct ModuloOfTwoParts {
    #[rowkey(salt)]
    id: u64,
    #[rowkey(salt)]
    rest: u64,
    duration_s: u32,
}

fn main() {}
