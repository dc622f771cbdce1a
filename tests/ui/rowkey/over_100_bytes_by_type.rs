use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    digest: [u8; 64],
    #[rowkey]
    second: [u8; 64],
    duration_s: u32,
}

fn main() {}
