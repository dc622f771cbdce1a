use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NotThere {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "_")]
    part: Phone,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EncodingNotThere {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = my::Encoding)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
