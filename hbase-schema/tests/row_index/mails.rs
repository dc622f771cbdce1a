//! The table of these tests.

use hbase_schema::cell::Json;
use hbase_schema::db::EntriesRequest;
use hbase_schema::key::CodecError;
use hbase_schema::key::encoding::Native;
use hbase_schema::row_index::{
    Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, PlainIndex, RowIndex,
};
use hbase_schema::{Connection, HTable, Timestamp};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, PartialOrd)]
pub(crate) struct Mail {
    pub(crate) from: String,
    pub(crate) at: Timestamp,
    pub(crate) size: i64,
    pub(crate) list: Option<String>,
    pub(crate) subject: String,
}

impl Mail {
    pub(crate) const FROM: IndexField<Self, String> = IndexField::new("from", 1);
    pub(crate) const AT: IndexField<Self, Timestamp, Native> = IndexField::new("at", 2);
    pub(crate) const SIZE: IndexField<Self, i64> = IndexField::new("size", 3);
    pub(crate) const LIST: IndexField<Self, String> = IndexField::new("list", 4);
}

impl IndexedEntry for Mail {
    const FIELDS: &'static [FieldTag] = &[
        Self::FROM.declared(),
        Self::AT.declared(),
        Self::SIZE.declared(),
        Self::LIST.declared(),
    ];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::FROM, &self.from)?;
        out.put(Self::AT, self.at)?;
        out.put(Self::SIZE, self.size)?;
        let mut list = self.list.iter();
        list.try_for_each(|list| out.put(Self::LIST, list))
    }
}

/// Fixed columns, entries and two indexes.
#[derive(HTable, Debug)]
#[table("DLQX:INDEXED_MAILS")]
#[family("DATA")]
#[family("INDEX")]
#[family("PLAIN")]
pub(crate) struct MailBox {
    #[rowkey]
    pub(crate) user: String,
    #[family("DATA")]
    pub(crate) owner: Option<String>,
    #[family("DATA")]
    #[column(dynamic, json)]
    pub(crate) mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    pub(crate) index: RowIndex,
    #[family("PLAIN")]
    #[column(dynamic, prefix = "p:", json)]
    pub(crate) old_mails: Entries<Mail>,
    #[family("PLAIN")]
    #[column(dynamic, prefix = "s:")]
    pub(crate) senders: PlainIndex,
}

pub(crate) type Inbox = IndexedEntries<MailBox, Mail, Json>;

impl MailBox {
    pub(crate) const INBOX: Inbox = IndexedEntries::new(Self::MAILS, Self::INDEX);
    pub(crate) const OLD: Inbox = IndexedEntries::plain(Self::OLD_MAILS, Mail::FROM, Self::SENDERS);
}

pub(crate) async fn connected() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<MailBox>().await.unwrap();
    db
}

pub(crate) fn ann() -> MailBoxKey {
    MailBoxKey { user: "ann".into() }
}

pub(crate) fn inbox(db: &Connection) -> EntriesRequest<MailBox, Mail, Json> {
    db.entries(&ann(), MailBox::INBOX)
}

/// The mail number `n` of many.
pub(crate) fn mail(n: u32) -> Mail {
    Mail {
        from: ["bo", "bob", "cy", "\u{ff}"][n as usize % 4].into(),
        at: Timestamp::from_millis(1_450_000_000_000 + i64::from(n / 3)),
        size: i64::from(n % 7) - 3,
        list: n.is_multiple_of(2).then(|| format!("list{}", n % 5)),
        subject: format!("mail {n}"),
    }
}

/// Ann's first mails.
pub(crate) async fn filled(mails: u32) -> Connection {
    let db = connected().await;
    for n in 0..mails {
        inbox(&db).put(&mail(n)).await.unwrap();
    }
    db
}

/// The subjects, sorted.
pub(crate) fn subjects<I>(mails: impl IntoIterator<Item = (I, Mail)>) -> Vec<String> {
    let mut subjects: Vec<String> = mails.into_iter().map(|(_, mail)| mail.subject).collect();
    subjects.sort();
    subjects
}

/// The subjects of the first mails that match, sorted.
pub(crate) fn matching(mails: u32, is_match: impl Fn(&Mail) -> bool) -> Vec<String> {
    let matching = (0..mails).map(mail).filter(|mail| is_match(mail));
    subjects(matching.map(|mail| ((), mail)))
}
