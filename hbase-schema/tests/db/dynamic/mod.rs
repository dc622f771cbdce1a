//! Dynamic columns.

mod bits;
mod bytes;
mod changes;
mod counters;
mod kinds;
mod pages;
mod property;
mod scans;
mod since;
mod time_ranges;
mod versions;
mod whole;
mod with_name;

use hbase_schema::{Connection, Dynamic, HTable, Qualifier, Timestamp};

/// Fixed and dynamic columns in one family, and dynamic ones alone in another.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
pub(crate) struct MailBox {
    #[rowkey]
    pub(crate) user: String,
    #[family("DATA")]
    pub(crate) owner: Option<String>,
    /// By day and number.
    #[family("DATA")]
    #[column(dynamic, prefix = "m:")]
    pub(crate) mails: Dynamic<(u32, u32), String>,
    #[family("INDEX")]
    #[column(dynamic)]
    pub(crate) by_time: Dynamic<Newest, i64>,
}

/// Newest first, then by number.
#[derive(Qualifier, Debug, Clone, PartialEq)]
pub(crate) struct Newest {
    #[qualifier(reverse_ts)]
    pub(crate) at: Timestamp,
    pub(crate) number: u16,
}

pub(crate) async fn connected() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<MailBox>().await.unwrap();
    db
}

pub(crate) fn key(user: &str) -> MailBoxKey {
    MailBoxKey { user: user.into() }
}

/// Ten mails on each of these days.
pub(crate) fn mails(days: u32) -> impl Iterator<Item = ((u32, u32), String)> + Send {
    (1..=days).flat_map(|day| (0..10).map(move |n| ((day, n), format!("mail {day}/{n}"))))
}

/// Ann's mails of thirty days.
pub(crate) async fn filled() -> Connection {
    let db = connected().await;
    let written = db.dynamic(&key("ann"), MailBox::MAILS).put_many(mails(30));
    assert_eq!(written.await.unwrap(), 300);
    db
}
