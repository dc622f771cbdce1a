//! Scans whose scanner is lost: no row is repeated or missing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::{Backend, Error, Filter, Row, RowBound, Scan, Scanner};
use hbase_schema_thrift::{Options, Thrift};

use crate::fake::{Act, Fake};
use crate::{soon, table};

const COLUMNS: &[&str] = &["f:a", "f:b", "f:c", "g:a", "g:b"];

fn keys() -> impl Iterator<Item = String> {
    (0..40).map(|n| format!("{n:02}"))
}

async fn all(scanner: &mut Box<dyn Scanner>) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok(rows);
        }
        rows.extend(batch);
    }
}

async fn scan(fake: &Fake, scan: Scan) -> Result<Vec<Row>, Error> {
    let client = fake.client(&Options::default());
    let mut scanner = client.scan(&table(), scan, soon()).await?;
    all(&mut scanner).await
}

fn cells(rows: &[Row]) -> Vec<String> {
    let cells = rows.iter().flat_map(Row::cells);
    let text = |cell: hbase_backend::CellRef<'_>| format!("{cell:?}");
    cells.map(text).collect()
}

fn scans() -> Vec<Scan> {
    let mut scans = Vec::new();
    for reversed in [false, true] {
        for (batch, limit) in [
            (None, None),
            (None, Some(7)),
            (Some(2), None),
            (Some(2), Some(7)),
        ] {
            let (low, high) = (b"03".to_vec(), b"33".to_vec());
            let (start, stop) = if reversed { (high, low) } else { (low, high) };
            scans.push(Scan {
                start: RowBound::Excluded(start),
                stop: RowBound::Included(stop),
                reversed,
                batch,
                limit,
                caching: Some(3),
                ..Scan::default()
            });
        }
    }
    scans
}

/// Connections lost between two batches of rows: five in a row end a scan.
const MOST_LOST: u64 = 3;

/// About every third call fails, in every way.
fn unlucky(seed: u64) -> Fake {
    let state = AtomicU64::new(seed);
    let lost = AtomicU64::new(0);
    let fake = Fake::start(move |_, call| {
        if call == "scannerClose" {
            return Act::Answer;
        }
        let drawn = state.fetch_add(1, Ordering::SeqCst);
        let drawn = fastrand::Rng::with_seed(drawn).u8(..18);
        if drawn <= 2 && lost.fetch_add(1, Ordering::SeqCst) >= MOST_LOST {
            return Act::Answer;
        }
        if drawn > 4 && call == "scannerGetList" {
            lost.store(0, Ordering::SeqCst);
        }
        match (drawn, call) {
            (0, "scannerGetList") => Act::Close,
            (1, "scannerGetList") => Act::CloseMidway,
            (2, _) => Act::AnswerAndClose,
            (3, _) => Act::ForgetScanners,
            (4, _) => Act::Throw("org.apache.hadoop.hbase.NotServingRegionException: r\n\tat x\n"),
            _ => Act::Answer,
        }
    });
    fake.with_rows(keys(), COLUMNS)
}

#[tokio::test]
async fn whatever_goes_wrong_each_row_comes_once() {
    let seed = fastrand::u64(..1 << 60);
    println!("seed {seed}");
    for (number, wanted) in scans().into_iter().enumerate() {
        let lucky = Fake::well().with_rows(keys(), COLUMNS);
        let expected = scan(&lucky, wanted.clone()).await.unwrap();
        let first = if wanted.reversed { b"32" } else { b"04" };
        assert_eq!(expected[0].key(), first);
        for round in 0..2 {
            let fake = unlucky(seed + 1000 * (number as u64 * 2 + round));
            let found = scan(&fake, wanted.clone()).await.unwrap();
            assert_eq!(cells(&found), cells(&expected), "{wanted:?}");
        }
    }
}

