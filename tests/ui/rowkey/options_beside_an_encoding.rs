use hbase_schema::HTable;

struct Mine;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(encoding = Mine, reverse)]
    id: u64,
    #[rowkey(encoding = Mine, truncate)]
    at: u64,
    value: u32,
}

fn main() {}
