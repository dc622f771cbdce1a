use hbase_schema::{HTable, TimeOfDay};

#[derive(HTable)]
#[table("DLQX:TRADE_TABLE")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

fn main() {
    let at = TimeOfDay::from_minutes(0).unwrap();
    let _ = Trade::scan().at(at).any_salt();
    let _ = Trade::scan().salted_by("AC1").any_salt();
}
