//! Several regions at a time, within bounds of memory and time.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema::testing::CallKind;
use tokio::time::sleep;

use super::{Spread, all_closed, regions};

#[tokio::test]
async fn as_many_regions_are_read_concurrently_as_are_allowed() {
    let (db, observed) = regions(8, 20).await;
    let slow = Duration::from_millis(10);
    observed.faults.on(CallKind::NextBatch).always().delay(slow);
    let scan = db.scan(Spread::scan().all()).unordered();
    let rows = scan.max_concurrent_scans(4).caching(5).rows();
    assert_eq!(rows.collect().await.unwrap().len(), 160);
    assert_eq!(observed.order.most_reading.load(Ordering::SeqCst), 4);
    assert_eq!(observed.order.most_open.load(Ordering::SeqCst), 4);
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
    // One scan for each region, however many batches it has.
    assert_eq!(observed.order.scans.lock().unwrap().len(), 8);
}

#[tokio::test]
async fn the_rows_of_open_regions_come_in_turn() {
    let (db, _observed) = regions(4, 50).await;
    let scan = db.scan(Spread::scan().all()).unordered();
    let rows = scan.caching(5).rows().collect().await.unwrap();
    let half: BTreeSet<u32> = rows[..100].iter().map(|row| row.id / 50).collect();
    assert_eq!(half.len(), 4, "{half:?}");
}

#[tokio::test]
async fn the_batches_in_memory_are_bounded() {
    let (db, observed) = regions(10, 50).await;
    let scan = db.scan(Spread::scan().all()).unordered();
    let mut rows = scan.max_concurrent_scans(4).caching(5).rows();
    rows.next().await.unwrap().unwrap();
    sleep(Duration::from_millis(100)).await;
    // The batch that is consumed, and one of each open region.
    assert_eq!(observed.order.scanned.load(Ordering::SeqCst), 5 * 5);
    let batch_bytes = db.limits().scan_bytes as u64 / 5;
    let scans = observed.order.scans.lock().unwrap();
    for scan in scans.iter() {
        assert_eq!(scan.max_result_bytes, Some(batch_bytes));
    }
}

#[tokio::test]
async fn time_that_the_caller_takes_is_no_timeout() {
    let (db, observed) = regions(4, 10).await;
    let slow = Duration::from_millis(20);
    observed.faults.on(CallKind::Scan).always().delay(slow);
    observed.faults.on(CallKind::NextBatch).always().delay(slow);
    let scan = db.scan(Spread::scan().all()).unordered();
    let scan = scan
        .max_concurrent_scans(2)
        .timeout(Duration::from_millis(200));
    let mut rows = scan.rows();
    let mut count = 0;
    while let Some(row) = rows.next().await {
        row.unwrap();
        count += 1;
        if count % 10 == 1 {
            sleep(Duration::from_millis(300)).await;
        }
    }
    assert_eq!(count, 40);
}

#[tokio::test]
async fn a_batch_that_does_not_come_is_a_timeout() {
    let (db, observed) = regions(4, 10).await;
    observed.faults.on(CallKind::NextBatch).nth(3).hang();
    let scan = db.scan(Spread::scan().all()).unordered();
    let rows = scan.timeout(Duration::from_millis(50)).rows();
    let error = rows.collect().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    all_closed(&observed).await;
}

#[tokio::test]
async fn dropped_rows_close_their_scanners() {
    let (db, observed) = regions(8, 50).await;
    let scan = || db.scan(Spread::scan().all()).unordered().caching(5);
    // The second batch of a region never gets a response: only cancelling its task closes the scanner.
    let second = observed.faults.on(CallKind::NextBatch).nth(9).always();
    second.hang();
    let mut rows = scan().rows();
    rows.next().await.unwrap().unwrap();
    sleep(Duration::from_millis(10)).await;
    assert!(observed.order.open.load(Ordering::SeqCst) > 0);
    drop(rows);
    all_closed(&observed).await;
    observed.faults.clear();
    // Enough rows: the scanners of the other regions are closed before the stream is dropped.
    let mut rows = scan().limit(3).rows();
    while let Some(row) = rows.next().await {
        row.unwrap();
    }
    all_closed(&observed).await;
    drop(rows);
}
