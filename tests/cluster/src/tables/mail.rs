//! `DLQX:MAIL_TABLE`.

use hbase_schema::{HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample, utc};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_TABLE")]
#[rowkey(separator = "-")]
#[family("DATA", compression = snappy)]
pub struct Mail {
    #[rowkey]
    pub user: String,
    #[rowkey(fixed = 8)]
    #[serde(serialize_with = "plain::millis")]
    pub day: Timestamp,
    #[rowkey]
    pub message: String,
    pub subject: String,
    pub size: u32,
    #[column("IS_READ")]
    pub read: bool,
}

sample!(Mail, {
    let mail = |(n, user): (u16, &str)| Self {
        user: user.into(),
        day: utc([2015, 1 + n, 28], [0, 0, 0]),
        message: format!("m-{n:04}"),
        subject: if n == 0 {
            String::new()
        } else {
            "Grüße 📬".into()
        },
        size: 500 * u32::from(n),
        read: n % 2 == 1,
    };
    let users = ["ann", "anna", "bob", "cy", "Zoë"];
    (0..).zip(users).map(mail).collect()
});
