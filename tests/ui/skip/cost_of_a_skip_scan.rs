use hbase_schema::query::{FanOut, KeyRanges, One, Skip};
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

fn one(_: KeyRanges<Trade, One>) {}
fn fan_out(_: KeyRanges<Trade, FanOut<256>>) {}
fn skip(_: KeyRanges<Trade, Skip<65_536>>) {}

fn main() {
    let at = TimeOfDay::from_minutes(0).unwrap();
    skip(Trade::scan().any_salt().at(at).ranges().unwrap());
    one(Trade::scan().any_salt().at(at).ranges().unwrap());
    fan_out(Trade::scan().any_salt().at(at).ranges().unwrap());
}
