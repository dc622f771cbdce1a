//! The requests that calls send: their number, their limits, and what they leave out.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema::model::{Capability, Error as Cause};
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, ErrorKind, Limits, OnUndecodable, Timestamp};

use crate::support::{
    Drawn, DrawnKey, Event, Observed, Plain, PlainKey, Record, RecordKey, event, observed, plain,
    record,
};

/// The same backend with other limits, which has described the tables that a test uses.
fn limited(observed: &std::sync::Arc<Observed>, limits: Limits) -> Connection {
    Connection::with_limits(std::sync::Arc::clone(observed) as _, limits)
}

#[tokio::test]
async fn a_read_is_sent_once_more_for_each_retry() {
    let (_, observed) = observed().await;
    let calls = || observed.faults.calls(CallKind::Get);
    for retries in 0..=3 {
        let db = limited(&observed, Limits::default().retries(retries));
        db.exists(&PlainKey { id: 1 }).await.unwrap();
        let before = calls();
        let get = || observed.faults.on(CallKind::Get).always();
        get().lose_connection();
        let error = db.exists(&PlainKey { id: 1 }).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert_eq!(calls() - before, u64::from(retries) + 1);
        assert_eq!(db.metrics().retries, u64::from(retries));
        observed.faults.clear();
        // A backend has retried these itself.
        for class in ["RegionTooBusyException", "AccessDeniedException"] {
            let (class, message) = (class.to_owned(), String::new());
            let before = calls();
            get().fail(Cause::Rejected { class, message });
            db.exists(&PlainKey { id: 1 }).await.unwrap_err();
            assert_eq!(calls() - before, 1);
            observed.faults.clear();
        }
    }
}

#[tokio::test]
async fn keys_are_read_in_batches_of_as_many_rows_as_the_limit() {
    let (_, observed) = observed().await;
    let counts = || {
        let of = |kind| observed.faults.calls(kind);
        (of(CallKind::GetMany), of(CallKind::Get))
    };
    for (batch_rows, keys, many, single) in [
        (4, 0, 0, 0),
        (4, 1, 0, 1),
        (4, 4, 1, 0),
        (4, 5, 1, 1),
        (4, 9, 2, 1),
        (0, 3, 0, 3),
        (1, 3, 0, 3),
    ] {
        let db = limited(&observed, Limits::default().batch_rows(batch_rows));
        let keys: Vec<_> = (0..keys).map(|id| PlainKey { id }).collect();
        let before = counts();
        let found: Vec<Option<Plain>> = db.get_many(&keys).await.unwrap();
        assert_eq!(found.len(), keys.len());
        let after = counts();
        let sent = (after.0 - before.0, after.1 - before.1);
        assert_eq!(sent, (many, single), "{} keys by {batch_rows}", keys.len());
    }
    // Each key of these has a row under each of 8 salts.
    for (batch_rows, many) in [(8, 3), (9, 2), (16, 2), (17, 1), (24, 1)] {
        let db = limited(&observed, Limits::default().batch_rows(batch_rows));
        let keys = [1, 2, 3].map(|id| DrawnKey { id });
        let before = counts();
        let found: Vec<Option<Drawn>> = db.get_many(&keys).await.unwrap();
        assert_eq!(found, [None, None, None]);
        assert_eq!(counts().0 - before.0, many, "by {batch_rows}");
    }
}

#[tokio::test]
async fn a_backend_is_asked_for_no_more_rows_than_the_limit_and_the_offset() {
    let (db, observed) = observed().await;
    db.put_many((0..20).map(plain)).await.unwrap();
    let scan = || db.scan(Plain::scan().all());
    for (scan, limit) in [
        (scan(), None),
        (scan().limit(3), Some(3)),
        (scan().offset(2), None),
        (scan().limit(3).offset(2), Some(5)),
        (scan().limit(u64::MAX).offset(2), Some(u64::MAX)),
        (scan().limit(3).on_undecodable(OnUndecodable::Fail), Some(3)),
        // Rows that are left out do not count.
        (scan().limit(3).on_undecodable(OnUndecodable::Skip), None),
        (scan().limit(3).on_undecodable(OnUndecodable::Collect), None),
    ] {
        observed.order.scans.lock().unwrap().clear();
        scan.rows().collect().await.unwrap();
        let scans = observed.order.scans.lock().unwrap();
        let limits: Vec<_> = scans.iter().map(|scan| scan.limit).collect();
        assert_eq!(limits, [limit]);
    }
}

