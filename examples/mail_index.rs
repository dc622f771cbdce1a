//! Indexes as tables of their own: `cargo run --bin mail_index [URL]`.
//!
//! The table `DLQX:MAIL_RECORD` has one row per mail, of all users.
//!
//! Key: `<user>-<message>`, as in `ann-m0042`.
//!
//! - Three index tables have one entry per mail each: `DLQX:MAIL_BY_SENDER`, `DLQX:MAIL_BY_SIZE` and
//!   `DLQX:MAIL_BY_BOTH`. An entry's key is the value in an order-preserving and self-delimiting
//!   encoding, or those of several fields one after the other, then the row key.
//! - Writes keep the entries in step with the rows; `HBase` has nothing atomic across tables, so a write
//!   puts the new entries first, and the old ones are deleted after every query that may need them.
//!
//! Queries: all mails of a sender, of senders by prefix, of a size between two bounds, by size, and those
//! of a sender by size; each by one scan of the entries and gets of the rows. The index of both starts in
//! four regions. A backend without conditional mutations (Thrift) only reads.

use hbase_schema::index::Verification;
use hbase_schema::{Connection, HTable};
use hbase_schema_examples::{Dice, Outcome, expect, open, skip_unsupported};

/// One mail.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_RECORD")]
#[rowkey(separator = "-")]
#[family("DATA")]
#[index("DLQX:MAIL_BY_BOTH", fields(sender, size), splits = ["bo", "c", "d"])]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey]
    message: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    size: u32,
    subject: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    skip_unsupported(run(&db).await)
}

async fn run(db: &Connection) -> Outcome {
    db.create_table_if_missing::<Mail>().await?;
    let mut rows = made_up();
    let written = db.put_many(&rows).await?;
    println!("{written} mails written to {}", Mail::SCHEMA.table.name);
    queries(db, &rows).await?;

    // The entries follow a changed row, and a deleted one.
    let changed = &mut rows[0];
    "zoe".clone_into(&mut changed.sender);
    db.put(changed).await?;
    let deleted = rows.pop().ok_or("there are mails")?;
    db.delete(&deleted.key()).await?;
    println!("\none mail changed, one deleted");
    queries(db, &rows).await?;
    pages(db, &rows).await?;

    let findings = db.indexes::<Mail>();
    let findings = findings
        .verify(Mail::BY_SENDER, Verification::Report)
        .await?;
    let (entries, missing) = (findings.live, findings.missing);
    println!("\nchecked: {entries} entries, {missing} missing");
    expect("rows that lack entries", findings.missing, 0)
}

async fn queries(db: &Connection, rows: &[Mail]) -> Outcome {
    let found = db.query(Mail::BY_SENDER.eq("bo")).rows().collect().await?;
    println!("\nfrom bo: {} mails", found.len());
    expect(
        "mails of a sender",
        found,
        having(rows, |mail| mail.sender == "bo"),
    )?;

    let starting = db
        .query(Mail::BY_SENDER.prefix("bo"))
        .rows()
        .collect()
        .await?;
    println!("from bo…: {} mails", starting.len());
    let mut right = having(rows, |mail| mail.sender.starts_with("bo"));
    right.sort_by(|a, b| a.sender.cmp(&b.sender));
    expect("mails of senders", starting, right)?;

    let of_both = Mail::BY_SENDER_SIZE.eq("bo").range(15_000..);
    let found = db.query(of_both).rows().collect().await?;
    println!("from bo, 15000 bytes and more: {} mails", found.len());
    let mut right = having(rows, |mail| mail.sender == "bo" && mail.size >= 15_000);
    right.sort_by_key(|mail| mail.size);
    expect("mails of a sender by size", found, right)?;

    let by_size = Mail::BY_SIZE.range(19_000..20_000);
    let found = db.query(by_size).rows().collect().await?;
    println!("from 19000 to 19999 bytes: {} mails", found.len());
    let mut right = having(rows, |mail| (19_000..20_000).contains(&mail.size));
    right.sort_by_key(|mail| mail.size);
    expect("mails by size", found, right)
}

/// All mails by size, page by page; the position after a page can be stored.
async fn pages(db: &Connection, rows: &[Mail]) -> Outcome {
    let mut found = Vec::new();
    let mut position = None;
    loop {
        let query = db.query(Mail::BY_SIZE.range(0..));
        let query = match position.take() {
            Some(position) => query.after(position),
            None => query,
        };
        let mut batches = query.rows();
        found.extend(batches.next_page().await?);
        let Some(next) = batches.position() else {
            break;
        };
        position = Some(next.to_vec());
    }
    println!("\nby size, page by page: {} mails", found.len());
    let mut right = rows.to_vec();
    right.sort_by_key(|mail| mail.size);
    expect("pages", found, right)
}

/// The rows with a property, by their keys.
fn having(rows: &[Mail], has: impl Fn(&Mail) -> bool) -> Vec<Mail> {
    rows.iter().filter(|mail| has(mail)).cloned().collect()
}

/// 1000 mails of one user, by their keys.
fn made_up() -> Vec<Mail> {
    let mut dice = Dice::new(81);
    let mails = (0..1000).map(|n| Mail {
        user: "ann".to_owned(),
        message: format!("m{n:04}"),
        sender: (*dice.one_of(&["bo", "bob", "cy", "dee"])).to_owned(),
        size: dice.below(20_000),
        subject: (n % 3 > 0).then(|| format!("mail {n}")),
    });
    mails.collect()
}
