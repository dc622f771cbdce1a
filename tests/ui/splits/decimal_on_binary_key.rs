use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = decimal_string(10))]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
