//! Three tables a day: `cargo run --bin trade_days [URL]`.
//!
//! Contracts on the weather are traded. The day is in the tables' names, so that a day is dropped as a
//! whole, and the keys, big-endian and unsigned, need only the time of day:
//!
//! | table | key |
//! |---|---|
//! | `DLQX:TRADE_20151226` | 2 bytes of MD5(account), 4 bytes ms of the day, the account |
//! | `DLQX:STAT_20151226` | 4 bytes of a hash, 2 bytes minute of the day, the region |
//! | `DLQX:GENERAL_20151226` | 4 bytes of a sequence, 8 letters of the loader, 4 bytes of its factor |
//!
//! Queries: an account's trades of a day, of an hour of it, and of a range of days in order;
//! everybody's trades of a minute (a skip scan); statistics that are recomputed, of which readers see
//! the old ones or the new ones and none is left behind; general data that several loaders number
//! without a common writer. Tables are created ahead, listed, and dropped when they are old.
//!
//! Input: the weather of `examples/data/weather.csv`. Its lines of 2015 are the general data; how many
//! trades a day has, and at which price, follows from the day's weather.

mod general;
mod input;
mod statistics;
mod tables;
mod transactions;

use std::fmt::Write as _;

use hbase_schema::key::{DecodeKey, decode_dated};
use hbase_schema::time::{Period, PeriodUnit};
use hbase_schema::{Connection, DatedTable, Sequence, TimeOfDay, Timestamp};
use hbase_schema_examples::{Outcome, create, expect, open, skip_unsupported};

use input::date;
use tables::{General, GeneralKey, LoadCounter, Statistics, StatisticsKey, Trade, TradeKey};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    keys()?;
    let (first, last) = (date("2015-12-26")?, date("2015-12-31")?);
    create_days(&db, first, last).await?;

    let days = input::days(first, last)?;
    let trades = input::trades(&days)?;
    transactions::run(&db, &trades).await?;
    skip_unsupported(transactions::minute_of_everybody(&db, &trades).await)?;
    skip_unsupported(statistics::recomputed(&db, &trades).await)?;
    skip_unsupported(statistics::readers(&db, &trades).await)?;
    skip_unsupported(statistics::minute_of_all_hashes(&db, &trades).await)?;
    general::run(&db).await?;
    drop_old_days(&db, date("2015-12-30")?).await
}

/// The keys' bytes, encoded and decoded. The day is not among them.
fn keys() -> Outcome {
    let day = date("2015-12-26")?;
    let at = TimeOfDay::from_millis(44_640_000).ok_or("a time of day")?;
    let account = "AC00000017".to_owned();
    let key = TradeKey { day, at, account };
    show(key, "0e2b02a9270041433030303030303137")?;

    let minute = TimeOfDay::from_minutes(744).ok_or("a minute of a day")?;
    let (hash, region) = (3_000_000_001, "REGION0001".to_owned());
    let key = StatisticsKey {
        day,
        hash,
        minute,
        region,
    };
    show(key, "b2d05e0102e8524547494f4e30303031")?;

    let (number, loader, factor) = (Sequence(17), "LOADER01".to_owned(), 9);
    let key = GeneralKey {
        day,
        number,
        loader,
        factor,
    };
    show(key, "000000114c4f41444552303100000009")
}

fn show<K>(key: K, right: &str) -> Outcome
where
    K: for<'k> DecodeKey<'k> + PartialEq + std::fmt::Debug,
{
    let bytes = key.encode()?;
    let mut hex = String::new();
    for byte in bytes.as_ref() {
        write!(hex, "{byte:02x}")?;
    }
    println!("{hex}  {key:?}");
    expect("key", hex.as_str(), right)?;
    let day = Period::parse(PeriodUnit::Day, "20151226")?;
    let read: K = decode_dated(bytes.as_ref(), Some(day))?;
    expect("key read back", read, key)
}

/// The tables of the days, and of two more ahead; those of an earlier run are dropped before.
async fn create_days(db: &Connection, first: Timestamp, last: Timestamp) -> Outcome {
    let (trades, statistics) = (db.dated::<Trade>(), db.dated::<Statistics>());
    let general = db.dated::<General>();
    trades.drop_tables(..).await?;
    statistics.drop_tables(..).await?;
    general.drop_tables(..).await?;
    create::<LoadCounter>(db).await?;

    let created = trades.create(first..=last).await?;
    println!("\nTables created: {}", list(&created));
    statistics.create(first..=last).await?;
    general.create(last).await?;
    let ahead = first..=date("2016-01-02")?;
    let created = trades.create(ahead).await?;
    println!("ahead:          {}", list(&created));
    expect("days ahead", created.len(), 2)
}

/// `..day` are the days before: whole tables, without a delete marker for any row.
async fn drop_old_days(db: &Connection, day: Timestamp) -> Outcome {
    println!("\nDropped before 2015-12-30:");
    drop_before::<Trade>(db, day, 4).await?;
    drop_before::<Statistics>(db, day, 4).await?;
    drop_before::<General>(db, day, 0).await
}

async fn drop_before<T>(db: &Connection, day: Timestamp, right: usize) -> Outcome
where
    T: DatedTable<Date = Timestamp>,
{
    let tables = db.dated::<T>();
    let dropped = tables.drop_tables(..day).await?;
    let name = &T::SCHEMA.table.name;
    println!(
        "  {name}: {} tables; left: {}",
        dropped.len(),
        list(&tables.list().await?)
    );
    expect("dropped tables", dropped.len(), right)
}

fn list(days: &[Period]) -> String {
    let days: Vec<_> = days.iter().map(Period::to_string).collect();
    days.join(" ")
}
