//! Binary keys: `cargo run --bin trades [URL]`.
//!
//! Three tables with keys of numbers, big-endian and unsigned, so that their bytes sort. The first
//! two contain one day; the day is in the table's name, and the key needs only the time of day.
//!
//! | table | key |
//! |---|---|
//! | `TRADE_20151226` | 2 bytes of MD5(account), 4 bytes ms of the day, the account |
//! | `STAT_20151226` | 4 bytes of a hash, 2 bytes minute of the day, the region |
//! | `GENERAL_DATA` | 4 bytes of a sequence, 8 letters of the loader, 4 bytes of its factor |
//!
//! Queries: an account's trades of the day, or of an hour of it (one scan each); everybody's trades
//! in a minute, and the statistics of a minute under every hash (skip scans, which jump from match to
//! match); statistics that are recomputed, so that no old values remain; a range of a sequence, whose
//! numbers several loaders take.

use std::fmt::Write;
use std::ops::Range;

use hbase_schema::key::DecodeKey;
use hbase_schema::query::{KeyRanges, One, Skip, SkipParts};
use hbase_schema::{Connection, HTable, Sequence, TimeOfDay, any};
use hbase_schema_examples::{Dice, Outcome, create, expect, open, skip_unsupported};

/// One transaction. Accounts are spread by two bytes of their MD5; within these, rows are in order
/// of time, so an hour of an account is a range, although the account is the last part.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("TRADE_20151226")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

/// The statistics of one minute. The hash is the writer's own.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("STAT_20151226")]
#[family("D1")]
struct Statistics {
    #[rowkey]
    hash: u32,
    #[rowkey(minute_of_day)]
    minute: TimeOfDay,
    #[rowkey]
    region: String,
    trades: u32,
    /// Only if somebody traded.
    largest_cents: Option<i64>,
}

/// Any data, in the order in which it was loaded. A leading sequence sends all writes to one
/// region: `allow(hotspot)` accepts that.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GENERAL_DATA", allow(hotspot))]
#[family("D1")]
struct General {
    #[rowkey]
    number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    loader: String,
    #[rowkey]
    factor: u32,
    data: Vec<u8>,
}

/// The same without a hotspot: a leading byte, 0 to 15, computed from the number.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GENERAL_SALTED")]
#[family("D1")]
struct Spread {
    #[rowkey(salt)]
    number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    loader: String,
    data: Vec<u8>,
}

/// The number that the next block of a loader starts with.
#[derive(HTable, Debug)]
#[table("LOAD_COUNTER")]
#[family("D1")]
struct LoadCounter {
    #[rowkey]
    sequence: String,
    #[column(counter)]
    next: i64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    keys()?;
    create::<Trade>(&db).await?;
    let trades = made_up()?;
    let written = db.put_many(&trades).await?;
    println!("{written} trades written");

    of_an_account(&db, &trades).await?;
    skip_unsupported(of_everybody(&db, &trades).await)?;
    skip_unsupported(minute_of_everybody(&db, &trades).await)?;
    skip_unsupported(statistics(&db).await)?;
    skip_unsupported(minute_of_statistics(&db).await)?;
    sequence(&db).await?;
    skip_unsupported(loaders(&db).await)
}

/// The keys' bytes, encoded and decoded.
fn keys() -> Outcome {
    let at = TimeOfDay::from_millis(44_640_000).ok_or("a time of day")?;
    let account = "AC00000017".to_owned();
    show(
        &TradeKey { at, account },
        "0e2b02a9270041433030303030303137",
    )?;

    let minute = TimeOfDay::from_minutes(744).ok_or("a minute of a day")?;
    let (hash, region) = (3_000_000_001, "REGION0001".to_owned());
    let key = StatisticsKey {
        hash,
        minute,
        region,
    };
    show(&key, "b2d05e0102e8524547494f4e30303031")?;

    let (number, loader, factor) = (Sequence(17), "LOADER01".to_owned(), 9);
    let key = GeneralKey {
        number,
        loader,
        factor,
    };
    show(&key, "000000114c4f41444552303100000009")
}

fn show<K>(key: &K, right: &str) -> Outcome
where
    K: for<'k> DecodeKey<'k> + PartialEq + std::fmt::Debug,
{
    let bytes = key.encode()?;
    let bytes = bytes.as_ref();
    let mut hex = String::new();
    for byte in bytes {
        write!(hex, "{byte:02x}")?;
    }
    println!("{hex}  {key:?}");
    expect("key read back", &K::decode(bytes)?, key)?;
    expect("key", hex.as_str(), right)
}

