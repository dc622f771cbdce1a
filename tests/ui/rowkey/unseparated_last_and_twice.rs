use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey(unseparated, fixed = 4)]
    street: String,
    #[rowkey(unseparated)]
    name: String,
    duration_s: u32,
}

fn main() {}
