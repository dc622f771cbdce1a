//! Telephone calls: `cargo run --bin calls [URL]`.
//!
//! The table `DLQX:CALL_RECORD` has one row per call.
//!
//! Key: `<region>_<phone>_<yyyyMMddHHmmss>`, as in `1_13812345678_20151226122400`. The region is
//! computed: the `String.hashCode` of the phone's last four digits, XOR that of the month, modulo 6.
//!
//! - Without the salt, all calls of one range of numbers would go to one server.
//! - A phone's calls of one month have one region, so a month is one scan; the next month has
//!   another region, so no phone makes one region a permanent hotspot.
//! - The split points are `0|`, `1|` …: `|` sorts after every digit and `_`.
//!
//! Queries: one phone in one month (one scan); one phone over three months (at most three scans,
//! merged in order of time); all calls of a month, for which this key needs a full scan.

use std::time::Duration;

use hbase_schema::model::{Comparator, CompareOp, Filter};
use hbase_schema::{Connection, HTable, RowFilter, RowKey, Timestamp};
use hbase_schema_examples::{Dice, Outcome, create, expect, open, time};

const PHONE: &str = "13812345678";

/// One call of one phone. The calls are from 2015: with `ttl = "365d"`, as in production, they
/// would expire at once.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "20000d", compression = snappy, bloom = row)]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    peer: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    println!("{}", Call::DDL);
    create::<Call>(&db).await?;
    let calls = made_up()?;
    let written = db.put_many(&calls).await?;
    println!("{written} calls written");

    key()?;
    one_month(&db, &calls).await?;
    three_months(&db, &calls).await?;
    everybody(&db, &calls).await
}

/// The region is computed from the other parts, and checked when a key is decoded.
fn key() -> Outcome {
    let at = time(2015, 12, 26, 12)? + Duration::from_secs(24 * 60);
    let key = CallKey {
        phone: PHONE.to_owned(),
        at,
    };
    let bytes = key.encode()?;
    let text = str::from_utf8(bytes.as_ref())?;
    println!("\nkey: {text}");
    expect("key", text, "1_13812345678_20151226122400")?;
    let back = CallKey::decode(bytes.as_ref())?;
    expect("key read back", back, key)?;
    let wrong = CallKey::decode(b"2_13812345678_20151226122400");
    let error = wrong.err().ok_or("a key of the wrong region was taken")?;
    println!("{error}");
    Ok(())
}

/// One scan, with a filter on a column.
async fn one_month(db: &Connection, calls: &[Call]) -> Outcome {
    let (from, to) = (time(2015, 12, 1, 0)?, time(2016, 1, 1, 0)?);
    let december = || Call::scan().phone(PHONE).at(from..to);
    let scans = december().ranges()?.as_slice().len();
    let found = db.scan(december()).filter(Call::DURATION_S.gt(1500));
    let found = found.rows().collect().await?;
    println!(
        "\n{PHONE} in December 2015, over 25 minutes: {} calls, {scans} scan",
        found.len()
    );
    print(&found);
    let right = select(calls, |call| {
        call.phone == PHONE && (from..to).contains(&call.at) && call.duration_s > 1500
    });
    expect("one month", found, right)?;
    expect("scans for one month", scans, 1)
}

/// The months are in different regions; the result is in order of time nevertheless.
async fn three_months(db: &Connection, calls: &[Call]) -> Outcome {
    let (from, to) = (time(2015, 10, 15, 0)?, time(2015, 12, 15, 0)?);
    let months = || Call::scan().phone(PHONE).at(from..to);
    let ranges = months().ranges()?;
    println!("\n{PHONE} from 2015-10-15 to 2015-12-15, the ranges read:");
    for range in ranges.as_slice() {
        println!("  {range:?}");
    }
    let found = db.scan(months()).rows().collect().await?;
    println!(
        "{} calls in order of time, the first and the last:",
        found.len()
    );
    print(found.first().into_iter().chain(found.last()));
    let right = select(calls, |call| {
        call.phone == PHONE && (from..to).contains(&call.at)
    });
    expect("three months", found, right)?;
    expect("scans for three months", ranges.as_slice().len(), 3)?;

    let latest = db
        .scan(Call::scan().phone(PHONE).at(from..to))
        .latest(3)
        .rows();
    let latest = latest.collect().await?;
    println!("the newest 3 of them:");
    print(&latest);
    let mut right = select(calls, |call| {
        call.phone == PHONE && (from..to).contains(&call.at)
    });
    right.reverse();
    right.truncate(3);
    expect("the newest of three months", latest, right)
}

/// All users' calls of a month: a full scan (`all()`), with a filter on the key so that the server
/// sends only matching rows.
async fn everybody(db: &Connection, calls: &[Call]) -> Outcome {
    let (from, to) = (time(2015, 11, 1, 0)?, time(2015, 12, 1, 0)?);
    let month = Comparator::Regex(r"^\d_\d{11}_201511".to_owned());
    let month = RowFilter::raw(Filter::Row(CompareOp::Equal, month));
    let found = db.scan(Call::scan().all()).filter(month).rows();
    let found = found.collect().await?;
    let seconds: u32 = found.iter().map(|call| call.duration_s).sum();
    println!(
        "\nAll calls of November 2015: {} calls, {} minutes",
        found.len(),
        seconds / 60
    );
    let right = select(calls, |call| (from..to).contains(&call.at));
    expect("calls of a month", found.len(), right.len())?;
    let right: u32 = right.iter().map(|call| call.duration_s).sum();
    expect("seconds of a month", seconds, right)
}

/// The expected calls, in order of time.
fn select(calls: &[Call], keep: impl Fn(&Call) -> bool) -> Vec<Call> {
    let mut found: Vec<Call> = calls.iter().filter(|call| keep(call)).cloned().collect();
    found.sort_by_key(|call| call.at);
    found
}

/// 3000 calls of 20 phones within four months.
fn made_up() -> Outcome<Vec<Call>> {
    let mut dice = Dice::new(5);
    let phones: [String; 20] = std::array::from_fn(|n| match n {
        0 => PHONE.to_owned(),
        _ => format!("13{:09}", dice.below(1_000_000_000)),
    });
    let start = time(2015, 10, 1, 0)?;
    let calls = (0..3000).map(|_| Call {
        phone: dice.one_of(&phones).clone(),
        at: start + Duration::from_secs(u64::from(dice.below(122 * 86_400))),
        duration_s: 1 + dice.below(1800),
        peer: (dice.below(3) > 0).then(|| dice.one_of(&phones).clone()),
    });
    Ok(calls.collect())
}

fn print<'c>(calls: impl IntoIterator<Item = &'c Call>) {
    for call in calls {
        let peer = call.peer.as_deref().unwrap_or("unknown");
        println!("  {}  {:4} s  with {peer}", call.at, call.duration_s);
    }
}
