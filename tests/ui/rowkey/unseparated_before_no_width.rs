use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey]
    street: String,
    duration_s: u32,
}

fn main() {}
