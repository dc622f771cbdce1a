//! Statistics: computed from the transactions, and once more when these change.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use hbase_schema::query::{KeyRanges, One, SkipParts};
use hbase_schema::{Connection, Error, ErrorKind, TimeOfDay, Timestamp, any};
use hbase_schema_examples::{Outcome, expect};

use crate::input::date;
use crate::tables::{Statistics, Trade};

/// An account whose trades are cancelled.
const CANCELLED: &str = "AC00000017";

/// All rows of a day are replaced: a row of the first computation that the second one does not have is
/// deleted, and so is a column.
pub(crate) async fn recomputed(db: &Connection, trades: &[Trade]) -> Outcome {
    let day = date("2015-12-26")?;
    let tables = db.dated::<Statistics>().grace(Duration::ZERO);
    let (first, second) = (compute(day, trades, "")?, compute(day, trades, CANCELLED)?);
    tables.recompute(&day, &first).await?;
    let done = tables.recompute(&day, &second).await?;
    let gone = first.iter().filter(|row| !contains_key(&second, row));
    println!(
        "\nStatistics of {}: {} rows, recomputed: {} rows; {} are gone",
        done.period,
        first.len(),
        done.rows,
        gone.count()
    );
    expect("removal", done.not_removed.is_none(), true)?;
    let found = tables.scan(day, Statistics::scan().all()).rows();
    expect("recomputed rows", found.collect().await?, second)
}

/// Readers of the current generation see the old rows or the new ones, while these replace those.
pub(crate) async fn readers(db: &Connection, trades: &[Trade]) -> Outcome {
    let day = date("2015-12-27")?;
    let tables = db.dated::<Statistics>().grace(Duration::from_millis(300));
    let (old, new) = (compute(day, trades, "")?, compute(day, trades, CANCELLED)?);
    tables.recompute(&day, &old).await?;
    let current = || tables.scan(day, Statistics::scan().all()).current().rows();
    expect("old rows", current().collect().await?, old.clone())?;

    let is_done = Cell::new(false);
    let writer = async {
        tables.recompute(&day, &new).await?;
        is_done.set(true);
        Outcome::Ok(())
    };
    let reader = async {
        let mut has_seen = [false; 2];
        while !is_done.get() {
            let found = match current().collect().await {
                Err(error) if is_overtaken(&error) => continue,
                found => found?,
            };
            let seen = [found == old, found == new];
            expect(
                "rows that are neither all old nor all new",
                seen == [false; 2],
                false,
            )?;
            has_seen = [has_seen[0] | seen[0], has_seen[1] | seen[1]];
        }
        expect("rows that readers saw", has_seen[1], true)
    };
    tokio::try_join!(writer, reader)?;
    println!("Readers of 2015-12-27 saw the old rows or the new ones, never both");
    expect("new rows", current().collect().await?, new)
}

/// The table was recomputed while it was read: the rows have to be read again.
fn is_overtaken(error: &Error) -> bool {
    error.kind() == ErrorKind::InvalidRequest
}

/// The hash is open: nothing computes it, and it has too many values to list them. As a part of fixed
/// width it can be skipped.
pub(crate) async fn minute_of_all_hashes(db: &Connection, trades: &[Trade]) -> Outcome {
    let day = date("2015-12-29")?;
    let rows = compute(day, trades, "")?;
    db.put_many(&rows).await?;
    let minute = busiest(&rows).ok_or("statistics")?;
    let query = || Statistics::scan().hash(any()).minute(minute);
    let _: KeyRanges<Statistics, SkipParts<One>> = query().ranges()?;
    let found = db.dated::<Statistics>().scan(day, query()).rows();
    let found = found.collect().await?;
    println!("Statistics of 2015-12-29, {minute}:");
    for row in &found {
        let Statistics {
            hash,
            region,
            trades,
            largest_cents,
            ..
        } = row;
        println!("  {hash:08x} {region}: {trades} trades, {largest_cents:?}");
    }
    let mut right = rows;
    right.retain(|row| row.minute == minute);
    expect("statistics of a minute", found, right)
}

/// The statistics of a day without the trades of one account, in the order of the table.
fn compute(day: Timestamp, trades: &[Trade], without: &str) -> Outcome<Vec<Statistics>> {
    let mut rows: BTreeMap<(u32, TimeOfDay, &str), Statistics> = BTreeMap::new();
    let mut of_day = trades.iter().filter(|trade| trade.day == day);
    for trade in of_day.by_ref().filter(|trade| trade.account != without) {
        let start = trade.at.as_millis() / 60_000 * 60_000;
        let minute = TimeOfDay::from_millis(start).ok_or("no such minute")?;
        let hash = hash(&trade.region, minute);
        let key = (hash, minute, trade.region.as_str());
        let row = rows.entry(key).or_insert_with(|| Statistics {
            day,
            hash,
            minute,
            region: trade.region.clone(),
            trades: 0,
            largest_cents: None,
        });
        row.trades += 1;
        let paid = Some(trade.cents).filter(|cents| *cents > 0);
        row.largest_cents = row.largest_cents.max(paid);
    }
    Ok(rows.into_values().collect())
}

/// The first minute with the most trades.
fn busiest(rows: &[Statistics]) -> Option<TimeOfDay> {
    let mut trades: BTreeMap<TimeOfDay, u32> = BTreeMap::new();
    for row in rows {
        *trades.entry(row.minute).or_default() += row.trades;
    }
    let busiest = trades.iter().rev().max_by_key(|(_, trades)| **trades);
    busiest.map(|(minute, _)| *minute)
}

/// 4 bytes of MD5: spreads the minutes of a region.
fn hash(region: &str, minute: TimeOfDay) -> u32 {
    let [a, b, c, d, ..] = md5::compute(format!("{region} {minute}")).0;
    u32::from_be_bytes([a, b, c, d])
}

fn contains_key(rows: &[Statistics], row: &Statistics) -> bool {
    rows.iter().any(|other| other.key() == row.key())
}
