use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReversedDigits {
    #[rowkey(fixed = 14, reverse)]
    at: Timestamp,
    duration_s: u32,
}

fn newest_first_by_reversed_digits(db: &hbase_schema::Connection) {
    let _ = db.scan(ReversedDigits::scan().all()).newest_first();
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WholeSalted {
    #[rowkey(salt)]
    at: Timestamp,
    duration_s: u32,
}

fn newest_first_of_a_whole_salted_table(db: &hbase_schema::Connection) {
    let _ = db.scan(WholeSalted::scan().all()).latest(3);
    let _ = db.scan(WholeSalted::scan().at(..)).latest(3);
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithoutATime {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn newest_first_without_a_time(db: &hbase_schema::Connection) {
    let _ = db.scan(WithoutATime::scan().all()).latest(3);
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Unordered {
    #[rowkey]
    phone: u64,
    #[rowkey]
    at: Timestamp,
    duration_s: u32,
}

async fn rows(db: &hbase_schema::Connection) {
    let _ = db.scan(Unordered::scan().all()).unordered().reversed();
    let _ = db.scan(Unordered::scan().all()).unordered().page(5).await;
    let _ = db.scan(Unordered::scan().all()).unordered().latest(3);
    let _ = db.scan(Unordered::scan().all()).unordered().after("cursor");
}

fn main() {}
