use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Text {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: String,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Optional {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: Option<u32>,
}

fn main() {}
