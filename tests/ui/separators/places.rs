use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct BehindTheLastPart {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "_")]
    peer: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EndOfReverseNotTold {
    #[rowkey(reverse)]
    phone: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EndOfTextDigitsNotTold {
    #[rowkey(text)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", separator = "_")]
#[family("D1")]
struct InTheTable {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct NothingToSeparate {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
