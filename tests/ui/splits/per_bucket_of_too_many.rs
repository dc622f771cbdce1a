use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = region_number(200000), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    id: String,
    value: u32,
}

fn main() {}
