use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_TABLE")]
#[family("D1")]
struct Mail {
    #[rowkey]
    any_salt: u32,
    size: u32,
}

fn main() {}
