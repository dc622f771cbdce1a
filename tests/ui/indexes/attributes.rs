use hbase_schema::{Connection, Dynamic, HTable};
use std::collections::BTreeMap;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES", durability = skip_wal)]
#[family("D1")]
struct MailColumns {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[column(counter)]
    reads: i64,
    #[column(dynamic, prefix = "TAG_")]
    tags: Dynamic<String, String>,
    #[column(dynamic, prefix = "LABEL_")]
    labels: BTreeMap<String, String>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "1d"; "D2")]
#[index("DLQX:MAIL_BY_MIXED", fields(sender, size))]
#[index("DLQX:MAIL_BY_TIME", fields(sender, time), ttl = "1d 1m")]
struct EntryTtl {
    #[rowkey]
    id: String,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_SENDER", ttl = "12h")]
    sender: String,
    #[family("D2")]
    #[index("DLQX:MAIL_BY_SIZE", ttl = "365d")]
    size: u32,
    #[family("D1")]
    #[index("DLQX:MAIL_IN_TIME", ttl = "1d 2m")]
    time: u32,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_STATE", ttl = forever)]
    state: u32,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_PRICE", ttl = 100)]
    price: u32,
}

#[derive(HTable)]
#[table("DLQX:ORDER_STATE")]
#[family("D1", ttl = "2147483600s")]
struct Order {
    #[rowkey]
    id: String,
    #[index("DLQX:ORDER_BY_STATE", ttl = "2147483640s")]
    state: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BOXES", fields(sender, size))]
#[index("DLQX:MAIL_BY_SENDER", fields(size, sender))]
#[index("DLQX:MAIL_BY_SAME", fields(size, sender))]
#[index("DLQX:MAIL_BY_AB_C", fields(a_b, c))]
#[index("DLQX:MAIL_BY_A_BC", fields(a, b_c))]
#[index("DLQX:MAIL_BY_TIME", fields(sender, time))]
struct SeveralNames {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    size: u32,
    a_b: u8,
    c: u8,
    a: u8,
    b_c: u8,
    time: u32,
    by_sender_time: u32,
}

// Code that uses the struct reports no further errors.
fn queries(db: &Connection) {
    let _ = db.query(SeveralNames::BY_SENDER_SIZE.eq("ada").range(1..5));
    let _ = db.query(SeveralNames::BY_SIZE_SENDER.eq(5));
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_BOTH", fields(sender, size), splits = per_bucket(16))]
struct Splits {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER", splits = number_pipe(6))]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE", splits = ["p", "h", "", "h"])]
    size: u32,
    #[index("DLQX:MAIL_BY_TIME", splits = [])]
    time: u32,
    #[index("DLQX:MAIL_BY_PRICE", presplit = uniform(4))]
    price: u32,
}

fn main() {}
