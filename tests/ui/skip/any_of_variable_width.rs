use hbase_schema::{HTable, any};

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

fn main() {
    let _ = Mail::scan().user(any()).day(7).ranges();
    let _ = Mail::scan().user("u").day(any()).message(7).ranges();
}