/// The part that feeds the salt is set first, although it is the last part: one scan. Another account with the
/// same two bytes of MD5 is in the same range; its rows are skipped one by one.
async fn of_an_account(db: &Connection, trades: &[Trade]) -> Outcome {
    let account = "AC00000017";
    let day = db.scan(Trade::scan().salted_by(account)).rows();
    let day = day.collect().await?;
    let right = select(trades, |trade| trade.account == account);
    println!("\n{account}: {} trades of the day", day.len());
    expect("a day of an account", day, right)?;

    let noon = hours(12, 14)?;
    let query = || Trade::scan().salted_by(account).at(noon.clone());
    let scans = query().ranges()?.as_slice().len();
    let found = db.scan(query()).rows().collect().await?;
    println!(
        "of these, from 12:00 to 14:00: {}, by {scans} scan",
        found.len()
    );
    print(&found);
    let right = select(trades, |trade| {
        trade.account == account && noon.contains(&trade.at)
    });
    expect("two hours of an account", found, right)
}

/// A salt of two bytes has 65536 values: too many for a fan-out. Without an account and a time the scan
/// is a full scan, which must be explicit.
async fn of_everybody(db: &Connection, trades: &[Trade]) -> Outcome {
    let found = db
        .scan(Trade::scan().all())
        .filter(Trade::CENTS.lt(-99_000));
    let found = found.rows().collect().await?;
    println!("\nPaid out, more than 990.00: {}", found.len());
    print(found.iter().take(3));
    let right = trades.iter().filter(|trade| trade.cents < -99_000);
    expect("large trades", found.len(), right.count())
}

/// The salt is open: a skip scan, of which the server reads the rows of the minute alone. It seeks once
/// for each salt value that the table contains, here 60, so that few rows are read only where there
/// are many per account. The cost is part of the type.
async fn minute_of_everybody(db: &Connection, trades: &[Trade]) -> Outcome {
    let start = TimeOfDay::from_hms(12, 33, 0).ok_or("a time of day")?;
    let stop = TimeOfDay::from_hms(12, 34, 0).ok_or("a time of day")?;
    let query = || Trade::scan().any_salt().at(start..stop);
    let ranges: KeyRanges<Trade, Skip<65_536>> = query().ranges()?;
    let found = db.scan(query()).rows().collect().await?;
    println!(
        "\nEverybody, 12:33: {} trades, in at most {:?} ranges",
        found.len(),
        ranges.most()
    );
    // In the order of the stored keys: by salt first.
    let in_order = select(&found, |_| true);
    print(&in_order);
    let right = select(trades, |trade| (start..stop).contains(&trade.at));
    expect("a minute of everybody", in_order, right)?;

    // One time is one pattern of bytes, whatever precedes it.
    let at = trades.first().ok_or("a trade")?.at;
    let found = db.scan(Trade::scan().any_salt().at(at));
    let found = found.rows().collect().await?;
    let right = trades.iter().filter(|trade| trade.at == at).count();
    expect("a millisecond of everybody", found.len(), right)
}

/// `replace` writes a row so that no column of an older write remains visible; `put` would keep the
/// largest trade of the first computation.
async fn statistics(db: &Connection) -> Outcome {
    create::<Statistics>(db).await?;
    let minute = TimeOfDay::from_minutes(744).ok_or("a minute of a day")?;
    let (hash, region) = (3_000_000_001, "REGION0001".to_owned());
    let first = Statistics {
        hash,
        minute,
        region,
        trades: 12,
        largest_cents: Some(99_500),
    };
    db.put(&first).await?;
    let again = Statistics {
        trades: 0,
        largest_cents: None,
        ..first.clone()
    };
    db.put(&again).await?;
    let kept = db
        .get(&first.key())
        .columns(Statistics::LARGEST_CENTS)
        .await?;
    db.replace(&again).await?;
    let found = db.get(&first.key()).await?;
    println!("\nStatistics of {minute}, computed again:");
    println!("  the largest after put:     {:?}", kept.flatten());
    let after = found.as_ref().and_then(|row| row.largest_cents);
    println!("  the largest after replace: {after:?}");
    expect("after put", kept.flatten(), Some(99_500))?;
    expect("after replace", found, Some(again))
}

