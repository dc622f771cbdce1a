//! Reads compared with the engine below: gets, scans, wide rows, ranges of rows, and the longest
//! time for which a request blocks a thread of the runtime.
//!
//! `cargo bench -p hbase-schema-embedded --bench reads -- [ROWS] [SECTION]` prints one table with a
//! line for each figure and its target. ROWS (default 100000) have four cells each. SECTION is one
//! of `cached`, `memory`, `cold` (gets), `scans`, `wide`, `tick`.

mod data;
mod raw;
mod tick;
mod wide;

use std::time::{Duration, Instant};

use hbase_backend::{Backend, Get, Scan};
use hbase_schema_embedded::Embedded;
use tokio::runtime::Runtime;

use data::{name, row_key, soon};

const GETS: u32 = 20_000;
const RUNS: usize = 5;

/// Prints a line of the table.
pub(crate) fn line(what: &str, theirs: &str, ours: &str, measure: &str, target: &str, holds: bool) {
    let holds = if holds { "yes" } else { "NO" };
    println!("| {what} | {theirs} | {ours} | {measure} | {target} | {holds} |");
}

/// Keys in pseudo-random order.
fn jumping(rows: usize) -> impl Iterator<Item = usize> {
    (0..GETS as usize).map(move |n| n * 7_919 % rows)
}

/// The microseconds of one of [`GETS`].
fn each(took: Duration) -> f64 {
    took.as_secs_f64() * 1e6 / f64::from(GETS)
}

async fn gets(store: &Embedded, rows: usize) -> f64 {
    let begun = Instant::now();
    for number in jumping(rows) {
        let get = Get::new(row_key(number));
        let row = store.get(&name(), &get, soon()).await.expect("a get");
        assert_eq!(row.expect("a row").cells().count(), 4);
    }
    each(begun.elapsed())
}

fn raw_gets(side: &raw::Raw, rows: usize) -> f64 {
    let begun = Instant::now();
    for number in jumping(rows) {
        assert_eq!(side.read_row(number), 4);
    }
    each(begun.elapsed())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

/// The medians of both sides, measured alternately.
fn turns(mut theirs: impl FnMut() -> f64, mut ours: impl FnMut() -> f64) -> (f64, f64) {
    let pairs: Vec<_> = (0..RUNS).map(|_| (theirs(), ours())).collect();
    let (theirs, ours) = pairs.into_iter().unzip();
    (median(theirs), median(ours))
}

fn compare_cached(runtime: &Runtime, rows: usize) {
    let both = data::Both::new(runtime, rows, 256 << 20);
    let (theirs, ours) = turns(
        || raw_gets(&both.raw, rows),
        || runtime.block_on(gets(&both.store, rows)),
    );
    let what = "a get of four cells, in memory (memtable or cache)";
    ratio(what, theirs, ours);
}

fn compare_memory(runtime: &Runtime, rows: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let raw = raw::Raw::filled(dir.path(), rows, 256 << 20);
    let memory = runtime.block_on(data::in_memory(rows));
    let (theirs, ours) = turns(
        || raw_gets(&raw, rows),
        || runtime.block_on(gets(&memory, rows)),
    );
    ratio("the same of a store in memory", theirs, ours);
}

/// Prints a line for a get in memory.
fn ratio(what: &str, theirs: f64, ours: f64) {
    let ratio = ours / theirs;
    let (a, b) = (format!("{theirs:.2} us"), format!("{ours:.2} us"));
    line(what, &a, &b, &format!("{ratio:.2}x"), "2x", ratio <= 2.0);
}

fn compare_cold(runtime: &Runtime, rows: usize) {
    let both = data::Both::new(runtime, rows, 0).flushed(runtime);
    let (theirs, ours) = turns(
        || raw_gets(&both.raw, rows),
        || runtime.block_on(gets(&both.store, rows)),
    );
    let (a, b) = (format!("{theirs:.2} us"), format!("{ours:.2} us"));
    let more = ours - theirs;
    let what = "a get of four cells, from files without a cache";
    line(
        what,
        &a,
        &b,
        &format!("{more:+.1} us"),
        "+25 us",
        more <= 25.0,
    );
}

async fn scan(store: &Embedded, rows: usize) -> f64 {
    let begun = Instant::now();
    let opened = store.scan(&name(), Scan::new(), soon()).await;
    let mut scanner = opened.expect("a scan");
    let mut seen = 0;
    loop {
        let batch = scanner.next_batch(soon()).await.expect("a batch");
        if batch.is_empty() {
            break;
        }
        seen += batch.len();
    }
    assert_eq!(seen, rows);
    begun.elapsed().as_secs_f64() * 1e3
}

fn compare_scans(runtime: &Runtime, rows: usize) {
    let both = data::Both::new(runtime, rows, 32 << 20).flushed(runtime);
    for run in 1..=RUNS {
        let (theirs, ours) = turns(
            || both.raw.scan(rows),
            || runtime.block_on(scan(&both.store, rows)),
        );
        let (a, b) = (format!("{theirs:.1} ms"), format!("{ours:.1} ms"));
        let ratio = ours / theirs;
        let what = format!("scan of {rows} rows, run {run}");
        line(&what, &a, &b, &format!("{ratio:.2}x"), "1.4x", ratio <= 1.4);
    }
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let rows = words.iter().find_map(|word| word.parse().ok());
    let rows = rows.unwrap_or(100_000);
    let sections = ["cached", "memory", "cold", "scans", "wide", "tick"];
    let only = words.iter().find(|word| sections.contains(&word.as_str()));
    let runtime = Runtime::new().expect("a runtime");
    println!("| what | raw | backend | measure | target | holds |");
    println!("|---|---|---|---|---|---|");
    for section in sections {
        if only.is_some_and(|only| only != section) {
            continue;
        }
        match section {
            "cached" => compare_cached(&runtime, rows),
            "memory" => compare_memory(&runtime, rows),
            "cold" => compare_cold(&runtime, rows),
            "scans" => compare_scans(&runtime, rows),
            "wide" => wide::compare(&runtime),
            _ => tick::measure(),
        }
    }
}
