//! The cost of reads: seeks in long rows and between ranges, and how long they block a runtime's thread. Bounds
//! are wide because machines are busy; the regressions that they should catch are far worse.

#[path = "it/rows/mod.rs"]
mod rows;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Filter, Get, Mutation, Row, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

const COLUMNS: usize = 20_000;
const TURNS: usize = 5;

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

fn name() -> TableName {
    TableName::from_static("default", "READS")
}

async fn create(store: &Embedded) {
    let mut table = TableDescriptor::new(name());
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    store.create_table(&table, soon()).await.unwrap();
}

async fn in_memory() -> Embedded {
    let store = Embedded::memory().unwrap();
    create(&store).await;
    store
}

/// Rows `a` to `c` of many columns each.
async fn put_wide(store: &Embedded) {
    for row in ["a", "b", "c"] {
        let mut put = Mutation::new(row);
        for number in 0..COLUMNS {
            put.put_at(b"f", format!("{number:06}").as_bytes(), 1, row.as_bytes())
                .unwrap();
        }
        store.mutate(&name(), put, soon()).await.unwrap();
    }
}

async fn scan(store: &Embedded, scan: Scan) -> Vec<Row> {
    let mut scanner = store.scan(&name(), scan, soon()).await.unwrap();
    rows::left(scanner.as_mut(), soon()).await
}

