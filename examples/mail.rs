//! Mail by user and day: `cargo run --bin mail [URL]`.
//!
//! The table `DLQX:MAIL_TABLE` has one row per mail.
//!
//! Key: `<user>-<day>-<message>`, as in `ann-20151226-m0042`.
//!
//! - Scans take any leading key parts: a user; a user and a day; a user, a day and the prefix of a
//!   message's name. Each is one scan, from the prefix to its successor.
//! - The separator closes a part with a value, so `ann` does not match `anna`.
//!
//! Queries: by any leading key parts; the newest; an offset and a limit; page by page, with a
//! cursor that can be stored.

use std::time::Duration;

use hbase_schema::{Connection, HTable, Timestamp, prefix};
use hbase_schema_examples::{Dice, Outcome, create, date_of, expect, open, time};

/// One mail.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_TABLE")]
#[rowkey(separator = "-")]
#[family("DATA", compression = snappy)]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[rowkey]
    message: String,
    subject: String,
    size: u32,
    #[column("IS_READ")]
    read: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    create::<Mail>(&db).await?;
    let mails = made_up()?;
    let written = db.put_many(&mails).await?;
    println!("{written} mails written to {}", Mail::SCHEMA.table.name);

    leading_parts(&db, &mails).await?;
    newest(&db, &mails).await?;
    skip_and_take(&db, &mails).await?;
    pages(&db, &mails).await
}

/// Scans by any leading key parts.
async fn leading_parts(db: &Connection, mails: &[Mail]) -> Outcome {
    let day = time(2015, 12, 26, 0)?;
    let user = Mail::scan().user("ann");
    let count = db.scan(user).count().await?;
    println!("\nann: {count} mails");
    expect_count("a user", count, mails, |mail| mail.user == "ann")?;

    let one_day = Mail::scan().user("ann").day(day);
    let found = db.scan(one_day).rows().collect().await?;
    println!("ann on 2015-12-26: {}", found.len());
    print(&found);
    let right = select(mails, |mail| mail.user == "ann" && mail.day == day);
    expect("a user and a day", found, right)?;

    let days = time(2015, 12, 1, 0)?..time(2016, 1, 1, 0)?;
    let month = db.scan(Mail::scan().user("ann").day(days.clone()));
    let count = month.filter(Mail::READ.eq(false)).count().await?;
    println!("ann in December 2015, unread: {count}");
    expect_count("a month, unread", count, mails, |mail| {
        mail.user == "ann" && days.contains(&mail.day) && !mail.read
    })?;

    let scan = Mail::scan().user("ann").day(day).message(prefix("m2"));
    let count = db.scan(scan).count().await?;
    println!("ann on 2015-12-26, messages m2…: {count}");
    expect_count("a prefix of a message", count, mails, |mail| {
        mail.user == "ann" && mail.day == day && mail.message.starts_with("m2")
    })
}

/// Days ascend in the key, so the newest are read from the end.
async fn newest(db: &Connection, mails: &[Mail]) -> Outcome {
    let found = db.scan(Mail::scan().user("bob")).latest(3).rows();
    let found = found.collect().await?;
    println!("\nbob, the newest 3:");
    print(&found);
    let mut right = select(mails, |mail| mail.user == "bob");
    right.reverse();
    right.truncate(3);
    expect("the newest", found, right)
}

/// `offset` reads the skipped rows: good for a first screen, not for the thousandth page.
async fn skip_and_take(db: &Connection, mails: &[Mail]) -> Outcome {
    let found = db
        .scan(Mail::scan().user("bob"))
        .offset(100)
        .limit(2)
        .rows();
    let found = found.collect().await?;
    println!("\nbob, 2 mails after the first 100:");
    print(&found);
    let right = select(mails, |mail| mail.user == "bob");
    let right: Vec<Mail> = right.into_iter().skip(100).take(2).collect();
    expect("skip and take", found, right)
}

/// A cursor continues after the last row of its page; another query rejects it.
async fn pages(db: &Connection, mails: &[Mail]) -> Outcome {
    let year = time(2015, 1, 1, 0)?..time(2016, 1, 1, 0)?;
    let query = || Mail::scan().user("anna").day(year.clone());
    let mut page = db.scan(query()).page(150).await?;
    let mut found = Vec::new();
    println!("\nanna in 2015, 150 a page:");
    loop {
        println!("  {} mails", page.items.len());
        found.append(&mut page.items);
        let Some(cursor) = page.next else { break };
        let wrong = db.scan(Mail::scan().user("bob"));
        let rejected = wrong.page_after(cursor.as_str(), 150).await;
        expect("a cursor of another query", rejected.is_err(), true)?;
        page = db.scan(query()).page_after(cursor.as_str(), 150).await?;
    }
    let right = select(mails, |mail| {
        mail.user == "anna" && year.contains(&mail.day)
    });
    expect("pages", found, right)
}

/// The expected mails, in order of their keys.
fn select(mails: &[Mail], keep: impl Fn(&Mail) -> bool) -> Vec<Mail> {
    let mut found: Vec<Mail> = mails.iter().filter(|mail| keep(mail)).cloned().collect();
    found.sort_by(|a, b| (a.day, &a.message).cmp(&(b.day, &b.message)));
    found
}

fn expect_count(query: &str, count: u64, mails: &[Mail], keep: impl Fn(&Mail) -> bool) -> Outcome {
    let right = u64::try_from(select(mails, keep).len())?;
    expect(query, count, right)
}

/// 3000 mails of five users within a year, most of them around new year.
fn made_up() -> Outcome<Vec<Mail>> {
    const SUBJECTS: [&str; 4] = [
        "hello",
        "the bill",
        "happy new year",
        "minutes of the meeting",
    ];
    let mut dice = Dice::new(8);
    let start = time(2015, 3, 1, 0)?;
    let mails = (0..3000).map(|n| {
        let days = 320 - dice.below(18) * dice.below(18);
        Mail {
            user: (*dice.one_of(&["ann", "anna", "bob", "cy", "dee"])).to_owned(),
            day: start + Duration::from_secs(24 * 60 * 60) * days,
            message: format!("m{n:04}"),
            subject: (*dice.one_of(&SUBJECTS)).to_owned(),
            size: 500 + dice.below(20_000),
            read: dice.below(3) > 0,
        }
    });
    Ok(mails.collect())
}

fn print(mails: &[Mail]) {
    for mail in mails {
        let day = date_of(mail.day);
        println!(
            "  {day}  {}  {:5} bytes  {}",
            mail.message, mail.size, mail.subject
        );
    }
}
