use hbase_schema::{Columns, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
#[version]
struct Twice {
    #[rowkey]
    id: u64,
    #[version]
    first: u32,
    #[version]
    second: u32,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Key {
    #[rowkey]
    #[version]
    id: u64,
    driver: String,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Found {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    #[index("DLQX:RIDES_BY_VERSION")]
    version: u32,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Options {
    #[rowkey]
    id: u64,
    driver: String,
    #[version(u32)]
    #[column(counter, default, store_none)]
    version: u32,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1", versions = 3)]
struct Versions {
    #[rowkey]
    id: u64,
    #[timestamp]
    at: Timestamp,
    driver: String,
    #[version]
    version: u32,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
#[rowkey(salt = random(4))]
struct Drawn {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: u32,
}

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Wide {
    #[rowkey]
    id: u64,
    #[column(dynamic, prefix = "STOP_")]
    stops: std::collections::BTreeMap<u32, String>,
    #[version]
    version: u32,
}

#[derive(Columns)]
struct Group {
    driver: String,
    #[version]
    version: u32,
}

fn main() {}
