use hbase_schema::{HTable, TimeOfDay, any};

#[derive(HTable)]
#[table("DLQX:STATISTICS")]
#[family("D1")]
struct Statistics {
    #[rowkey]
    hash: u32,
    #[rowkey(minute_of_day)]
    minute: TimeOfDay,
    #[rowkey]
    region: String,
    trades: u32,
}

fn main() {
    let minute = TimeOfDay::from_minutes(0).unwrap();
    let _ = Statistics::scan().any_salt().minute(minute);
    let _ = Statistics::scan().hash(any()).minute(minute).ranges();
}
