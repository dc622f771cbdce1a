//! The same table; the values of an index are in JSON.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_CLASS")]
    #[column(json)]
    class: String,
}
