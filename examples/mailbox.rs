//! Fixed and dynamic columns, and an index within the row: `cargo run --bin mailbox [URL]`.
//!
//! The table `DLQX:MAIL_BOXES` has one row per user, with all mails of that user.
//!
//! Key: the user, as text.
//!
//! - Family DATA: the column OWNER, and one column per mail. Its qualifier is the MD5 of the mail, its
//!   value the mail as JSON. No fixed column has a name of 16 bytes, so the two never meet.
//! - Family INDEX: one column per mail and indexed field. Its qualifier is the field's tag (one byte), the
//!   field's value in a sortable and self-delimiting encoding (`OrderedBytes`), and the MD5 of the mail.
//!   Its value is empty: the qualifier contains everything.
//!
//! Both families change in one atomic mutation of the row, so the index is always consistent with
//! the data, which a separate index table would not be. A backend without such mutations (Thrift) does
//! not write mails.
//!
//! Queries: a user's mails from one sender, or from senders by a prefix; those of a size between two
//! bounds, by size; each by two look-ups, first in INDEX, then in DATA. All mails, page by page, with a
//! cursor that can be stored: a mailbox may be of any size. A deleted mail is in neither family. A check
//! compares the two families.

use std::cmp::Reverse;

use hbase_schema::cell::Json;
use hbase_schema::row_index::{Entries, EntryId, IndexedEntries, IndexedEntry, RowIndex};
use hbase_schema::{Connection, HTable};
use hbase_schema_examples::{Dice, Outcome, create, expect, open, skip_unsupported};
use serde::{Deserialize, Serialize};

/// The mails of a user. The mails and the index are not read with the row, for there may be many.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    owner: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

impl MailBox {
    const INBOX: IndexedEntries<Self, Mail, Json> = IndexedEntries::new(Self::MAILS, Self::INDEX);
}

/// The JSON of a column of DATA.
#[derive(IndexedEntry, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Mail {
    #[index(tag = b'F')]
    from: String,
    #[index(tag = b'S')]
    size: i64,
    subject: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    create::<MailBox>(&db).await?;
    let mails = made_up();
    let key = MailBoxKey {
        user: "ann".to_owned(),
    };
    let owner = MailBox {
        user: key.user.clone(),
        owner: "Ann".to_owned(),
        mails: Entries::new(),
        index: RowIndex::new(),
    };
    db.put(&owner).await?;
    skip_unsupported(queries(&db, &key, &mails).await)
}

async fn queries(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    for mail in mails {
        db.entries(key, MailBox::INBOX).put(mail).await?;
    }
    println!("{} mails of {} written", mails.len(), key.user);

    by_sender(db, key, mails).await?;
    by_prefix(db, key, mails).await?;
    by_size(db, key, mails).await?;
    pages(db, key, mails).await?;
    deleted(db, key, mails).await
}

/// The mails of a sender. The value is self-delimiting, so `bo` does not match `bob`.
async fn sent_by(db: &Connection, key: &MailBoxKey, from: &str) -> Outcome<Vec<(EntryId, Mail)>> {
    let query = db.entries(key, MailBox::INBOX).by(Mail::FROM).equal(from);
    Ok(query.stream().collect().await?)
}

/// One value of a field: all index columns with its prefix.
async fn by_sender(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let found = by_subject(sent_by(db, key, "bo").await?);
    println!("\nfrom bo: {} mails, the first by subject:", found.len());
    print(found.iter().take(3));
    let mut right = mails.to_vec();
    right.retain(|mail| mail.from == "bo");
    expect("mails of a sender", found, right)
}

/// The start of a text.
async fn by_prefix(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let query = db.entries(key, MailBox::INBOX).by(Mail::FROM).prefix("bo");
    let found = by_subject(query.stream().collect().await?);
    println!("\nfrom bo…: {} mails", found.len());
    let mut right = mails.to_vec();
    right.retain(|mail| mail.from.starts_with("bo"));
    expect("mails by a prefix", found, right)
}