/// Reads a scan, and cancels most of its calls.
async fn impatient(client: &Thrift, wanted: Scan, seed: u64) -> Vec<Row> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut scanner = client.scan(&table(), wanted, soon()).await.unwrap();
    let mut rows = Vec::new();
    loop {
        let patience = Duration::from_micros(random.u64(..12_000));
        match tokio::time::timeout(patience, scanner.next_batch(soon())).await {
            Ok(batch) if batch.as_ref().unwrap().is_empty() => return rows,
            Ok(batch) => rows.extend(batch.unwrap()),
            Err(_) => {}
        }
    }
}

#[tokio::test]
async fn whatever_is_given_up_each_row_comes_once_to_whom_it_belongs() {
    let seed = fastrand::u64(..1 << 60);
    println!("seed {seed}");
    let slow = AtomicU64::new(seed);
    let fake = Fake::start(move |_, _| {
        let drawn = slow.fetch_add(1, Ordering::SeqCst);
        Act::AnswerAfter(Duration::from_millis(drawn % 5))
    });
    let fake = fake.with_rows(keys(), COLUMNS);
    let lucky = Fake::well().with_rows(keys(), COLUMNS);
    let client = fake.client(&Options::default().pool(3));
    let all = scans().into_iter().zip(seed..);
    let found = all.map(|(wanted, seed)| impatient(&client, wanted, seed));
    let found = futures_util::future::join_all(found).await;
    for (found, wanted) in found.into_iter().zip(scans()) {
        let expected = scan(&lucky, wanted.clone()).await.unwrap();
        assert_eq!(cells(&found), cells(&expected), "{wanted:?}");
    }
}

#[tokio::test]
async fn a_scanner_on_a_new_connection_is_somebody_elses() {
    let fake = Fake::start(|number, _| match number {
        // The connection is lost; the numbers of scanners would continue.
        2 => Act::AnswerAndClose,
        _ => Act::Answer,
    });
    let fake = fake.with_rows(keys(), &["f:a"]);
    let client = fake.client(&Options::default());
    let wanted = Scan {
        caching: Some(5),
        ..Scan::default()
    };
    let mut scanner = client.scan(&table(), wanted, soon()).await.unwrap();
    let mut rows = scanner.next_batch(soon()).await.unwrap();
    rows.extend(scanner.next_batch(soon()).await.unwrap());
    tokio::time::sleep(Duration::from_millis(50)).await;
    rows.extend(all(&mut scanner).await.unwrap());
    assert_eq!(rows.len(), 40);
    assert_eq!(fake.count("scannerOpenWithScan"), 2);
}

