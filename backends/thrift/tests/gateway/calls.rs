//! Which calls are retried, and which never.

use hbase_backend::{Backend, Durability, Error, Filter, Get, Increment, Mutation};
use hbase_schema_thrift::Options;

use crate::fake::{Act, Fake};
use crate::{soon, table};

const BUSY: &str = "org.apache.hadoop.hbase.RegionTooBusyException: over the memstore's limit\n\
                    \tat org.apache.hadoop.hbase.regionserver.HRegion.checkResources(HRegion.java:1)\n";

fn put(timestamp: Option<i64>) -> Mutation {
    let mut put = Mutation::new("r");
    match timestamp {
        Some(timestamp) => put.put_at(b"f", b"q", timestamp, b"v").unwrap(),
        None => put.put(b"f", b"q", b"v").unwrap(),
    };
    put
}

fn increment() -> Increment {
    Increment {
        row: b"r".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
        ..Increment::default()
    }
}

/// A gateway that responds to every call but the second.
fn second(act: Act) -> Fake {
    Fake::start(move |number, _| {
        if number == 1 {
            act.clone()
        } else {
            Act::Answer
        }
    })
}

#[tokio::test]
async fn an_increment_without_an_answer_is_not_made_again() {
    let fake = second(Act::Close);
    let client = fake.client(&Options::default());
    client
        .increment(&table(), increment(), soon())
        .await
        .unwrap();
    let error = client
        .increment(&table(), increment(), soon())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error}");
    assert_eq!((fake.count("atomicIncrement"), client.retries()), (2, 0));
}

#[tokio::test]
async fn an_increment_that_the_servers_put_off_is_not_made_again() {
    let fake = second(Act::Throw(BUSY));
    let client = fake.client(&Options::default());
    client
        .increment(&table(), increment(), soon())
        .await
        .unwrap();
    let error = client
        .increment(&table(), increment(), soon())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "org.apache.hadoop.hbase.RegionTooBusyException: over the memstore's limit"
    );
    assert_eq!(fake.count("atomicIncrement"), 2);
}

#[tokio::test]
async fn a_put_with_a_timestamp_is_made_again() {
    for act in [Act::Close, Act::CloseMidway, Act::Throw(BUSY)] {
        let fake = second(act);
        let client = fake.client(&Options::default());
        for _ in 0..2 {
            client.mutate(&table(), put(Some(1)), soon()).await.unwrap();
        }
        assert_eq!((fake.count("mutateRowTs"), client.retries()), (3, 1));
    }
}

#[tokio::test]
async fn a_put_without_a_timestamp_is_not() {
    for act in [Act::Close, Act::CloseMidway, Act::Throw(BUSY)] {
        let fake = second(act);
        let client = fake.client(&Options::default());
        client.mutate(&table(), put(None), soon()).await.unwrap();
        client
            .mutate(&table(), put(None), soon())
            .await
            .unwrap_err();
        assert_eq!((fake.count("mutateRow"), client.retries()), (2, 0));
    }
}

#[tokio::test]
async fn a_read_goes_on_when_the_servers_put_it_off() {
    let fake = Fake::start(|number, _| {
        if number < 3 {
            Act::Throw(BUSY)
        } else {
            Act::Answer
        }
    });
    let client = fake.client(&Options::default());
    client.get(&table(), &Get::new("r"), soon()).await.unwrap();
    assert_eq!((fake.seen().len(), client.retries()), (4, 3));
    assert_eq!(
        fake.connections(),
        [0; 4],
        "an exception leaves the connection as it was"
    );
}

#[tokio::test]
async fn what_does_not_pass_is_told_at_once() {
    let text = "org.apache.hadoop.hbase.TableNotFoundException: t\n\tat x.Y(Z.java:1)\n";
    let fake = Fake::start(move |_, _| Act::Throw(text));
    let client = fake.client(&Options::default());
    let error = client
        .get(&table(), &Get::new("r"), soon())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::TableNotFound { .. }), "{error}");
    assert_eq!(fake.seen().len(), 1);
}

#[tokio::test]
async fn answers_that_are_too_long_are_asked_for_in_parts() {
    // The fake responds to every get with all of its rows.
    let fake = Fake::well().with_rows((0..8).map(|n| n.to_string()), &["f:q"]);
    let client = fake.client(&Options::default().max_response_bytes(100));
    let gets: Vec<_> = (0..8).map(|n| Get::new(n.to_string())).collect();
    let error = client.get_many(&table(), &gets, soon()).await.unwrap_err();
    assert!(error.to_string().contains("100 are allowed"), "{error}");
    // 8, 4, 2, then a single row that is still too long.
    assert_eq!(fake.count("getRowsWithColumnsTs"), 4);
}

#[tokio::test]
async fn a_call_is_bounded_by_rows_and_by_the_bytes_of_their_keys() {
    for (rows, length, calls) in [(2001_usize, 8, 3), (100, 32767, 4), (2, 32767, 1)] {
        let fake = Fake::well();
        let client = fake.client(&Options::default());
        let gets = (0..rows).map(|n| Get::new(format!("{n:0length$}")));
        let gets: Vec<_> = gets.collect();
        let found = client.get_many(&table(), &gets, soon()).await;
        assert_eq!(found.unwrap().len(), rows);
        assert_eq!(fake.count("getRowsWithColumnsTs"), calls);
    }
}

#[tokio::test]
async fn a_request_too_long_for_a_framed_gateway_is_explained() {
    // The fake speaks without frames, and closes.
    let fake = Fake::well();
    let client = fake.client(&Options::default().framed(true));
    for (length, explained) in [(3 << 20, true), (1000, false)] {
        let mut put = Mutation::new("r");
        put.put(b"f", b"q", &vec![0; length]).unwrap();
        let error = client.mutate(&table(), put, soon()).await.unwrap_err();
        let error = error.to_string();
        assert_eq!(error.contains("max_frame_size_in_mb"), explained, "{error}");
    }
}

#[tokio::test]
async fn a_durability_that_would_not_be_kept_to_is_refused() {
    let fake = Fake::well();
    let client = fake.client(&Options::default());
    for durability in [Durability::SkipWal, Durability::SyncWal] {
        let mut delete = Mutation::new("r");
        delete.delete_row(None).durability = durability;
        let error = client.mutate(&table(), delete, soon()).await.unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
        let mut delete = Mutation::new("r");
        delete.delete_family(b"f", None).unwrap().durability = durability;
        client.mutate(&table(), delete, soon()).await.unwrap();
    }
    assert_eq!(fake.seen().len(), 2);
}

#[tokio::test]
async fn another_row_than_the_one_asked_for_is_no_answer() {
    let fake = Fake::well().with_rows(["s".to_owned()], &["f:q"]);
    let client = fake.client(&Options::default());
    let error = client
        .get(&table(), &Get::new("r"), soon())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "thrift: the gateway answered with row `s`, expected row `r`"
    );
}

#[tokio::test]
async fn whether_a_row_is_there_needs_no_versions() {
    let fake = Fake::well().with_rows(["r".to_owned()], &["f:q"]);
    let client = fake.client(&Options::default());
    let mut get = Get::new("r");
    get.existence_only = true;
    get.read.max_versions = 3;
    get.read.filter = Some(Filter::KeyOnly(false));
    assert!(client.get(&table(), &get, soon()).await.unwrap().is_some());
}