#[tokio::test]
async fn the_bytes_of_a_scan_are_divided_over_its_batches() {
    let (_, observed) = observed().await;
    let bytes = || {
        let mut scans = observed.order.scans.lock().unwrap();
        let found: Vec<_> = scans.iter().map(|scan| scan.max_result_bytes).collect();
        scans.clear();
        found
    };
    for (scan_bytes, of_one, of_16) in [
        (0, 16 << 10, 16 << 10),
        (100_000, 50_000, 16 << 10),
        (1 << 20, 1 << 19, 1 << 15),
        (8 << 20, 2 << 20, 1 << 18),
        (1 << 30, 2 << 20, 2 << 20),
    ] {
        let db = limited(&observed, Limits::default().scan_bytes(scan_bytes));
        db.scan(Plain::scan().all()).count().await.unwrap();
        assert_eq!(bytes(), [Some(of_one)], "{scan_bytes}");
        // Two batches of each of 16 ranges.
        let from = Timestamp::from_millis(0);
        db.scan(Event::scan().at(from..)).count().await.unwrap();
        assert_eq!(bytes(), [Some(of_16); 16], "{scan_bytes}");
        // Without order, a batch of each range that is read, and one that is consumed.
        let scan = db.scan(Event::scan().at(from..)).unordered();
        scan.max_concurrent_scans(3).count().await.unwrap();
        let of_3 = (scan_bytes as u64 / 4).clamp(16 << 10, 2 << 20);
        let found = bytes();
        assert!(found.len() >= 16);
        assert!(found.iter().all(|found| *found == Some(of_3)), "{found:?}");
    }
}

#[tokio::test]
async fn a_fan_out_of_more_ranges_than_may_be_open_closes_its_scanners() {
    let (_, observed) = observed().await;
    let db = limited(&observed, Limits::default());
    let all = (0..40).flat_map(|ms| (0..40).map(move |user| event(ms, user)));
    db.put_many(all.collect::<Vec<_>>()).await.unwrap();
    for (most, is_bounded) in [(3, true), (15, true), (16, false)] {
        observed.order.most_open.store(0, Ordering::SeqCst);
        let scan = db.scan(Event::scan().at(Timestamp::from_millis(0)..));
        let scan = scan.caching(2).max_concurrent_scans(most);
        assert_eq!(scan.rows().collect().await.unwrap().len(), 1600);
        let open = observed.order.most_open.load(Ordering::SeqCst);
        assert!(open <= most, "{open} of {most}");
        let reopened = observed.order.scans.lock().unwrap().len() > 16;
        assert_eq!(reopened, is_bounded, "{most}");
        observed.order.scans.lock().unwrap().clear();
    }
}

/// A delete of a row with the user's own versions looks up its newest version, without the values.
#[tokio::test]
async fn a_delete_reads_timestamps_without_values() {
    let (db, observed) = observed().await;
    let large = |user: &str, day| Record {
        b: Some("x".repeat(10_000)),
        ..record(user, day, 1)
    };
    let users = ["a", "b", "c", "d"];
    let most = || observed.order.most_bytes.swap(0, Ordering::SeqCst);
    let key = |user: &str| RecordKey { user: user.into() };
    for (day, lacks_filters) in [(5, false), (6, true)] {
        let rows = users.map(|user| large(user, day));
        db.put_many(rows).await.unwrap();
        if lacks_filters {
            let lacking = [Capability::Filters, Capability::AllFilters];
            observed.order.lacks.lock().unwrap().extend(lacking);
        }
        most();
        db.delete(&key("a")).await.unwrap();
        let of_one = most();
        db.delete_many(&[key("b"), key("c")]).await.unwrap();
        let of_many = most();
        for bytes in [of_one, of_many] {
            assert_eq!(bytes > 10_000, lacks_filters, "{bytes}");
            assert!(bytes > 0);
        }
        let left = db.scan(Record::scan().all()).keys().collect().await;
        assert_eq!(left.unwrap(), [key("d")]);
    }
}

#[tokio::test]
async fn a_delete_writes_the_rows_of_its_key_in_one_call() {
    let (db, observed) = observed().await;
    let written = || {
        let calls = |kind| observed.faults.calls(kind);
        let rows = db.metrics().rows_written;
        (calls(CallKind::Mutate), calls(CallKind::MutateMany), rows)
    };
    let record_key = RecordKey { user: "u".into() };
    // There is no newest version of a missing row.
    let before = written();
    db.delete(&record_key).await.unwrap();
    assert_eq!(written(), before);
    db.put(&record("u", 5, 1)).await.unwrap();
    let before = written();
    db.delete(&record_key).await.unwrap();
    assert_eq!(written(), (before.0 + 1, before.1, before.2 + 1));
    // A row under each of 8 salts.
    let before = written();
    db.delete(&DrawnKey { id: 1 }).await.unwrap();
    assert_eq!(written(), (before.0, before.1 + 1, before.2 + 8));
}

/// A timeout that no clock can reach is as good as none.
#[tokio::test]
async fn a_scan_that_fails_within_an_endless_timeout_returns_the_error() {
    let (db, observed) = observed().await;
    let endless = db.timeout(Duration::MAX).operation_timeout(Duration::MAX);
    endless.put_many((0..9).map(plain)).await.unwrap();
    let scan = || endless.scan(Plain::scan().all());
    assert_eq!(scan().count().await.unwrap(), 9);
    let late = Cause::DeadlineExceeded { doing: "the test" };
    observed.faults.on(CallKind::NextBatch).always().fail(late);
    let error = scan().rows().collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
}
