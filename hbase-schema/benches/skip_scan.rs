//! Skip scans beside full scans: one minute of a day's rows, whose salt is open.
//!
//! On the store: `cargo bench -p hbase-schema --bench skip_scan [-- MOST]`. On `HBase`:
//! `tests/hbase/hbase with cargo bench -p hbase-schema --features native --bench skip_scan`. `MOST`
//! is the largest number of rows under each of 65,536 salts (default 16, a million rows).
//!
//! With 65,536 salts a skip scan costs the same seeks whatever the number of rows: it pays from some
//! number of rows a salt on, which is printed. The last table reads the same ranges by filters with
//! different numbers of ranges.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark ends where anything goes wrong"
)]
#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use hbase_schema::model::{Deadline, Filter, ReadOptions, RowBound, Scan};
use hbase_schema::{Connection, HTable, TimeOfDay, connect};

const TURNS: usize = 5;
const DAY_MS: u32 = 86_400_000;
const ROWS: u32 = 1_000_000;

#[derive(HTable, Clone)]
#[table("DLQX:BENCH_FEW_SALTS")]
#[rowkey(salt = buckets(256))]
#[family("D1")]
struct Few {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt, fixed = 10)]
    account: String,
    cents: i64,
}

#[derive(HTable, Clone)]
#[table("DLQX:BENCH_MANY_SALTS")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Many {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt, fixed = 10)]
    account: String,
    cents: i64,
}

fn main() {
    let mut most = std::env::args().filter_map(|argument| argument.parse().ok());
    let most = most.next_back().unwrap_or(16);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        if let Ok(master) = std::env::var("HBASE_TEST_MASTER") {
            return run(&format!("hbase://{master}"), most).await;
        }
        run("memory:", most).await;
        let dir = tempfile::tempdir().unwrap();
        run(&format!("embedded:{}", dir.path().display()), most).await;
    });
}

async fn run(url: &str, most: u32) {
    println!("{}", url.split(':').next().unwrap());
    let db = connect(url).await.unwrap();
    let _ = db.drop_table::<Few>().await;
    let _ = db.drop_table::<Many>().await;
    db.create_table::<Few>().await.unwrap();
    db.create_table::<Many>().await.unwrap();
    few_salts(&db).await;
    many_salts(&db, most).await;
    ranges_per_filter(&db).await;
    db.drop_table::<Few>().await.unwrap();
    db.drop_table::<Many>().await.unwrap();
}

/// A time within the day, the `n`th of `count`, which are spread evenly.
fn time(n: u32, count: u32) -> TimeOfDay {
    let ms = u64::from(n) * u64::from(DAY_MS) / u64::from(count);
    TimeOfDay::from_millis(u32::try_from(ms).unwrap()).unwrap()
}

fn minute() -> std::ops::Range<TimeOfDay> {
    TimeOfDay::from_minutes(744).unwrap()..TimeOfDay::from_minutes(745).unwrap()
}

async fn few_salts(db: &Connection) {
    let row = |n: u32| Few {
        at: time(n, ROWS),
        account: format!("{:010}", n.wrapping_mul(2_654_435_761)),
        cents: i64::from(n),
    };
    db.put_many((0..ROWS).map(row)).await.unwrap();
    let full = median_of(async || db.scan(Few::scan().all()).count().await.unwrap()).await;
    let skip = median_of(async || {
        let rows = db.scan(Few::scan().any_salt().at(minute())).rows();
        rows.collect().await.unwrap().len() as u64
    })
    .await;
    let fan = median_of(async || {
        let rows = db.scan(Few::scan().at(minute())).rows();
        rows.collect().await.unwrap().len() as u64
    })
    .await;
    assert_eq!(skip.rows, fan.rows);
    println!(
        "  256 salts, {} rows: full scan {:.1} ms; a minute, {} rows: skip scan {:.1} ms, ratio {:.4} (at most 0.05); fan-out {:.1} ms",
        full.rows,
        full.ms(),
        skip.rows,
        skip.ms(),
        skip.seconds() / full.seconds(),
        fan.ms(),
    );
}

