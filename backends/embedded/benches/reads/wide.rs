//! Rows of many columns, and ranges of rows.

use std::time::Instant;

use hbase_backend::{Backend, Filter, Get, Mutation, Scan};
use hbase_schema_embedded::Embedded;
use tokio::runtime::Runtime;

use crate::data::{create, in_dir, name, soon};
use crate::{line, median};

const COLUMNS: usize = 100_000;
const RANGES: usize = 1_000;
const RANGED_ROWS: usize = 20_000;
const TURNS: usize = 21;

/// Writes the row `wide`, with rows before and after it.
pub(crate) async fn put_wide(store: &Embedded) {
    for row in ["before", "wide"] {
        for first in (0..COLUMNS).step_by(10_000) {
            let mut put = Mutation::new(row);
            for number in first..first + 10_000 {
                put.put_at(b"D1", format!("{number:08}").as_bytes(), 1, b"value")
                    .expect("a short cell");
            }
            store.mutate(&name(), put, soon()).await.expect("a put");
        }
    }
}

async fn put_rows(store: &Embedded) {
    let put = |number| {
        let mut put = Mutation::new(format!("{number:08}"));
        put.put_at(b"D1", b"Q", 1, b"value").expect("a short cell");
        put
    };
    let puts = (0..RANGED_ROWS).map(put).collect();
    let written = store.mutate_many(&name(), puts, soon()).await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
}

/// The median microseconds of one scan, and its number of rows.
fn time(runtime: &Runtime, store: &Embedded, scan: &Scan) -> (f64, usize) {
    let mut count = 0;
    let times = (0..TURNS).map(|_| {
        let begun = Instant::now();
        count = runtime.block_on(async {
            let opened = store.scan(&name(), scan.clone(), soon()).await;
            let mut scanner = opened.expect("a scan");
            let mut seen = 0;
            loop {
                let batch = scanner.next_batch(soon()).await.expect("a batch");
                if batch.is_empty() {
                    return seen;
                }
                seen += batch.len();
            }
        });
        begun.elapsed().as_secs_f64() * 1e6
    });
    (median(times.collect()), count)
}

fn time_get(runtime: &Runtime, store: &Embedded, get: &Get) -> f64 {
    let times = (0..TURNS).map(|_| {
        let begun = Instant::now();
        let row = runtime.block_on(store.get(&name(), get, soon()));
        assert_eq!(row.expect("a get").expect("a row").cells().count(), 1);
        begun.elapsed().as_secs_f64() * 1e6
    });
    median(times.collect())
}

fn compare_on(runtime: &Runtime, store: &Embedded, place: &str) {
    runtime.block_on(put_wide(store));
    let last = format!("{:08}", COLUMNS - 1);
    let mut named = Get::new("wide");
    named.read.add_column(b"D1", last.as_bytes());
    let mut prefixed = Get::new("wide");
    prefixed.read.filter = Some(Filter::QualifierPrefix(last.clone().into()));
    let by_name = time_get(runtime, store, &named);
    let by_prefix = time_get(runtime, store, &prefixed);
    let ratio = by_prefix / by_name;
    let (a, b) = (format!("{by_name:.1} us"), format!("{by_prefix:.1} us"));
    let what = format!("the last of {COLUMNS} columns, {place}: by name, by prefix");
    line(&what, &a, &b, &format!("{ratio:.2}x"), "3x", ratio <= 3.0);

    let mut one = Scan {
        limit: Some(1),
        ..Scan::new()
    };
    one.read.add_column(b"D1", b"00000000");
    let (forward, _) = time(runtime, store, &one);
    one.reversed = true;
    let (reversed, count) = time(runtime, store, &one);
    assert_eq!(count, 1);
    let ratio = reversed / forward;
    let (a, b) = (format!("{forward:.1} us"), format!("{reversed:.1} us"));
    let what = format!("one column of a row of {COLUMNS}, {place}: forward, in reverse");
    line(&what, &a, &b, &format!("{ratio:.2}x"), "5x", ratio <= 5.0);
}

fn compare_ranges(runtime: &Runtime, store: &Embedded, place: &str) {
    runtime.block_on(put_rows(store));
    let (all, _) = time(runtime, store, &Scan::new());
    let key = |number: usize| format!("{number:08}").into_bytes();
    let step = RANGED_ROWS / RANGES;
    let range = |number: usize| (key(number * step), key(number * step + 1));
    let mut scan = Scan::new();
    scan.read.filter = Some(Filter::RowRanges((0..RANGES).map(range).collect()));
    let (ranges, count) = time(runtime, store, &scan);
    assert_eq!(count, RANGES);
    let (a, b) = (format!("{all:.0} us"), format!("{ranges:.0} us"));
    let ratio = ranges / all;
    let what = format!("{RANGES} ranges over {RANGED_ROWS} rows, {place}: all rows, the ranges");
    line(&what, &a, &b, &format!("{ratio:.2}x"), "1x", ratio <= 1.0);
}

pub(crate) fn compare(runtime: &Runtime) {
    for is_wide in [true, false] {
        let memory = Embedded::memory().expect("a store");
        let dir = tempfile::tempdir().expect("a directory");
        let disk = runtime.block_on(in_dir(&dir, 64 << 20));
        for (store, place) in [(memory, "in memory"), (disk, "on disk")] {
            runtime.block_on(create(&store));
            if is_wide {
                compare_on(runtime, &store, place);
            } else {
                compare_ranges(runtime, &store, place);
            }
        }
    }
}
