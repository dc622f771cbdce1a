use hbase_schema::query::{FanOut, KeyRanges, One, Skip};
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

fn any_as_salt_input() {
    let _ = Trade::scan().salted_by(hbase_schema::any());
}

#[derive(HTable)]
#[table("DLQX:MAIL_TABLE")]
#[family("D1")]
struct Mail {
    #[rowkey(separator = "-")]
    user: String,
    #[rowkey(text, separator = "-")]
    day: u32,
    #[rowkey]
    message: u32,
    size: u32,
}

fn any_of_variable_width() {
    let _ = Mail::scan().user(any()).day(7).ranges();
    let _ = Mail::scan().user("u").day(any()).message(7).ranges();
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

fn any_skips_no_part() {
    let _ = Statistics::scan().hash(any()).region("R1").ranges();
}

fn nothing_after_any() {
    // The whole table: every hash, and nothing after it.
    let _ = Statistics::scan().hash(any()).ranges();
    let _ = Statistics::scan().hash(any()).minute(any()).ranges();
}

fn nothing_after_any_salt() {
    let _ = Trade::scan().any_salt().ranges();
}

async fn rows(db: &hbase_schema::Connection, at: TimeOfDay) {
    let _ = db.scan(Trade::scan().any_salt().at(at)).reversed();
    let _ = db.scan(Trade::scan().any_salt().at(at)).latest(3);
    let _ = db.scan(Trade::scan().any_salt().at(at)).page(3).await;
}

fn one(_: KeyRanges<Trade, One>) {}
fn fan_out(_: KeyRanges<Trade, FanOut<256>>) {}
fn skip(_: KeyRanges<Trade, Skip<65_536>>) {}

fn cost_of_a_skip_scan() {
    let at = TimeOfDay::from_minutes(0).unwrap();
    skip(Trade::scan().any_salt().at(at).ranges().unwrap());
    one(Trade::scan().any_salt().at(at).ranges().unwrap());
    fan_out(Trade::scan().any_salt().at(at).ranges().unwrap());
}

fn main() {}