/// The shortest of a few runs, and the result of the last one.
async fn timed(store: &Embedded, asked: &Scan) -> (Duration, Vec<Row>) {
    let mut shortest = Duration::MAX;
    let mut rows = Vec::new();
    for _ in 0..TURNS {
        let begun = Instant::now();
        rows = scan(store, asked.clone()).await;
        shortest = shortest.min(begun.elapsed());
    }
    (shortest, rows)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[tokio::test]
async fn one_column_of_a_long_row_costs_the_same_in_reverse() {
    let store = in_memory().await;
    put_wide(&store).await;
    let last = format!("{:06}", COLUMNS - 1);
    for qualifier in ["000000", last.as_str()] {
        let mut one = Scan {
            limit: Some(1),
            ..Scan::new()
        };
        one.read.add_column(b"f", qualifier.as_bytes());
        let (forward, _) = timed(&store, &one).await;
        one.reversed = true;
        let (reversed, rows) = timed(&store, &one).await;
        assert_eq!(text(rows[0].key()), "c");
        assert_eq!(rows[0].cells().count(), 1);
        assert!(
            reversed < forward * 30,
            "{forward:?}, in reverse {reversed:?}"
        );
    }
}

#[tokio::test]
async fn long_rows_in_reverse_are_whole_and_in_order() {
    let store = in_memory().await;
    put_wide(&store).await;
    for (batch, per_row) in [(None, 1), (Some(7_000), 3)] {
        let rows = scan(
            &store,
            Scan {
                reversed: true,
                batch,
                ..Scan::new()
            },
        )
        .await;
        let keys: Vec<_> = rows.iter().map(|row| text(row.key())).collect();
        let expected = ["c", "b", "a"].map(|key| vec![key; per_row]).concat();
        assert_eq!(keys, expected);
        let cells = rows.iter().flat_map(Row::cells);
        let qualifiers: Vec<_> = cells.map(|cell| text(cell.qualifier)).collect();
        let numbered = (0..COLUMNS).map(|number| format!("{number:06}"));
        let numbered: Vec<_> = numbered.collect();
        assert!(qualifiers.chunks(COLUMNS).all(|row| row == numbered));
    }
}

#[tokio::test]
async fn the_last_of_many_columns_is_found_by_its_prefix() {
    let store = in_memory().await;
    put_wide(&store).await;
    let last = format!("{:06}", COLUMNS - 1);
    let mut named = Scan::prefix("b");
    named.read.add_column(b"f", last.as_bytes());
    let mut prefixed = Scan::prefix("b");
    prefixed.read.filter = Some(Filter::QualifierPrefix(last.clone().into()));
    let (by_name, one) = timed(&store, &named).await;
    let (by_prefix, other) = timed(&store, &prefixed).await;
    assert_eq!(one, other);
    assert!(
        by_prefix < by_name * 30,
        "by name {by_name:?}, by prefix {by_prefix:?}"
    );
}

#[tokio::test]
async fn ranges_of_rows_are_sought() {
    let store = in_memory().await;
    let key = |number: usize| format!("{number:06}").into_bytes();
    for first in (0..20_000).step_by(1000) {
        let puts = (first..first + 1000).map(|number| {
            let mut put = Mutation::new(key(number));
            put.put_at(b"f", b"q", 1, b"").unwrap();
            put.put_at(b"g", b"q", 1, b"").unwrap();
            put
        });
        let written = store.mutate_many(&name(), puts.collect(), soon()).await;
        assert!(written.unwrap().iter().all(Result::is_ok));
    }
    let range = |number: usize| (key(number * 2_000), key(number * 2_000 + 1));
    let ranges = (0..10).map(range).collect();
    let (all, _) = timed(&store, &Scan::new()).await;
    for reversed in [false, true] {
        let mut asked = Scan {
            reversed,
            ..Scan::new()
        };
        asked.read.filter = Some(Filter::RowRanges(Vec::clone(&ranges)));
        let (took, rows) = timed(&store, &asked).await;
        assert_eq!(rows.len(), 10);
        assert!(took * 20 < all, "all {all:?}, ten ranges {took:?}");
        let mut asked = Scan {
            reversed,
            ..Scan::new()
        };
        asked.read.filter = Some(Filter::RowPrefix(b"01999".to_vec()));
        let (took, rows) = timed(&store, &asked).await;
        assert_eq!(rows.len(), 10);
        assert!(took * 20 < all, "all {all:?}, one prefix {took:?}");
    }
}

/// This thread's processor time: on a busy machine, the clock also includes other processes' time.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}

/// The longest time that other tasks of the runtime's thread had while `work` was done.
async fn longest_tick(work: impl Future<Output = ()>) -> Duration {
    let is_over = Arc::<AtomicBool>::default();
    let seen = Arc::clone(&is_over);
    let ticking = tokio::spawn(async move {
        let mut longest = Duration::ZERO;
        while !seen.load(Ordering::Relaxed) {
            let had = processor();
            tokio::task::yield_now().await;
            longest = longest.max(processor().saturating_sub(had));
        }
        longest
    });
    tokio::task::yield_now().await;
    work.await;
    is_over.store(true, Ordering::Relaxed);
    ticking.await.unwrap()
}

#[tokio::test]
async fn a_long_read_does_not_keep_the_runtime() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    create(&disk).await;
    for store in [in_memory().await, disk] {
        put_wide(&store).await;
        let mut shortest = Duration::MAX;
        for _ in 0..TURNS {
            let mut row = None;
            let read = async {
                row = store.get(&name(), &Get::new("b"), soon()).await.unwrap();
            };
            shortest = shortest.min(longest_tick(read).await);
            assert_eq!(row.unwrap().cells().count(), COLUMNS);
        }
        // The kernel counts in its own ticks of 4 ms; a read that keeps the runtime takes many of them.
        assert!(shortest < Duration::from_millis(10), "{shortest:?}");
    }
}

#[tokio::test]
async fn a_directory_is_free_once_its_scan_is_dropped() {
    let dir = tempfile::tempdir().unwrap();
    let store = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    create(&store).await;
    put_wide(&store).await;
    for _ in 0..3 {
        let store = Embedded::open(dir.path(), Options::default()).await;
        assert!(matches!(
            store,
            Err(hbase_backend::Error::LockedHere { .. })
        ));
    }
    drop(store);
    for _ in 0..5 {
        let store = Embedded::open(dir.path(), Options::default())
            .await
            .unwrap();
        let asked = Scan {
            batch: Some(100),
            ..Scan::new()
        };
        let mut scanner = store.scan(&name(), asked, soon()).await.unwrap();
        assert!(!scanner.next_batch(soon()).await.unwrap().is_empty());
    }
}
