use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct ReverseOnBinaryInteger {
    #[rowkey]
    id: u64,
    #[rowkey(reverse)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseOnFloat {
    #[rowkey]
    id: u64,
    #[rowkey(reverse, separator = "_")]
    part: f64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
