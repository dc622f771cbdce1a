use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: Option<String>,
    #[index("DLQX:MAIL_BY_BYTES")]
    bytes: Vec<u8>,
}

fn main() {}
