use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = decimal_string(10))]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct DecimalOnBinarySalt {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(16))]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct HexOnBinarySalt {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(16))]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct HexOnBuckets {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(16))]
#[rowkey(salt = md5_hex(4, upper))]
#[family("D1")]
struct HexOnUpperCaseSalt {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = uniform(16))]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct UniformOnHexSalt {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
