use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive(Eq, Hash))]
#[family("D1")]
struct Call {
    #[rowkey]
    score: f64,
    duration_s: u32,
}

fn main() {}
