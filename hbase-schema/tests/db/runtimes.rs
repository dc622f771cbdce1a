//! Calls outside of a suitable runtime: errors, no panics.

use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use hbase_schema::{Connection, Error, connect};

use crate::support::{Plain, PlainKey, memory, plain};

/// What a future gives at once, without any runtime.
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

fn ready() -> (tokio::runtime::Runtime, Connection) {
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
        assert!(
            error.to_string().contains("found no tokio runtime"),
            "{error}"
        );
    }
}

#[test]
fn without_timers_every_call_is_an_error() {
    let bare = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let error = bare.block_on(connect("memory:")).unwrap_err().to_string();
    assert!(
        error.contains("found a tokio runtime without timers"),
        "{error}"
    );
    assert!(error.contains("`enable_all`"), "{error}");
    let (_runtime, db) = ready();
    let _within = bare.enter();
    for error in errors_of(&db) {
        assert!(error.to_string().contains("without timers"), "{error}");
    }
}
