//! Daily records of users: `cargo run --bin logs [URL]`.
//!
//! The table `TEST` has one row per user and kind of record. A record is made once a day, and the
//! day is the version (the timestamp) of its cells: up to 400 of them are kept. A second record of
//! the day takes the first one's place, whatever the hour: no cell of the first one is left, since
//! absent values are stored too (`store_none`, and `null` in JSON).
//!
//! Key: `<4 hex digits of MD5>_<uid>_<kind>`, as in `a16c_10086_LOGIN`.
//!
//! - The MD5 of the rest spreads users over 16 regions, split at `10000000` … `f0000000`.
//! - The other parts are unchanged in the key, and can be decoded.
//! - A user's history is one row: no scan is needed for it.
//! - Rarely used fields share one column, REMARK, as one JSON object.
//!
//! Queries: a user's records between two days, by pages of versions; the newest one.

use std::time::Duration;

use hbase_schema::{Connection, HTable, RowKey, Timestamp};
use hbase_schema_examples::{Dice, Outcome, create, date_of, expect, open, skip_unsupported, time};
use serde::{Deserialize, Serialize};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// One record of one day. The records are from 2015 and 2016: with `ttl = "365d"`, as in
/// production, they would expire at once.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("TEST", allow(name_length), splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO", ttl = "20000d", versions = 400, compression = snappy)]
struct Log {
    #[rowkey(salt)]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
    #[column(store_none)]
    b: Option<String>,
    #[column(store_none)]
    c: Option<String>,
    #[column(store_none)]
    d: Option<String>,
    #[column(store_none)]
    e: Option<String>,
    #[column(json)]
    remark: Option<Remark>,
}

/// Rarely used fields. `None` takes no bytes.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
struct Remark {
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<u32>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    println!("{}", Log::DDL);
    create::<Log>(&db).await?;
    let logs = made_up()?;
    let written = db.put_many(&logs).await?;
    println!("{written} records written");

    keys()?;
    skip_unsupported(newest(&db, &logs).await)?;
    skip_unsupported(between(&db, &logs).await)?;
    skip_unsupported(remarks(&db, &logs).await)?;
    skip_unsupported(second_of_a_day(&db).await)
}

fn key(uid: &str, kind: &str) -> LogKey {
    LogKey {
        uid: uid.to_owned(),
        kind: kind.to_owned(),
    }
}

/// The leading digits are computed from the rest.
fn keys() -> Outcome {
    println!();
    let known = [
        (key("10086", "LOGIN"), "a16c_10086_LOGIN"),
        (key("zhang.san", "VIP"), "894f_zhang.san_VIP"),
        (key("1", "2"), "ab35_1_2"),
    ];
    for (key, right) in known {
        let bytes = key.encode()?;
        let text = str::from_utf8(bytes.as_ref())?;
        println!("{text}");
        expect("key", text, right)?;
    }
    Ok(())
}

/// The newest record. As every record has every column, a `get`, which returns the newest cell of
/// each, returns the same.
async fn newest(db: &Connection, logs: &[Log]) -> Outcome {
    let found = db.history(&key("10086", "LOGIN")).limit(1).await?;
    println!("\nThe newest of 10086, LOGIN:");
    print(&found);
    let mut right = of(logs, "10086", "LOGIN", |_| true);
    right.truncate(1);
    expect("the newest record", &found, &right)?;
    let cells = db.get(&key("10086", "LOGIN")).await?;
    expect("the newest cells", cells, right.pop())
}

/// Pages of versions: each page reads only versions older than the last one of the previous page.
async fn between(db: &Connection, logs: &[Log]) -> Outcome {
    let (from, to) = (time(2015, 11, 1, 0)?, time(2016, 2, 1, 0)?);
    let key = key("10086", "LOGIN");
    println!("\n10086, LOGIN, from 2015-11-01 to 2016-01-31, 40 a page:");
    let mut page = db.history(&key).time_range(from..to).page(40).await?;
    let mut found = Vec::new();
    loop {
        println!("  a page of {}, the first:", page.items.len());
        print(page.items.iter().take(1));
        found.append(&mut page.items);
        let Some(cursor) = page.next else { break };
        let history = db.history(&key).time_range(from..to);
        page = history.page_after(cursor.as_str(), 40).await?;
    }
    let right = of(logs, "10086", "LOGIN", |log| (from..to).contains(&log.day));
    expect("records between two days", found, right)
}

