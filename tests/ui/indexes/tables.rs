use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("STAMP")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BOXES")]
    sender: String,
    #[index("DLQX:INDEX_STATES")]
    subject: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    size: u32,
    #[index("DLQX:MAIL_BY_SIZE")]
    other_size: u32,
    by_size: u32,
    #[index("DLQX:mail_by_day")]
    day: u32,
    #[index("DLQX:MAIL_{yyyyMMdd}")]
    hour: u32,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[rowkey(salt = random(16))]
#[family("D1")]
struct Trade<T> {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    #[timestamp]
    at: Timestamp,
    #[index("DLQX:TRADE_BY_STATE")]
    state: T,
}

#[derive(HTable)]
#[table("DLQX:ORDER_STATE")]
#[family("D1", ttl = "1d", min_versions = 1)]
struct Order {
    #[rowkey]
    id: String,
    #[index("DLQX:ORDER_BY_STATE")]
    state: String,
}

fn main() {}
