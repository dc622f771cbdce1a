//! Mails with two indexes.

use hbase_schema::HTable;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
pub(crate) struct Mail {
    #[rowkey]
    pub(crate) id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    pub(crate) sender: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    pub(crate) size: i64,
}
