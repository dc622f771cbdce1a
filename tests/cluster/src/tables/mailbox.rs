//! `DLQX:MAIL_BOXES`: the columns that the struct declares. The others are in `tests/interop`.

use hbase_schema::HTable;
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
    pub tags: String,
}

sample!(MailBox, {
    let of = |(user, owner): (&str, &str)| Self {
        user: user.into(),
        owner: owner.into(),
        tags: "FS".into(),
    };
    [("ann", "Ann"), ("bob", "Bob"), ("zoë", "Zoë")]
        .map(of)
        .into()
});
