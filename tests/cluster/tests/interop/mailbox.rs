//! The columns of `DLQX:MAIL_BOXES` that no struct declares: mails, and an index within the row.

use hbase_schema::Connection;
use hbase_schema::key::KeyPart;
use hbase_schema::key::encoding::Ordered;
use hbase_schema::model::Filter;
use hbase_schema_cluster_tests::tables::mailbox::MailBoxKey;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Outcome;

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Mail {
    from: String,
    size: i64,
    subject: String,
}

/// A mailbox written here, and one written by the other side; neither has declared columns.
pub(crate) const USERS: [&str; 2] = ["columns of ours", "columns of theirs"];

/// Writes the mails of a mailbox.
pub(crate) async fn write(db: &Connection, user: &str) -> Outcome {
    for mail in mails() {
        let value = serde_json::to_vec(&mail)?;
        let md5 = md5::compute(&value).0;
        let change = db.mutate(&key(user)).put_raw("DATA", &md5, &value);
        let change = change.put_raw("INDEX", &[by_sender(&mail.from)?, md5.into()].concat(), b"");
        let change = change.put_raw("INDEX", &[by_size(mail.size)?, md5.into()].concat(), b"");
        change.await?;
    }
    Ok(())
}

/// The mails by mailbox, for Python.
pub(crate) fn plan() -> Value {
    let of = |user: &str| -> Vec<Value> {
        let mails = mails();
        let entries = mails
            .iter()
            .map(|mail| json!({ "user": user, "mail": mail }));
        entries.collect()
    };
    json!({ "theirs": of(USERS[0]), "ours": of(USERS[1]) })
}

/// Finds mails by the index, in both mailboxes.
pub(crate) async fn read_back(db: &Connection) -> Outcome<Vec<String>> {
    let mut wrong = Vec::new();
    for user in USERS {
        for sender in ["bo", "bob", "Zoë"] {
            let filter = Filter::QualifierPrefix(by_sender(sender)?);
            let right = mails().into_iter().filter(|mail| mail.from == sender);
            let mut right: Vec<Mail> = right.collect();
            let mut found = mails_by_index(db, user, filter).await?;
            for mails in [&mut found, &mut right] {
                mails.sort_by_key(|mail| mail.size);
            }
            if found != right {
                wrong.push(format!(
                    "{user}, from {sender}: found {found:?}, expected {right:?}"
                ));
            }
        }
        let filter = Filter::QualifierPrefix(vec![b'S']);
        let found: Vec<i64> = mails_by_index(db, user, filter)
            .await?
            .iter()
            .map(|mail| mail.size)
            .collect();
        let mut right: Vec<i64> = mails().iter().map(|mail| mail.size).collect();
        right.sort_unstable();
        if found != right {
            wrong.push(format!(
                "{user}, by size: found {found:?}, expected {right:?}"
            ));
        }
    }
    Ok(wrong)
}

/// Reads the index, then the mails that it names, in its order.
async fn mails_by_index(db: &Connection, user: &str, filter: Filter) -> Outcome<Vec<Mail>> {
    let index = db
        .get_raw(&key(user))
        .family("INDEX")
        .filter(filter)
        .await?;
    let index = index.ok_or("no index column")?;
    let data = db
        .get_raw(&key(user))
        .family("DATA")
        .await?
        .ok_or("no mail")?;
    let mut found = Vec::new();
    for cell in index.cells() {
        let md5: [u8; 16] = *cell.qualifier.last_chunk().ok_or("an index without MD5")?;
        let value = data.value(b"DATA", &md5).ok_or("an index without a mail")?;
        found.push(serde_json::from_slice(value)?);
    }
    Ok(found)
}

fn by_sender(name: &str) -> Outcome<Vec<u8>> {
    let mut bytes = vec![b'F'];
    KeyPart::<Ordered>::encode(&name, &mut bytes)?;
    Ok(bytes)
}

fn by_size(size: i64) -> Outcome<Vec<u8>> {
    let mut bytes = vec![b'S'];
    KeyPart::<Ordered>::encode(&size, &mut bytes)?;
    Ok(bytes)
}

fn key(user: &str) -> MailBoxKey {
    MailBoxKey {
        user: user.to_owned(),
    }
}

fn mails() -> Vec<Mail> {
    let mail = |(from, size): (&str, i64)| Mail {
        from: from.to_owned(),
        size,
        subject: format!("\"{size}\" of {from}"),
    };
    [
        ("bo", 7),
        ("bob", -1),
        ("Zoë", i64::MAX),
        ("bo", 0),
        ("bo", i64::MIN),
    ]
    .map(mail)
    .into()
}