async fn many_salts(db: &Connection, most: u32) {
    let accounts = accounts();
    let mut written = 0;
    let mut per_salt = 1;
    while per_salt <= most {
        for n in written..per_salt {
            let rows = accounts.iter().enumerate().map(|(salt, account)| Many {
                // The times of all rows lie evenly in the day, those of a salt too.
                at: time(u32::try_from(salt).unwrap() * most + n, 65_536 * most),
                account: account.clone(),
                cents: i64::from(n),
            });
            db.put_many(rows).await.unwrap();
        }
        written = per_salt;
        compare_many(db, per_salt).await;
        per_salt *= 4;
    }
}

async fn compare_many(db: &Connection, per_salt: u32) {
    let full = median_of(async || db.scan(Many::scan().all()).count().await.unwrap()).await;
    let skip = median_of(async || {
        let rows = db.scan(Many::scan().any_salt().at(minute())).rows();
        rows.collect().await.unwrap().len() as u64
    })
    .await;
    let at = minute().start;
    let pattern = median_of(async || {
        let rows = db.scan(Many::scan().any_salt().at(at)).rows();
        rows.collect().await.unwrap().len() as u64
    })
    .await;
    let breaks_even = skip.seconds() / (full.seconds() / f64::from(per_salt));
    println!(
        "  65536 salts, {per_salt} rows each: full scan {:.0} ms; a minute, {} rows: skip scan {:.0} ms, ratio {:.2}; a millisecond, {} rows: {:.0} ms; pays from {breaks_even:.1} rows a salt",
        full.ms(),
        skip.rows,
        skip.ms(),
        skip.seconds() / full.seconds(),
        pattern.rows,
        pattern.ms(),
    );
}

/// An account for each of the 65,536 salts.
fn accounts() -> Vec<String> {
    let mut found: HashMap<[u8; 2], String> = HashMap::new();
    let mut n = 0_u32;
    while found.len() < 65_536 {
        let account = format!("{n:010}");
        let digest = hbase_model::hash::md5(&[account.as_bytes()]);
        found.entry([digest[0], digest[1]]).or_insert(account);
        n += 1;
    }
    // Not in the order of the salts, nor in that of a map, which changes.
    let mut accounts: Vec<String> = found.into_values().collect();
    accounts.sort();
    accounts
}

/// The ranges of one minute under 65,536 salts, by filters of several numbers of ranges.
async fn ranges_per_filter(db: &Connection) {
    let salts = 0..=u16::MAX;
    let ranges: Vec<(Vec<u8>, Vec<u8>)> = salts
        .map(|salt| {
            let key = |at: TimeOfDay| {
                let (salt, at) = (salt.to_be_bytes(), at.as_millis().to_be_bytes());
                [&salt[..], &at].concat()
            };
            (key(minute().start), key(minute().end))
        })
        .collect();
    for count in [256, 1024, 4096, 16_384, 65_536] {
        let time = median_of(async || {
            let mut rows = 0;
            for ranges in ranges.chunks(count) {
                rows += scan_ranges(db, ranges).await;
            }
            rows
        })
        .await;
        println!(
            "  {count} ranges a filter: {:.0} ms, {} rows",
            time.ms(),
            time.rows
        );
    }
}

async fn scan_ranges(db: &Connection, ranges: &[(Vec<u8>, Vec<u8>)]) -> u64 {
    let scan = Scan {
        start: RowBound::Included(ranges[0].0.clone()),
        stop: RowBound::Excluded(ranges[ranges.len() - 1].1.clone()),
        read: ReadOptions {
            filter: Some(Filter::RowRanges(ranges.to_vec())),
            ..ReadOptions::default()
        },
        ..Scan::default()
    };
    let deadline = Deadline::after(Duration::from_secs(5 * 60));
    let table = &Many::SCHEMA.table.name;
    let mut scanner = db.backend().scan(table, scan, deadline).await.unwrap();
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(deadline).await.unwrap();
        if batch.is_empty() {
            return rows;
        }
        rows += batch.len() as u64;
    }
}

/// The median time, and the rows found.
struct Measured {
    time: Duration,
    rows: u64,
}

impl Measured {
    fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }

    fn ms(&self) -> f64 {
        self.seconds() * 1000.0
    }
}

/// The first turn warms up.
async fn median_of(mut work: impl AsyncFnMut() -> u64) -> Measured {
    let mut times = Vec::new();
    let mut rows = 0;
    for _ in 0..=TURNS {
        let started = Instant::now();
        rows = work().await;
        times.push(started.elapsed());
    }
    times.remove(0);
    times.sort();
    Measured {
        time: times[TURNS / 2],
        rows,
    }
}
