use hbase_schema::{Connection, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    #[rowkey(text)]
    line: u32,
    duration_s: u32,
}

async fn calls(db: &Connection) -> Result<Vec<Call>, hbase_schema::Error> {
    db.scan(Call::scan().phone("13812345678")).filter(Call::LINE.eq(7)).rows().collect().await
}

fn main() {}
