//! Events of users: `cargo run --bin events [URL]`.
//!
//! The table `DLQX:USER_EVENT` has one row per event.
//!
//! Key: `<user>_<Long.MAX_VALUE - ms>_<insert time, ns>`, as in
//! `42_9223370636197090350_0000123456789012345`.
//!
//! - The user comes first: every query has one.
//! - The time is encoded as `Long.MAX_VALUE` minus its milliseconds, always 19 digits, so that the
//!   newest event is the first and "the newest N" reads N rows.
//! - The insert time only distinguishes events of one millisecond. It is padded to 19 digits, so
//!   that it sorts.
//!
//! Queries: the newest N of a user; a user's events between two times, newest first.

use std::time::Duration;

use hbase_schema::{Connection, HTable, RowKey, Timestamp};
use hbase_schema_examples::{Dice, Outcome, create, expect, open, time};

/// One event of one user.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_EVENT")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct Event {
    #[rowkey(text)]
    user: u64,
    #[rowkey(fixed = 19, reverse_ts)]
    at: Timestamp,
    #[rowkey(fixed = 19)]
    inserted_ns: u64,
    kind: String,
    page: Option<String>,
}

/// The same table as other programs write it: the insert time without leading zeros. Such keys can
/// be decoded and encoded, but within one millisecond they are not in order.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_EVENT")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct Unpadded {
    #[rowkey(text)]
    user: u64,
    #[rowkey(fixed = 19, reverse_ts)]
    at: Timestamp,
    #[rowkey(text)]
    inserted_ns: u64,
    kind: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    keys()?;
    create::<Event>(&db).await?;
    let events = made_up()?;
    let written = db.put_many(&events).await?;
    println!("{written} events written to {}", Event::SCHEMA.table.name);

    newest(&db, &events).await?;
    between(&db, &events).await
}

/// Both formats of the key.
fn keys() -> Outcome {
    let at = Timestamp::from_millis(1_400_657_685_457);
    let (user, inserted_ns) = (42, 123_456_789_012_345);
    let key = EventKey {
        user,
        at,
        inserted_ns,
    }
    .encode()?;
    let key = str::from_utf8(key.as_ref())?.to_owned();
    println!("{key}");
    expect("key", key, "42_9223370636197090350_0000123456789012345")?;

    let key = UnpaddedKey {
        user,
        at,
        inserted_ns,
    }
    .encode()?;
    let key = str::from_utf8(key.as_ref())?.to_owned();
    println!("{key}");
    expect("key", key, "42_9223370636197090350_123456789012345")
}

/// The newest 5 of a user. Users 4 and 421 sort before and after user 42 and are not included.
async fn newest(db: &Connection, events: &[Event]) -> Outcome {
    let found = db.scan(Event::scan().user(42)).latest(5).rows();
    let found = found.collect().await?;
    println!("\nThe newest 5 of user 42:");
    print(&found);
    let mut right = of_user(events, 42, |_| true);
    right.truncate(5);
    expect("the newest", found, right)
}

/// Between two times, in their natural order, the earlier one first.
async fn between(db: &Connection, events: &[Event]) -> Outcome {
    let (from, to) = (time(2015, 12, 24, 18)?, time(2015, 12, 25, 0)?);
    let evening = Event::scan().user(421).at(from..to);
    let found = db.scan(evening).rows().collect().await?;
    println!(
        "\nUser 421 on the evening of 2015-12-24, newest first: {}",
        found.len()
    );
    print(&found);
    let right = of_user(events, 421, |event| (from..to).contains(&event.at));
    expect("between two times", found, right)
}

/// A user's events, newest first; of one millisecond, by their insert time.
fn of_user(events: &[Event], user: u64, keep: impl Fn(&Event) -> bool) -> Vec<Event> {
    let found = events.iter().filter(|event| event.user == user);
    let mut found: Vec<Event> = found.filter(|event| keep(event)).cloned().collect();
    found.sort_by_key(|event| (std::cmp::Reverse(event.at), event.inserted_ns));
    found
}

/// 3000 events of ten users within a week.
fn made_up() -> Outcome<Vec<Event>> {
    const KINDS: [&str; 4] = ["login", "view", "buy", "logout"];
    let mut dice = Dice::new(4);
    let start = time(2015, 12, 20, 0)?;
    let events = (0..3000).map(|n| {
        let kind = *dice.one_of(&KINDS);
        Event {
            user: *dice.one_of(&[4, 7, 10, 41, 42, 43, 99, 420, 421, 1000]),
            at: start + Duration::from_millis(u64::from(dice.below(7 * 86_400_000))),
            inserted_ns: 123_456_789_012_345 + n,
            kind: kind.to_owned(),
            page: (kind == "view").then(|| format!("/item/{}", dice.below(100))),
        }
    });
    Ok(events.collect())
}

fn print(events: &[Event]) {
    for event in events {
        let page = event.page.as_deref().unwrap_or("-");
        println!("  {}  {:6}  {page}", event.at, event.kind);
    }
}