#[tokio::test]
async fn a_wait_that_was_given_up_loses_no_rows() {
    let slow = Duration::from_millis(200);
    let fake = Fake::start(move |number, _| match number {
        2 => Act::AnswerAfter(slow),
        _ => Act::Answer,
    });
    let fake = fake.with_rows(keys(), &["f:a"]);
    let client = fake.client(&Options::default());
    let wanted = Scan {
        caching: Some(5),
        ..Scan::default()
    };
    let mut scanner = client.scan(&table(), wanted, soon()).await.unwrap();
    let mut rows = scanner.next_batch(soon()).await.unwrap();
    let given_up = tokio::time::timeout(slow / 4, scanner.next_batch(soon())).await;
    assert!(given_up.is_err());
    rows.extend(all(&mut scanner).await.unwrap());
    let found: Vec<_> = rows.iter().map(|row| row.key().to_vec()).collect();
    let expected: Vec<_> = keys().map(String::into_bytes).collect();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_filter_that_counts_rows_does_not_begin_to_count_again() {
    let fake = Fake::start(|number, _| if number == 2 { Act::Close } else { Act::Answer });
    let fake = fake.with_rows(keys(), &["f:a"]);
    let mut wanted = Scan {
        caching: Some(5),
        ..Scan::default()
    };
    wanted.read.filter = Some(Filter::Page(20));
    let error = scan(&fake, wanted).await.unwrap_err();
    assert!(error.to_string().contains("start it again"), "{error}");
}

#[tokio::test]
async fn nor_does_it_after_a_wait_that_was_given_up() {
    let slow = Duration::from_millis(200);
    let fake = Fake::start(move |number, _| match number {
        2 => Act::AnswerAfter(slow),
        _ => Act::Answer,
    });
    let fake = fake.with_rows(keys(), &["f:a"]);
    let client = fake.client(&Options::default());
    let mut wanted = Scan {
        caching: Some(5),
        ..Scan::default()
    };
    wanted.read.filter = Some(Filter::Page(20));
    let mut scanner = client.scan(&table(), wanted, soon()).await.unwrap();
    assert_eq!(scanner.next_batch(soon()).await.unwrap().len(), 5);
    let given_up = tokio::time::timeout(slow / 4, scanner.next_batch(soon())).await;
    assert!(given_up.is_err());
    let error = scanner.next_batch(soon()).await.unwrap_err();
    assert!(error.to_string().contains("start it again"), "{error}");
    assert_eq!(fake.count("scannerOpenWithScan"), 1);
}

#[tokio::test]
async fn a_scan_that_is_dropped_is_closed_at_the_gateway() {
    let fake = Fake::well().with_rows(keys(), &["f:a"]);
    let client = fake.client(&Options::default());
    let scanner = client.scan(&table(), Scan::new(), soon()).await.unwrap();
    drop(scanner);
    for _ in 0..100 {
        if fake.count("scannerClose") == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not closed: {:?}", fake.seen());
}

#[tokio::test]
async fn a_scanner_that_throws_is_closed_like_any_other() {
    let moved = "org.apache.hadoop.hbase.NotServingRegionException: r\n\tat x\n";
    let fake = Fake::start(move |number, _| match number {
        2 => Act::Throw(moved),
        _ => Act::Answer,
    });
    let fake = fake.with_rows(keys(), &["f:a"]);
    assert_eq!(scan(&fake, Scan::new()).await.unwrap().len(), 40);
    for _ in 0..100 {
        if fake.count("scannerClose") == 2 {
            assert_eq!(fake.count("scannerOpenWithScan"), 2);
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not closed: {:?}", fake.seen());
}

#[tokio::test]
async fn concurrent_scans_use_several_connections() {
    let fake = Fake::well().with_rows(keys(), &["f:a"]);
    let client = fake.client(&Options::default().pool(4));
    let mut scanners = Vec::new();
    for _ in 0..8 {
        scanners.push(client.scan(&table(), Scan::new(), soon()).await.unwrap());
    }
    let mut connections = fake.connections();
    connections.sort_unstable();
    assert_eq!(connections, [0, 0, 1, 1, 2, 2, 3, 3]);
    for scanner in &mut scanners {
        assert_eq!(all(scanner).await.unwrap().len(), 40);
    }
}

#[tokio::test]
async fn answers_that_are_too_long_are_asked_for_with_fewer_rows() {
    let fake = Fake::well().with_rows(keys(), COLUMNS);
    let client = fake.client(&Options::default().max_response_bytes(600));
    let mut scanner = client.scan(&table(), Scan::new(), soon()).await.unwrap();
    assert_eq!(all(&mut scanner).await.unwrap().len(), 40);
}

#[tokio::test]
async fn batches_are_no_larger_than_asked_for() {
    let fake = Fake::well().with_rows(keys(), COLUMNS);
    let client = fake.client(&Options::default());
    let wanted = Scan {
        max_result_bytes: Some(400),
        ..Scan::default()
    };
    let mut scanner = client.scan(&table(), wanted, soon()).await.unwrap();
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        let bytes: usize = batch.iter().map(|row| row.as_block().len()).sum();
        assert!(bytes <= 400 || batch.len() == 1, "{bytes}");
        rows += batch.len();
        if batch.is_empty() {
            break;
        }
    }
    assert_eq!(rows, 40);
}