/// The mails in the order in which they were made.
fn by_subject(found: Vec<(EntryId, Mail)>) -> Vec<Mail> {
    let mut mails: Vec<Mail> = found.into_iter().map(|(_, mail)| mail).collect();
    mails.sort_by(|a, b| a.subject.cmp(&b.subject));
    mails
}

/// A range of values: a range of index columns, which are in order of the value.
async fn by_size(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let inbox = db.entries(key, MailBox::INBOX);
    let page = inbox.by(Mail::SIZE).range(19_900..20_000).page(100).await?;
    let found: Vec<Mail> = page.items.into_iter().map(|(_, mail)| mail).collect();
    println!("\nfrom 19900 to 19999 bytes: {} mails", found.len());
    print(&found);
    let right = mails
        .iter()
        .filter(|mail| (19_900..20_000).contains(&mail.size));
    let mut sizes: Vec<i64> = right.map(|mail| mail.size).collect();
    sizes.sort_unstable();
    let found: Vec<i64> = found.iter().map(|mail| mail.size).collect();
    expect("mails by size", found, sizes)
}

/// All mails in the order of their MD5s: a cursor continues after the last mail of its page.
async fn pages(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let all = || db.dynamic(key, MailBox::MAILS);
    let mut page = all().page(400).await?;
    let mut found = Vec::new();
    println!("\nall mails, 400 a page:");
    loop {
        println!("  {} mails", page.items.len());
        found.extend(page.items.into_iter().map(|(_, mail)| mail));
        let Some(cursor) = page.next else { break };
        page = all().page_after(cursor.as_str(), 400).await?;
    }
    let by_subject = |mails: &mut Vec<Mail>| mails.sort_by(|a, b| a.subject.cmp(&b.subject));
    let mut right = mails.to_vec();
    by_subject(&mut right);
    by_subject(&mut found);
    expect("pages", found, right)?;

    // A stream holds a part of the row only, however many columns it has.
    let mut largest: Option<Mail> = None;
    let mut stream = all().stream();
    while let Some(column) = stream.next().await {
        let (_, mail) = column?;
        largest = largest
            .into_iter()
            .chain([mail])
            .max_by_key(|mail| mail.size);
    }
    let right = mails.iter().min_by_key(|mail| Reverse(mail.size));
    let sizes = [largest.as_ref(), right].map(|mail| mail.map(|mail| mail.size));
    expect("the largest mail", sizes[0], sizes[1])
}

/// A deleted mail is gone from both families.
async fn deleted(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let mail = mails.first().ok_or("there are mails")?;
    let before = sent_by(db, key, &mail.from).await?.len();
    db.entries(key, MailBox::INBOX).delete(mail).await?;
    let after = sent_by(db, key, &mail.from).await?;
    println!(
        "\nfrom {}: {before} mails, {} after one is deleted",
        mail.from,
        after.len()
    );
    expect("mails after a delete", after.len() + 1, before)?;
    let is_found = after.iter().any(|(_, found)| found == mail);
    expect("the deleted mail", is_found, false)?;
    let report = db.entries(key, MailBox::INBOX).verify().await?;
    println!("\n{report}");
    expect("the index", report.is_consistent(), true)?;
    let left = db.dynamic(key, MailBox::MAILS).count().await?;
    expect("mails that are left", left + 1, u64::try_from(mails.len())?)?;

    // The dynamic columns are not read with the struct.
    let owner = db.get(key).await?.map(|row| row.owner);
    expect("the row's own columns", owner.as_deref(), Some("Ann"))
}

/// 1000 distinct mails.
fn made_up() -> Vec<Mail> {
    let mut dice = Dice::new(80);
    let mails = (0..1000).map(|n| Mail {
        from: (*dice.one_of(&["bo", "bob", "cy", "dee"])).to_owned(),
        size: i64::from(dice.below(20_000)),
        subject: format!("mail {n:04}"),
    });
    mails.collect()
}

fn print<'m>(mails: impl IntoIterator<Item = &'m Mail>) {
    for mail in mails {
        println!(
            "  {}  {:5} bytes  from {}",
            mail.subject, mail.size, mail.from
        );
    }
}
