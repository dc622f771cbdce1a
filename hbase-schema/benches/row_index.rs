//! A put of an entry with its index inside the row, compared with a put of the entry alone.
//!
//! `cargo bench -p hbase-schema --bench row_index [-- PUTS [PAIRS]]` puts the same mails into two tables
//! alternately, and prints the median of the ratios: load on the machine affects both.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark ends where anything goes wrong"
)]
#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

use std::time::{Duration, Instant};

use hbase_schema::cell::Json;
use hbase_schema::key::CodecError;
use hbase_schema::key::encoding::Native;
use hbase_schema::row_index::{
    Entries, EntryId, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, RowIndex,
};
use hbase_schema::{Connection, HTable, Timestamp, connect};
use serde::{Deserialize, Serialize};

/// A mail of about 2 KB with two indexed fields.
#[derive(Serialize, Deserialize, Clone)]
struct Mail {
    from: String,
    at: Timestamp,
    subject: String,
    body: String,
}

impl Mail {
    const FROM: IndexField<Self, String> = IndexField::new("from", 1);
    const AT: IndexField<Self, Timestamp, Native> = IndexField::new("at", 2);
}

impl IndexedEntry for Mail {
    const FIELDS: &'static [FieldTag] = &[Self::FROM.declared(), Self::AT.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::FROM, &self.from)?;
        out.put(Self::AT, self.at)
    }
}

#[derive(HTable)]
#[table("DLQX:BENCH_MAILS")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

const INBOX: IndexedEntries<MailBox, Mail, Json> =
    IndexedEntries::new(MailBox::MAILS, MailBox::INDEX);

fn mail(n: usize, body: usize) -> Mail {
    Mail {
        from: format!("user{}@example.org", n % 97),
        at: Timestamp::from_millis(1_450_000_000_000 + i64::try_from(n).unwrap()),
        subject: format!("mail {n}"),
        body: "x".repeat(body),
    }
}

/// A way to put a mail.
#[derive(Clone, Copy)]
enum Put {
    /// The column alone, whose qualifier is known before.
    Named,
    /// The column alone, whose qualifier is the MD5 of the value, as entries have it.
    Alone,
    /// The column and its index columns.
    Indexed,
}

/// Puts the mails into a row of their own.
async fn put(db: &Connection, pair: usize, mails: &[Mail], way: Put) -> Duration {
    let user = format!("{pair} {}", way as u8);
    let key = MailBoxKey { user };
    let ids = mails
        .iter()
        .map(|mail| EntryId::of(&serde_json::to_vec(mail).unwrap()));
    let ids: Vec<EntryId> = ids.collect();
    let started = Instant::now();
    for (mail, id) in mails.iter().zip(ids) {
        match way {
            Put::Named => db
                .dynamic(&key, MailBox::MAILS)
                .put(id, mail)
                .await
                .unwrap(),
            Put::Alone => {
                let value = serde_json::to_vec(mail).unwrap();
                let id = EntryId::of(&value);
                let put = db.mutate(&key).put_raw("DATA", id.as_bytes(), &value);
                put.await.unwrap();
            }
            Put::Indexed => {
                db.entries(&key, INBOX).put(mail).await.unwrap();
            }
        }
    }
    started.elapsed()
}

async fn measure(url: &str, body: usize, puts: usize, pairs: usize) {
    let db = connect(url).await.unwrap();
    db.create_table::<MailBox>().await.unwrap();
    let (mut times, mut to_alone, mut to_named) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..pairs {
        let mails: Vec<Mail> = (0..puts).map(|n| mail(pair * puts + n, body)).collect();
        let named = put(&db, pair, &mails, Put::Named).await.as_secs_f64();
        let alone = put(&db, pair, &mails, Put::Alone).await.as_secs_f64();
        let indexed = put(&db, pair, &mails, Put::Indexed).await.as_secs_f64();
        times.push(alone / puts as f64 * 1e6);
        to_alone.push(indexed / alone);
        to_named.push(indexed / named);
    }
    let [time, alone, named] = [times, to_alone, to_named].map(|mut all| {
        all.sort_unstable_by(f64::total_cmp);
        all[pairs / 2]
    });
    println!(
        "{url}: a put of a mail of {body} bytes: {time:.1} µs, with its index: {alone:.2} times that, and {named:.2} times a put without an MD5"
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let puts = numbers.next().unwrap_or(200);
    let pairs = numbers.next().unwrap_or(51);
    for body in [200, 2000] {
        measure("memory:", body, puts, pairs).await;
        let directory = tempfile::tempdir().unwrap();
        let url = format!("embedded:{}", directory.path().display());
        measure(&url, body, puts, pairs).await;
    }
}
