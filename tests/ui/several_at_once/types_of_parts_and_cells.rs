use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(java)]
    phone: String,
    #[rowkey(reverse_ts)]
    at: u64,
    #[column(counter)]
    calls: u32,
    extra: std::collections::HashMap<String, u32>,
}

fn main() {}