/// One column of the versions, and the bytes of its cells.
async fn remarks(db: &Connection, logs: &[Log]) -> Outcome {
    let key = key("10010", "VIP");
    let versions = db.history(&key).columns(Log::REMARK).await?;
    let found = versions.iter().filter(|remark| remark.is_some()).count();
    println!(
        "\n10010, VIP: {} records, {found} with a remark",
        versions.len()
    );
    let right = of(logs, "10010", "VIP", |log| log.remark.is_some());
    expect("remarks", found, right.len())?;

    let newest = right.first().ok_or("there are remarks")?;
    let get = db.get_raw(&key).column("INFO", b"REMARK").versions(400);
    let row = get.await?.ok_or("there is a row")?;
    let at = |day: Timestamp| {
        let mut cells = row.cells();
        let cell = cells.find(|cell| cell.timestamp == day.as_millis());
        str::from_utf8(cell.map_or(b"", |cell| cell.value))
    };
    let text = at(newest.day)?;
    println!("the newest remark's cell: {text}");
    let remark = serde_json::from_str(text)?;
    expect("a remark", Some(remark), newest.remark.clone())?;
    let without = of(logs, "10010", "VIP", |log| log.remark.is_none());
    let without = without.first().ok_or("there are records without one")?;
    expect("no remark", at(without.day)?, "null")
}

/// Two records of one day: the second one, of an earlier hour, takes the place of the first.
async fn second_of_a_day(db: &Connection) -> Outcome {
    let first = Log {
        uid: "2".to_owned(),
        kind: "VIP".to_owned(),
        day: time(2015, 12, 26, 18)?,
        a: 1,
        b: Some("first".to_owned()),
        c: None,
        d: None,
        e: None,
        remark: Some(Remark {
            f: Some("first".to_owned()),
            g: None,
        }),
    };
    let second = Log {
        day: time(2015, 12, 26, 9)?,
        a: 2,
        b: None,
        remark: None,
        ..first.clone()
    };
    db.put(&first).await?;
    db.put(&second).await?;
    println!("\n2, VIP, after records of 18:00 and 09:00 of one day:");
    let read = Log {
        day: time(2015, 12, 26, 0)?,
        ..second
    };
    let key = read.key();
    expect("the newest cells", db.get(&key).await?, Some(read.clone()))?;
    let found = db.history(&key).await?;
    print(&found);
    expect("the second record", found, [read.clone()])?;
    let noon = time(2015, 12, 26, 12)?;
    let found = db.history(&key).time_range(noon..=noon).await?;
    expect("the record of a time", found, [read])
}

/// The records of one row, newest first.
fn of(logs: &[Log], uid: &str, kind: &str, keep: impl Fn(&Log) -> bool) -> Vec<Log> {
    let found = logs.iter().filter(|log| log.uid == uid && log.kind == kind);
    let mut found: Vec<Log> = found.filter(|log| keep(log)).cloned().collect();
    found.sort_by_key(|log| std::cmp::Reverse(log.day));
    found
}

/// A record a day of five users and two kinds, for 300 days.
fn made_up() -> Outcome<Vec<Log>> {
    let mut dice = Dice::new(6);
    let start = time(2015, 7, 1, 0)?;
    let mut logs = Vec::new();
    for day in 0..300 {
        for uid in ["10086", "10010", "zhang.san", "li.si", "1"] {
            for kind in ["LOGIN", "VIP"] {
                logs.push(record(&mut dice, uid, kind, start + DAY * day));
            }
        }
    }
    Ok(logs)
}

fn record(dice: &mut Dice, uid: &str, kind: &str, day: Timestamp) -> Log {
    let a = dice.below(1000);
    let mut sometimes = |of: u32| (dice.below(of) == 0).then(|| dice.below(1000));
    Log {
        uid: uid.to_owned(),
        kind: kind.to_owned(),
        day,
        a,
        b: sometimes(2).map(|n| format!("b{n}")),
        c: sometimes(3).map(|n| format!("c{n}")),
        d: None,
        e: sometimes(4).map(|n| format!("e{n}")),
        remark: sometimes(10).map(|n| Remark {
            f: (n % 2 == 0).then(|| format!("f{n}")),
            g: (n % 2 == 1 || n % 3 == 0).then_some(n),
        }),
    }
}

fn print<'l>(logs: impl IntoIterator<Item = &'l Log>) {
    for log in logs {
        let day = date_of(log.day);
        println!(
            "    {day}: a {}, b {:?}, remark {:?}",
            log.a, log.b, log.remark
        );
    }
}
