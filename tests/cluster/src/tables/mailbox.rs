//! `DLQX:MAIL_BOXES`: the fixed columns. The dynamic ones are in `tests/interop`.

use hbase_schema::HTable;
use hbase_schema::row_index::RowIndex;
use serde::Serialize;

use super::sample;

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
pub struct MailBox {
    #[rowkey]
    pub user: String,
    #[family("DATA")]
    pub owner: String,
    #[family("INDEX")]
    #[column(dynamic)]
    #[serde(skip)]
    pub index: RowIndex,
}

sample!(MailBox, {
    let of = |(user, owner): (&str, &str)| Self {
        user: user.into(),
        owner: owner.into(),
        index: RowIndex::new(),
    };
    [("ann", "Ann"), ("bob", "Bob"), ("zoë", "Zoë")]
        .map(of)
        .into()
});
