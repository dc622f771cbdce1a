//! Requests and responses that are too long: only their own calls fail.

use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{Backend as _, Error, Mutation};
use hbase_native::{Native, Options};

use crate::fake::{Cluster, Fault, within};
use crate::{add, get, put};

async fn connected(options: Options) -> (Cluster, Native) {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client_with(options);
    put(&client, "r", within(1000)).await.expect("a write");
    (cluster, client)
}

#[tokio::test(start_paused = true)]
async fn a_response_that_is_too_long_ends_its_own_call_only() {
    let (cluster, client) = connected(Options::default().response_bytes(1 << 16)).await;
    for bytes in [(1 << 16) + 1, 8 << 20] {
        let before = cluster.increments();
        cluster.once("a", "Get", Fault::Long(bytes));
        cluster.once("a", "Mutate", Fault::Late(Duration::from_millis(100)));
        let (long, sum) = tokio::join!(
            get(&client, "r", within(60_000)),
            add(&client, "n", within(5000))
        );
        let error = long.expect_err("too long").to_string();
        for part in [
            format!("{bytes} bytes"),
            "65536".to_owned(),
            "hbase.schema.native.response.bytes".to_owned(),
        ] {
            assert!(error.contains(&part), "{error}");
        }
        sum.expect("a sum");
        assert_eq!(cluster.increments(), before + 1);
        get(&client, "r", within(1000)).await.expect("a read");
    }
    assert_eq!(cluster.connections("a"), 1);
    assert!(client.counts().retries.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_response_is_too_long_is_in_doubt() {
    let options = Options::default().response_bytes(1000).nonces(false);
    let (cluster, client) = connected(options).await;
    cluster.once("a", "Mutate", Fault::Long(2000));
    let error = add(&client, "n", within(1000)).await.expect_err("too long");
    assert!(error.to_string().contains("unknown"), "{error}");
    assert!(!error.is_without_effect());
    assert_eq!(cluster.increments(), 1);
}

/// The response to a call that nobody waits for any longer.
#[tokio::test(start_paused = true)]
async fn a_late_response_that_is_too_long_costs_nobody_anything() {
    let (cluster, client) = connected(Options::default().response_bytes(1000)).await;
    let long = [&2000_u32.to_be_bytes()[..], &[2, 0x08, 1], &[0; 1997]].concat();
    cluster.once("a", "Get", Fault::Silence);
    get(&client, "r", within(500)).await.expect_err("silence");
    cluster.once("a", "Get", Fault::Raw(Bytes::from(long)));
    cluster.once("a", "Get", Fault::Late(Duration::from_millis(100)));
    let (unanswered, other) = tokio::join!(
        get(&client, "r", within(500)),
        get(&client, "r", within(500))
    );
    unanswered.expect_err("it was the response to another call");
    other.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
}

fn of_bytes(row: &str, bytes: usize) -> Mutation {
    let mut mutation = Mutation::new(row);
    let put = mutation.put(b"f", b"q", &vec![7; bytes]);
    put.expect("a cell");
    mutation
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_too_long_is_not_sent() {
    let (cluster, client) = connected(Options::default().request_bytes(2000)).await;
    let table = Cluster::table();
    let before = cluster.count("a", "Mutate");
    let one = client.mutate(&table, of_bytes("l", 3000), within(1000));
    let mut errors = vec![one.await.expect_err("too long")];
    let many = vec![of_bytes("k", 10), of_bytes("l", 3000), of_bytes("m", 10)];
    let many = client.mutate_many(&table, many, within(1000)).await;
    let mut many = many.expect("outcomes");
    assert!(many[0].is_ok() && many[2].is_ok());
    errors.push(many.remove(1).expect_err("too long"));
    for error in errors {
        let text = error.to_string();
        assert!(matches!(error, Error::InvalidRequest { .. }), "{text}");
        assert!(error.is_without_effect(), "{text}");
        for part in ["2000", "hbase.ipc.max.request.size"] {
            assert!(text.contains(part), "{text}");
        }
    }
    assert_eq!(cluster.count("a", "Mutate"), before);
    assert_eq!(cluster.connections("a"), 1);
    assert!(cluster.keys().iter().all(|key| key != "l"));
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_divided_by_the_limit_of_requests() {
    let (cluster, client) = connected(Options::default().request_bytes(2000)).await;
    let rows = (10..50).map(|row| of_bytes(&row.to_string(), 300));
    let table = Cluster::table();
    let written = client.mutate_many(&table, rows.collect(), within(10_000));
    let written = written.await.expect("outcomes");
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    assert_eq!(cluster.keys().len(), 41);
}
