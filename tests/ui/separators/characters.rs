use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct AsCharacter {
    #[rowkey]
    id: u64,
    #[rowkey(separator = '_')]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct BeyondAscii {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "—")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Empty {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Letter {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "x")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct SameAsTheKey {
    #[rowkey(separator = "_")]
    peer: String,
    #[rowkey]
    line: String,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator)]
#[family("D1")]
struct WithoutValue {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_", separator = "-")]
#[family("D1")]
struct Twice {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
