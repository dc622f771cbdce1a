use hbase_schema::{HTable, TimeOfDay, any};

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

fn all_after_any_salt() {
    let _ = Trade::scan().any_salt().all();
}

fn any_salt_too_late() {
    let at = TimeOfDay::from_minutes(0).unwrap();
    let _ = Trade::scan().at(at).any_salt();
    let _ = Trade::scan().salted_by("AC1").any_salt();
}

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

fn any_salt_without_salt() {
    let minute = TimeOfDay::from_minutes(0).unwrap();
    let _ = Statistics::scan().any_salt().minute(minute);
    let _ = Statistics::scan().hash(any()).minute(minute).ranges();
}

fn main() {}
