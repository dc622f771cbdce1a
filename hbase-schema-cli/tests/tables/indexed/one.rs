//! The same table later: one of its indexes is no longer declared.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    size: i64,
}
