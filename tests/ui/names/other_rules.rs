use hbase_schema::HTable;

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
