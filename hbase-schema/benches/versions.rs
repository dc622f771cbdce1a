//! The versions of a year of one user, compared with the same cells as rows of a day each.
//!
//! `cargo bench -p hbase-schema --bench versions [-- USERS [PAIRS]]` writes a year of days for each
//! user both ways, reads one user's year by `history` and by a scan alternately, for every user in
//! turn, and prints the medians of the ratios. The store in a directory is flushed and compacted
//! first.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark ends where anything goes wrong"
)]
#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use hbase_schema::{Connection, HTable, Timestamp, connect};

/// A year of days.
const DAYS: u32 = 365;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A version a day.
#[derive(HTable, Clone)]
#[table("DLQX:BENCH_VERSIONS")]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO", versions = 400)]
struct Version {
    #[rowkey(salt)]
    user: String,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
    b: String,
    #[column(store_none)]
    c: Option<String>,
    #[column(store_none)]
    d: Option<i64>,
    e: i64,
    f: String,
}

/// A row a day.
#[derive(HTable, Clone)]
#[table("DLQX:BENCH_DAY_ROWS")]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO")]
struct Daily {
    #[rowkey(salt)]
    user: String,
    #[rowkey(fixed = 14)]
    day: Timestamp,
    a: u32,
    b: String,
    #[column(store_none)]
    c: Option<String>,
    #[column(store_none)]
    d: Option<i64>,
    e: i64,
    f: String,
}

fn user(number: u32) -> String {
    format!("user{number:06}")
}

fn first_day() -> Timestamp {
    "2015-07-01".parse().unwrap()
}

fn version(number: u32, n: u32) -> Version {
    Version {
        user: user(number),
        day: first_day() + DAY * n,
        a: n,
        b: format!("b{number:08}"),
        c: n.is_multiple_of(2).then(|| "sometimes".into()),
        d: n.is_multiple_of(3).then_some(-5),
        e: i64::from(n) * 1000,
        f: "CELL-0017-NORTH".into(),
    }
}

fn daily(number: u32, n: u32) -> Daily {
    let Version {
        user,
        day,
        a,
        b,
        c,
        d,
        e,
        f,
    } = version(number, n);
    Daily {
        user,
        day,
        a,
        b,
        c,
        d,
        e,
        f,
    }
}

#[tokio::main]
async fn main() {
    let numbers = std::env::args().skip(1);
    let mut numbers = numbers.filter_map(|arg| arg.parse::<u32>().ok());
    let users = numbers.next().unwrap_or(100);
    let pairs = numbers.next().unwrap_or(9);
    let dir = tempfile::tempdir().unwrap();
    for url in ["memory:", &format!("embedded:{}", dir.path().display())] {
        let db = connect(url).await.unwrap();
        fill(&db, users).await;
        let name = url.split(':').next().unwrap();
        compare(name, "a year", users, pairs, async |user, as_versions| {
            year(&db, user, as_versions).await
        })
        .await;
        compare(
            name,
            "raw cells of a year",
            users,
            pairs,
            async |user, as_versions| raw(&db, user, as_versions).await,
        )
        .await;
        compare(name, "a month", users, pairs, async |user, as_versions| {
            month(&db, user, as_versions).await
        })
        .await;
    }
}

async fn fill(db: &Connection, users: u32) {
    db.create_table::<Version>().await.unwrap();
    db.create_table::<Daily>().await.unwrap();
    for n in 0..DAYS {
        let versions = (0..users).map(|user| version(user, n));
        db.put_many(versions).await.unwrap();
        db.put_many((0..users).map(|user| daily(user, n)))
            .await
            .unwrap();
    }
    db.flush::<Version>().await.unwrap();
    db.flush::<Daily>().await.unwrap();
    db.major_compact::<Version>().await.unwrap();
    db.major_compact::<Daily>().await.unwrap();
}

/// Reads a user's year: newest first as versions, oldest first as rows.
async fn year(db: &Connection, number: u32, as_versions: bool) -> usize {
    if as_versions {
        let key = VersionKey { user: user(number) };
        return black_box(db.history(&key).await.unwrap()).len();
    }
    let scan = db.scan(Daily::scan().user(user(number)));
    black_box(scan.rows().collect().await.unwrap()).len()
}

/// The same without decoding.
async fn raw(db: &Connection, number: u32, as_versions: bool) -> usize {
    if as_versions {
        let key = VersionKey { user: user(number) };
        let row = db.get_raw(&key).versions(400).await.unwrap().unwrap();
        return black_box(row).cells().count() / 6;
    }
    let scan = db.scan(Daily::scan().user(user(number)));
    black_box(scan.raw_rows().collect().await.unwrap()).len()
}

/// Reads a month in the middle of the year.
async fn month(db: &Connection, number: u32, as_versions: bool) -> usize {
    let from = first_day() + DAY * 150;
    let range = from..from + DAY * 30;
    if as_versions {
        let key = VersionKey { user: user(number) };
        let history = db.history(&key).time_range(range);
        return black_box(history.await.unwrap()).len();
    }
    let scan = db.scan(Daily::scan().user(user(number)).day(range));
    black_box(scan.rows().collect().await.unwrap()).len()
}

/// Times both ways for every user, alternately; the first pair warms up.
async fn compare(
    store: &str,
    what: &str,
    users: u32,
    pairs: u32,
    read: impl AsyncFn(u32, bool) -> usize,
) {
    let mut ratios = Vec::new();
    let mut ratios_on_cpu = Vec::new();
    let mut times = Vec::new();
    for pair in 0..=pairs {
        let mut sums = [Duration::ZERO; 2];
        let mut on_cpu = [Duration::ZERO; 2];
        for user in 0..users {
            // Each way is first for half of the users.
            let first = user % 2 == 0;
            let mut found = [0; 2];
            for as_versions in [first, !first] {
                let way = usize::from(as_versions);
                let (started, before) = (Instant::now(), on_processors());
                found[way] = read(user, as_versions).await;
                on_cpu[way] += on_processors().saturating_sub(before);
                sums[way] += started.elapsed();
            }
            assert_eq!(found[0], found[1]);
            assert!(found[0] == usize::try_from(DAYS).unwrap() || found[0] == 30);
        }
        if pair > 0 {
            ratios.push(sums[1].as_secs_f64() / sums[0].as_secs_f64());
            ratios_on_cpu.push(on_cpu[1].as_secs_f64() / on_cpu[0].as_secs_f64());
            times.push((sums[1], sums[0]));
        }
    }
    let micros = |of: fn(&(Duration, Duration)) -> Duration| {
        let all = times.iter().map(|pair| of(pair).as_secs_f64());
        median(all.collect()) * 1e6 / f64::from(users)
    };
    println!(
        "{store}: {what} of one user, versions / rows: median ratio {:.3}, on processors {:.3}; {:.0} and {:.0} us",
        median(ratios),
        median(ratios_on_cpu),
        micros(|pair| pair.0),
        micros(|pair| pair.1),
    );
}

/// The CPU time of this process' threads, on Linux; zero elsewhere.
fn on_processors() -> Duration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else {
        return Duration::ZERO;
    };
    let of_thread = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let all = threads.filter_map(|thread| of_thread(thread.ok()?.path()));
    Duration::from_nanos(all.sum())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
