//! A page of dynamic columns in a row of a million columns and in one of a thousand.
//!
//! `cargo bench -p hbase-schema --bench dynamic_columns [-- COLUMNS [PAIRS]]` reads a page of 100 columns
//! of each row alternately, from a random column on, and prints the median of the ratios.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark ends where anything goes wrong"
)]

use std::time::{Duration, Instant};

use hbase_schema::{Connection, Dynamic, HTable, connect};

#[derive(HTable)]
#[table("DLQX:BENCH_WIDE")]
#[family("D1")]
struct Wide {
    #[rowkey]
    id: u8,
    #[column(dynamic)]
    values: Dynamic<u64, String>,
}

const NARROW: WideKey = WideKey { id: 1 };
const WIDE: WideKey = WideKey { id: 2 };

/// Columns of a page.
const PAGE: usize = 100;

/// Columns of the narrow row.
const FEW: u64 = 1000;

async fn page(db: &Connection, key: &WideKey, columns: u64) -> Duration {
    let from = fastrand::u64(..columns - PAGE as u64);
    let started = Instant::now();
    let page = db.dynamic(key, Wide::VALUES).range(from..).page(PAGE).await;
    let took = started.elapsed();
    let page = page.unwrap();
    assert_eq!((page.items.len(), page.items[0].0), (PAGE, from));
    took
}

async fn measure(url: &str, columns: u64, pairs: usize) {
    let db = connect(url).await.unwrap();
    db.create_table::<Wide>().await.unwrap();
    for (key, columns) in [(&NARROW, FEW), (&WIDE, columns)] {
        let text = "x".repeat(100);
        let values = (0..columns).map(|n| (n, text.as_str()));
        let written = db.dynamic(key, Wide::VALUES).put_many(values);
        assert_eq!(written.await.unwrap(), columns);
    }
    db.backend()
        .flush(
            &Wide::SCHEMA.table.name,
            hbase_schema::model::Deadline::after(Duration::from_secs(60)),
        )
        .await
        .unwrap();
    let (mut narrow, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..pairs {
        let few = page(&db, &NARROW, FEW).await;
        let many = page(&db, &WIDE, columns).await;
        narrow.push(few);
        ratios.push(many.as_secs_f64() / few.as_secs_f64());
    }
    narrow.sort_unstable();
    ratios.sort_unstable_by(f64::total_cmp);
    println!(
        "{url}: a page of {PAGE} columns in a row of {FEW}: {:?}, in one of {columns}: {:.2} times that",
        narrow[pairs / 2],
        ratios[pairs / 2]
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let columns: usize = numbers.next().unwrap_or(1_000_000);
    let pairs = numbers.next().unwrap_or(2000);
    let columns = u64::try_from(columns).unwrap();
    measure("memory:", columns, pairs).await;
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().display());
    measure(&url, columns, pairs).await;
}
