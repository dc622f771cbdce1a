use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TICK_STORE")]
#[rowkey(salt = random(16))]
#[family("D1")]
struct Tick {
    #[rowkey]
    at: Timestamp,
    price: u64,
}

fn main() {
    let _ = Tick::scan().salted_by(Timestamp::from_millis(0));
}