/// The hash is the writer's own: nothing computes it, and it has too many values to list them. As a part
/// of fixed width it can be left open.
async fn minute_of_statistics(db: &Connection) -> Outcome {
    let minute = |minute| TimeOfDay::from_minutes(minute).ok_or("no such minute");
    let mut rows = Vec::new();
    for n in 0..200_u32 {
        for number in [743, 744, 745] {
            rows.push(Statistics {
                hash: n.wrapping_mul(2_654_435_761),
                minute: minute(number)?,
                region: format!("REGION{n:04}"),
                trades: n + u32::from(number),
                largest_cents: None,
            });
        }
    }
    db.put_many(rows).await?;
    let minute = minute(745)?;
    let query = || Statistics::scan().hash(any()).minute(minute);
    let _: KeyRanges<Statistics, SkipParts<One>> = query().ranges()?;
    let found = db.scan(query()).rows().collect().await?;
    println!("Statistics of {minute}: {} hashes", found.len());
    expect("statistics of a minute", found.len(), 200)?;
    let trades: u32 = found.iter().map(|row| row.trades).sum();
    expect(
        "trades of a minute",
        trades,
        (0..200).map(|n| n + 745).sum::<u32>(),
    )
}

/// A range of a sequence: one scan of the hot table, one for each of 16 values of the salt of the
/// other, merged back into the order of the sequence.
async fn sequence(db: &Connection) -> Outcome {
    create::<General>(db).await?;
    create::<Spread>(db).await?;
    let loader = || "LOADER01".to_owned();
    let data = |n: u32| n.to_be_bytes().to_vec();
    let hot = |n| General {
        number: Sequence(n),
        loader: loader(),
        factor: n % 7,
        data: data(n),
    };
    db.put_many((0..500).map(hot)).await?;
    let spread = |n| Spread {
        number: Sequence(n),
        loader: loader(),
        data: data(n),
    };
    db.put_many((0..500).map(spread)).await?;

    let range = Sequence(100)..Sequence(200);
    let one = General::scan().number(range.clone()).ranges()?.most();
    let found = db.scan(General::scan().number(range.clone())).rows();
    let found = found.collect().await?;
    println!("\nNumbers 100 to 199: {} rows, {one:?} scan", found.len());
    expect("a range", found, (100..200).map(hot).collect::<Vec<_>>())?;

    let sixteen = Spread::scan().number(range.clone()).ranges()?.most();
    let found = db.scan(Spread::scan().number(range)).rows();
    let found = found.collect().await?;
    println!("salted: {} rows, {sixteen:?} scans", found.len());
    expect(
        "a salted range",
        found,
        (100..200).map(spread).collect::<Vec<_>>(),
    )
}

/// Two loaders number their rows at once, each by blocks of a counter, so that no number repeats; each
/// has its own factor in the key. A row that exists is passed over.
async fn loaders(db: &Connection) -> Outcome {
    create::<LoadCounter>(db).await?;
    let key = LoadCounterKey {
        sequence: "GENERAL_DATA".to_owned(),
    };
    let load = async |loader: &'static str, factor| -> Outcome<Vec<u32>> {
        let numbers = db.number_blocks(&key, LoadCounter::NEXT);
        let numbers = numbers.block_size(8).last(u32::MAX);
        let mut taken = Vec::new();
        for _ in 0..20 {
            let row = |number| General {
                number: Sequence(u32::try_from(number).expect("at most the `last` number")),
                loader: loader.to_owned(),
                factor,
                data: b"loaded".to_vec(),
            };
            taken.push(numbers.insert(50, row).await?.number.0);
        }
        Ok(taken)
    };
    let (first, second) = tokio::join!(load("LOADER01", 9), load("LOADER02", 4));
    let mut taken = [first?, second?].concat();
    let count = taken.len();
    taken.sort_unstable();
    taken.dedup();
    println!(
        "Two loaders: {count} rows inserted, {} numbers",
        taken.len()
    );
    expect("numbers", taken.len(), 40)
}

fn hours(from: u8, to: u8) -> Outcome<Range<TimeOfDay>> {
    let hour = |hour| TimeOfDay::from_hms(hour, 0, 0).ok_or("no such hour");
    Ok(hour(from)?..hour(to)?)
}

/// The expected trades, in order of time.
fn select(trades: &[Trade], keep: impl Fn(&Trade) -> bool) -> Vec<Trade> {
    let mut found: Vec<Trade> = trades.iter().filter(|trade| keep(trade)).cloned().collect();
    found.sort_by_key(|trade| trade.at);
    found
}

/// 3000 trades of 60 accounts within a day.
fn made_up() -> Outcome<Vec<Trade>> {
    let mut dice = Dice::new(7);
    let mut trades = Vec::new();
    for _ in 0..3000 {
        trades.push(Trade {
            at: TimeOfDay::from_millis(dice.below(86_400_000)).ok_or("a time of day")?,
            account: format!("AC{:08}", dice.below(60)),
            cents: i64::from(dice.below(200_000)) - 100_000,
        });
    }
    Ok(trades)
}

fn print<'t>(trades: impl IntoIterator<Item = &'t Trade>) {
    for Trade { at, account, cents } in trades {
        println!("  {at}  {account}  {cents:7} cents");
    }
}
