//! Calls outside of a suitable runtime: errors, no panics.

use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, HTable, connect};
use tokio::runtime::Runtime;

use crate::support::{Plain, PlainKey, assert_contains, memory, plain};

/// The result of a future that is ready at once, without any runtime.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn ready() -> (Runtime, Connection) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .unwrap();
    let db = runtime.block_on(memory());
    (runtime, db)
}

fn errors_of(db: &Connection) -> Vec<Error> {
    let key = PlainKey { id: 1 };
    vec![
        at_once(db.put(&plain(1))).unwrap_err(),
        at_once(db.get(&key).into_future()).map(drop).unwrap_err(),
        at_once(db.put_many([plain(1)])).map(drop).unwrap_err(),
        at_once(db.scan(Plain::scan().all()).count())
            .map(drop)
            .unwrap_err(),
        at_once(db.scan(Plain::scan().all()).rows().next())
            .unwrap()
            .map(drop)
            .unwrap_err(),
        at_once(db.scan(Plain::scan().all()).unordered().rows().next())
            .unwrap()
            .map(drop)
            .unwrap_err(),
        at_once(db.ping()).map(drop).unwrap_err(),
        at_once(db.close()).unwrap_err(),
    ]
}

#[test]
fn without_a_runtime_every_call_is_an_error() {
    let error = at_once(connect("memory:")).unwrap_err().to_string();
    assert!(
        error.starts_with("connect: found no tokio runtime"),
        "{error}"
    );
    let (_runtime, db) = ready();
    for error in errors_of(&db) {
        assert_contains(&error, "found no tokio runtime");
    }
}

#[test]
fn without_timers_every_call_is_an_error() {
    let bare = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let error = bare.block_on(connect("memory:")).unwrap_err().to_string();
    assert_contains(&error, "found a tokio runtime without timers");
    assert!(error.contains("`enable_all`"), "{error}");
    let (_runtime, db) = ready();
    let _within = bare.enter();
    for error in errors_of(&db) {
        assert_contains(&error, "without timers");
    }
}

/// Rows with four salts, so that scans merge four ranges.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("RUNTIME_ROWS", splits = per_bucket)]
#[rowkey(salt = buckets(4))]
#[family("D1")]
struct Salted {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

fn of_one_thread() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().build().unwrap()
}

/// Reads of a stream that are under way in a runtime that ends, or that nobody drives, are repeated in the runtime that
/// polls it next.
#[test]
fn a_scan_goes_on_in_another_runtime() {
    let ids: Vec<u32> = (0..100).collect();
    for (ends, unordered) in [(true, true), (true, false), (false, true), (false, false)] {
        let (first, second) = (of_one_thread(), of_one_thread());
        let faults = Faults::new();
        let mut rows = first.block_on(async {
            let db = faults.over(&memory().await);
            db.create_table::<Salted>().await.unwrap();
            let rows = ids.iter().map(|id| Salted { id: *id, n: 1 });
            db.put_many(rows).await.unwrap();
            faults.on(CallKind::NextBatch).always().hang();
            let scan = db
                .scan(Salted::scan().all())
                .timeout(Duration::from_secs(5));
            let scan = if unordered {
                scan.unordered().rows()
            } else {
                scan.rows()
            };
            let mut rows = scan;
            assert!(futures_util::poll!(Box::pin(rows.next())).is_pending());
            tokio::task::yield_now().await;
            assert!(futures_util::poll!(Box::pin(rows.next())).is_pending());
            rows
        });
        let kept = if ends {
            drop(first);
            None
        } else {
            Some(first)
        };
        faults.clear();
        let mut found = second.block_on(async {
            let mut found = Vec::new();
            while let Some(row) = rows.next().await {
                found.push(row.unwrap().id);
            }
            found
        });
        found.sort_unstable();
        assert_eq!(found, ids, "ends: {ends}, unordered: {unordered}");
        drop(kept);
    }
}
