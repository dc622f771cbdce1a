use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[column(store_none, counter)]
    b: i64,
}

fn main() {}
