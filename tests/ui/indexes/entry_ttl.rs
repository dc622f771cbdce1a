use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "1d"; "D2")]
#[index("DLQX:MAIL_BY_MIXED", fields(sender, size))]
#[index("DLQX:MAIL_BY_TIME", fields(sender, time), ttl = "1d 1m")]
struct Mail {
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

fn main() {}
