use hbase_schema::{HTable, Timestamp};

type Text = String;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_BOTH", fields(size, sender), splits = hex_string(16))]
#[index("DLQX:MAIL_BY_OTHER", fields(sender, size), splits = hex_string(16))]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER", splits = uniform(16))]
    sender: Text,
    #[index("DLQX:MAIL_BY_SIZE", splits = uniform(16))]
    size: u32,
    #[index("DLQX:MAIL_BY_TIME", splits = uniform(16))]
    time: Timestamp,
    #[index("DLQX:MAIL_BY_YEAR", splits = ["2024", "2025"])]
    year: Timestamp,
    #[index("DLQX:MAIL_BY_PRICE", splits = decimal_string(10))]
    price: f64,
}

fn main() {}
