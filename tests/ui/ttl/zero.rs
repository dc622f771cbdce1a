use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = "0s")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
