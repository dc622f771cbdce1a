use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_BOTH", fields(sender, size), splits = per_bucket(16))]
struct Mail {
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
