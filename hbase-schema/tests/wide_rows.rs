//! A row of very many columns is read with flat memory.

#![cfg(target_os = "linux")]
#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::fs;

use hbase_schema::{Connection, Dynamic, HTable};

/// The number of columns: `WIDE_COLUMNS`, by default as many as keep the test short.
fn columns() -> u64 {
    std::env::var("WIDE_COLUMNS").map_or(250_000, |text| text.parse().unwrap())
}

/// The bytes of a column's value: the whole row is several times [`MOST`].
const VALUE: usize = 400;

/// The maximum bytes that a reader may add to those of the store.
const MOST: u64 = 48 << 20;

#[derive(HTable, Debug)]
#[table("DLQX:WIDE_ROWS")]
#[family("D")]
struct Wide {
    #[rowkey]
    id: u8,
    #[column(dynamic)]
    values: Dynamic<u64, String>,
}

const KEY: WideKey = WideKey { id: 1 };

/// A member of the process's status, in bytes.
fn status(member: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with(member))
        .unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<u64>().unwrap() << 10
}

/// The maximum growth of the process in bytes while `work` ran.
async fn peak<T>(work: impl Future<Output = T>) -> (T, u64) {
    // Resets the peak.
    fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = status("VmRSS");
    let done = work.await;
    (done, status("VmHWM").saturating_sub(before))
}

async fn pages(db: &Connection) -> u64 {
    let mut page = db.dynamic(&KEY, Wide::VALUES).page(10_000).await.unwrap();
    let mut count = page.items.len() as u64;
    while let Some(cursor) = page.next {
        let wide = db.dynamic(&KEY, Wide::VALUES);
        page = wide.page_after(cursor, 10_000).await.unwrap();
        assert_eq!(page.items.first().map(|(at, _)| *at), Some(count));
        count += page.items.len() as u64;
    }
    count
}

async fn stream(db: &Connection) -> u64 {
    let mut stream = db.dynamic(&KEY, Wide::VALUES).stream();
    let mut count = 0;
    while let Some(column) = stream.next().await {
        assert_eq!(column.unwrap().0, count);
        count += 1;
    }
    count
}

#[tokio::test]
async fn memory_is_flat_while_a_row_of_many_columns_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().display());
    let db = hbase_schema::connect(&url).await.unwrap();
    db.create_table::<Wide>().await.unwrap();
    let text = "x".repeat(VALUE);
    let expected = columns();
    let columns = (0..expected).map(|n| (n, text.as_str()));
    let written = db.dynamic(&KEY, Wide::VALUES).put_many(columns).await;
    assert_eq!(written.unwrap(), expected);

    // The first pass fills the caches.
    assert_eq!(stream(&db).await, expected);
    let (count, grown) = peak(pages(&db)).await;
    assert_eq!(count, expected);
    assert!(grown < MOST, "pages: {grown} bytes");
    let (count, grown) = peak(stream(&db)).await;
    assert_eq!(count, expected);
    assert!(grown < MOST, "a stream: {grown} bytes");
    let (count, grown) = peak(db.dynamic(&KEY, Wide::VALUES).count()).await;
    assert_eq!(count.unwrap(), expected);
    assert!(grown < MOST, "a count: {grown} bytes");
    // The whole row at once is more than that, so the measurement can tell.
    let (row, grown) = peak(async { db.get_raw(&KEY).await.unwrap() }).await;
    assert_eq!(row.unwrap().cells().count() as u64, expected);
    assert!(grown > 2 * MOST, "the whole row: {grown} bytes");
}
