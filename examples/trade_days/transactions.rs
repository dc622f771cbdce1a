//! Queries of transactions.

use std::ops::Range;

use hbase_schema::query::{KeyRanges, Skip};
use hbase_schema::{Connection, TimeOfDay, Timestamp};
use hbase_schema_examples::{Outcome, date_of, expect};

use crate::input::date;
use crate::tables::Trade;

const ACCOUNT: &str = "AC00000017";

/// Writes the trades, each into its day's table, and reads those of an account.
pub(crate) async fn run(db: &Connection, trades: &[Trade]) -> Outcome {
    let written = db.put_many(trades).await?;
    println!("{written} trades written");
    let tables = db.dated::<Trade>();
    for day in tables.list().await? {
        let of_day = Timestamp::from_millis(day.start_ms());
        let found = tables.scan(of_day, Trade::scan().all()).count().await?;
        let right = trades.iter().filter(|trade| trade.day == of_day).count();
        println!("  {day}: {found}");
        expect("trades of a day", found, u64::try_from(right)?)?;
    }
    day_and_hour(db, trades).await?;
    range_of_days(db, trades).await
}

/// The part that feeds the salt is set first, although it is the last part: one scan of one table. Another
/// account with the same two bytes of MD5 is in the same range; its rows are skipped one by one.
async fn day_and_hour(db: &Connection, trades: &[Trade]) -> Outcome {
    let tables = db.dated::<Trade>();
    let day = date("2015-12-29")?;
    let of_account = || Trade::scan().salted_by(ACCOUNT);
    let is_mine = |trade: &Trade| trade.day == day && trade.account == ACCOUNT;
    let found = tables.scan(day, of_account()).rows().collect().await?;
    println!("\n{ACCOUNT} on 2015-12-29: {} trades", found.len());
    expect("a day of an account", found, select(trades, is_mine))?;

    let noon = hours(12, 13)?;
    let query = || of_account().at(noon.clone());
    let scans = query().ranges()?.as_slice().len();
    let found = tables.scan(day, query()).rows().collect().await?;
    println!("from 12:00 to 13:00, by {scans} scan: {}", found.len());
    print(&found);
    let right = select(trades, |trade| is_mine(trade) && noon.contains(&trade.at));
    expect("an hour of an account", found, right)
}

/// Days have a table each: they are read one after the other, in the order of time or newest first.
/// Limits count over all of them; a day without a table is skipped.
async fn range_of_days(db: &Connection, trades: &[Trade]) -> Outcome {
    let tables = db.dated::<Trade>();
    let (from, to) = (date("2015-12-28")?, date("2015-12-30")?);
    let scan = || tables.scan(from..=to, Trade::scan().salted_by(ACCOUNT));
    let found = scan().rows().collect().await?;
    let right = select(trades, |trade| {
        trade.account == ACCOUNT && (from..=to).contains(&trade.day)
    });
    let times: Vec<_> = found.iter().map(|trade| (trade.day, trade.at)).collect();
    expect("order of time", times.is_sorted(), true)?;
    println!(
        "{ACCOUNT} from 2015-12-28 to 2015-12-30: {} trades; the last 3:",
        found.len()
    );
    expect("days of an account", &found, &right)?;
    let last = scan().reversed().limit(3).rows().collect().await?;
    print(&last);
    expect(
        "last trades",
        last.iter().eq(right.iter().rev().take(3)),
        true,
    )
}

/// Two bytes of salt have 65536 values: too many for a fan-out. A skip scan leaves it open: the server
/// seeks from match to match, once for each salt that the table contains, and reads the rows of the
/// minute alone. They are in the order of the stored keys, by salt first.
pub(crate) async fn minute_of_everybody(db: &Connection, trades: &[Trade]) -> Outcome {
    let start = TimeOfDay::from_hms(12, 33, 0).ok_or("a time of day")?;
    let stop = TimeOfDay::from_hms(12, 34, 0).ok_or("a time of day")?;
    let query = || Trade::scan().any_salt().at(start..stop);
    let ranges: KeyRanges<Trade, Skip<65_536>> = query().ranges()?;
    let tables = db.dated::<Trade>();
    let day = date("2015-12-29")?;
    let found = tables.scan(day, query()).rows().collect().await?;
    println!(
        "\nEverybody on 2015-12-29, 12:33: {} trades, in at most {:?} ranges",
        found.len(),
        ranges.most()
    );
    print(&found);
    let is_then = |trade: &Trade| (start..stop).contains(&trade.at);
    let right = select(trades, |trade| trade.day == day && is_then(trade));
    expect("a minute of everybody", found, right)?;

    let found = tables.scan(.., query()).rows().collect().await?;
    println!("of all days: {}", found.len());
    expect("a minute of all days", found, select(trades, is_then))
}

/// The expected trades, in the order of the tables.
fn select(trades: &[Trade], keep: impl Fn(&Trade) -> bool) -> Vec<Trade> {
    let kept = trades.iter().filter(|trade| keep(trade));
    kept.cloned().collect()
}

fn hours(from: u8, to: u8) -> Outcome<Range<TimeOfDay>> {
    let hour = |hour| TimeOfDay::from_hms(hour, 0, 0).ok_or("no such hour");
    Ok(hour(from)?..hour(to)?)
}

fn print(trades: &[Trade]) {
    for trade in trades {
        println!(
            "  {} {}  {}  {:8}  {:8} cents",
            date_of(trade.day),
            trade.at,
            trade.account,
            trade.region,
            trade.cents
        );
    }
}
