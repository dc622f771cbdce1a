//! Errors of missing and disabled tables, and of gateways that cannot be reached.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Error, Get, Increment, Mutation};
use hbase_schema_thrift::{Gateway, Options, Thrift};

use crate::fake::{Act, Fake};
use crate::{soon, table};

fn puts() -> Vec<Mutation> {
    let put = |row: &str| {
        let mut put = Mutation::new(row);
        put.put(b"f", b"q", b"v").unwrap();
        put
    };
    ["r", "s"].into_iter().map(put).collect()
}

fn gets() -> Vec<Get> {
    ["r", "s"].into_iter().map(Get::new).collect()
}

fn increment() -> Increment {
    Increment {
        row: b"r".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
        ..Increment::default()
    }
}

/// A call that the gateway would retry for longer than its deadline is not sent.
#[tokio::test]
async fn a_disabled_table_is_named_before_calls_for_several_rows() {
    let fake = Fake::start(|_, call| match call {
        "isTableEnabled" => Act::AnswerNo,
        _ => Act::Silence,
    });
    let client = fake.client(&Options::default().pool(1));
    let written = client.mutate_many(&table(), puts(), soon()).await;
    let read = client.get_many(&table(), &gets(), soon()).await;
    for error in [written.unwrap_err(), read.unwrap_err()] {
        assert!(matches!(error, Error::TableDisabled { .. }), "{error}");
        assert!(error.is_without_effect());
    }
    assert_eq!(fake.count("isTableEnabled"), fake.seen().len());
    assert!(!client.is_table_enabled(&table(), soon()).await.unwrap());
}

#[tokio::test]
async fn a_table_is_not_asked_about_each_time() {
    let fake = Fake::well();
    let client = fake.client(&Options::default());
    for _ in 0..10 {
        client.mutate_many(&table(), puts(), soon()).await.unwrap();
        client.get_many(&table(), &gets(), soon()).await.unwrap();
    }
    assert_eq!((fake.count("isTableEnabled"), fake.seen().len()), (1, 21));
}

/// After a call without a response the table is checked again.
#[tokio::test]
async fn a_table_that_is_disabled_meanwhile_costs_one_deadline() {
    let fake = Fake::start(|number, call| match (number, call) {
        (0 | 1, _) => Act::Answer,
        (_, "isTableEnabled") => Act::AnswerNo,
        _ => Act::Silence,
    });
    let client = fake.client(&Options::default());
    client.mutate_many(&table(), puts(), soon()).await.unwrap();
    let short = Deadline::after(Duration::from_millis(200));
    let late = client.mutate_many(&table(), puts(), short).await;
    assert!(
        matches!(late, Err(Error::DeadlineExceeded { .. })),
        "{late:?}"
    );
    let error = client.mutate_many(&table(), puts(), soon()).await;
    assert!(
        matches!(error, Err(Error::TableDisabled { .. })),
        "{error:?}"
    );
}

const ALL: &str = "org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException: \
                   Failed 2 actions: t: 2 times, servers with issues: null\n\tat x.Y(Z.java:1)\n";
const SOME: &str = "org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException: \
                    Failed 1 action: t: 1 time, servers with issues: null\n\tat x.Y(Z.java:1)\n";
const MISSING: &str = "org.apache.hadoop.hbase.TableNotFoundException: t\n\tat x.Y(Z.java:1)\n";

/// The table is dropped after it was checked.
fn dropped_meanwhile(text: &'static str) -> Fake {
    Fake::start(move |number, call| match (number, call) {
        (0, _) => Act::Answer,
        (_, "isTableEnabled") => Act::Throw(MISSING),
        _ => Act::Throw(text),
    })
}

#[tokio::test]
async fn what_the_exception_hides_is_asked_for() {
    let client = dropped_meanwhile(ALL).client(&Options::default());
    let written = client.mutate_many(&table(), puts(), soon()).await;
    assert!(
        matches!(written, Err(Error::TableNotFound { .. })),
        "{written:?}"
    );
    let client = dropped_meanwhile(ALL).client(&Options::default());
    let read = client.get_many(&table(), &gets(), soon()).await;
    assert!(matches!(read, Err(Error::TableNotFound { .. })), "{read:?}");
}

/// One of two rows may be written: the error must not report a request without effect.
#[tokio::test]
async fn a_table_that_goes_in_the_middle_leaves_the_rows_unknown() {
    let client = dropped_meanwhile(SOME).client(&Options::default());
    let error = client
        .mutate_many(&table(), puts(), soon())
        .await
        .unwrap_err();
    assert!(!error.is_without_effect(), "{error}");
    assert!(
        error.to_string().contains("not known which rows"),
        "{error}"
    );
}

#[tokio::test]
async fn a_write_waits_for_a_gateway_that_comes_back() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let gateway = Gateway::new("127.0.0.1", address.port());
    let client = Thrift::new([gateway], &Options::default()).unwrap();
    let start = async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let listener = TcpListener::bind(address).unwrap();
        Fake::start_on(listener, |_, _| Act::Answer)
    };
    let table = table();
    let (counted, fake) = tokio::join!(client.increment(&table, increment(), soon()), start);
    counted.unwrap();
    assert_eq!(fake.count("atomicIncrement"), 1);
    assert!(client.retries() > 0);
}

#[tokio::test]
async fn a_refused_connection_says_that_nothing_was_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let gateway = Gateway::new("127.0.0.1", port);
    let client = Thrift::new([gateway], &Options::default()).unwrap();
    let started = Instant::now();
    let deadline = Deadline::after(Duration::from_millis(500));
    let error = client
        .increment(&table(), increment(), deadline)
        .await
        .unwrap_err();
    assert!(matches!(error, Error::NotSent { .. }), "{error:?}");
    assert!(error.to_string().contains("nothing was sent"), "{error}");
    assert!(error.is_without_effect() && client.retries() > 0);
    assert!(started.elapsed() < Duration::from_secs(5));
}
