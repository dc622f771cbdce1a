use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(16))]
#[family("D1")]
struct Call {
    #[rowkey]
    id: [u8; 16],
    duration_s: u32,
}

fn main() {}
