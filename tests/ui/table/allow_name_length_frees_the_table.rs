use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(name_length))]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    a_very_long_name_of_a_column: u32,
    duration_s: u32,
}

fn main() {}
