use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Address {
    city: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: u64,
    #[column(flatten, prefix = "ship_")]
    ship: Address,
    #[column("cent")]
    price: u32,
    #[column("CENT")]
    other: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct QualifierByRename {
    #[rowkey]
    id: u64,
    #[column(rename = "user-id")]
    data: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct QualifierEmpty {
    #[rowkey]
    id: u64,
    #[column("")]
    data: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct QualifierWithDigitFirst {
    #[rowkey]
    id: u64,
    #[column("1_DATA")]
    data: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", rename_all = "camelCase")]
#[family("D1")]
struct RenameAllAgainstTheRules {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("iot:telemetry", rename_all = "camelCase")]
#[family("data")]
struct Telemetry {
    #[rowkey]
    id: u64,
    outside_temperature: u32,
    humidity: u32,
    wind: u32,
    pressure: u32,
}

fn main() {}
