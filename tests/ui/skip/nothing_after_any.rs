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
    // The whole table: every hash, and nothing after it.
    let _ = Statistics::scan().hash(any()).ranges();
    let _ = Statistics::scan().hash(any()).minute(any()).ranges();
}
