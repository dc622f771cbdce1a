//! Writes that were carried out although no response came: no later try shows that they were not.

use std::time::Duration;

use hbase_backend::{Backend as _, Error, Get, Mutation, Result};
use hbase_native::Native;
use tokio::time::sleep;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region_with, put, two_regions_with_rows};

/// The outcomes of puts that may be sent twice.
async fn put_all(client: &Native, rows: &[&str], ms: u64) -> Vec<Result<()>> {
    let write = |row: &&str| {
        let mut mutation = Mutation::new(*row);
        mutation.put_at(b"f", b"q", 1, b"v").expect("a small cell");
        mutation
    };
    let (table, writes) = (Cluster::table(), rows.iter().map(write).collect());
    let outcomes = client.mutate_many(&table, writes, within(ms)).await;
    outcomes.expect("outcomes")
}

fn expect_unknown(outcome: Result<()>) {
    let error = outcome.expect_err("no response");
    assert!(!error.is_without_effect(), "{error}");
    assert!(error.to_string().contains("unknown"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_retries_find_no_server_is_in_doubt() {
    for method in ["Mutate", "Multi"] {
        let (cluster, client) = one_region_with("known").await;
        cluster.once("a", method, Fault::CutAfter);
        let killed = async {
            sleep(Duration::from_millis(50)).await;
            cluster.kill("a");
        };
        let write = async {
            match method {
                "Mutate" => vec![put(&client, "r", within(2000)).await],
                _ => put_all(&client, &["r"], 2000).await,
            }
        };
        let (outcomes, ()) = tokio::join!(write, killed);
        assert!(cluster.keys().contains(&"r".to_owned()));
        outcomes.into_iter().for_each(expect_unknown);
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_retries_find_no_meta_is_in_doubt() {
    for method in ["Mutate", "Multi"] {
        let (cluster, client) = one_region_with("known").await;
        cluster.once("a", method, Fault::CutAfter);
        cluster.kill("m");
        let outcomes = match method {
            "Mutate" => vec![put(&client, "r", within(2000)).await],
            _ => put_all(&client, &["r"], 2000).await,
        };
        outcomes.into_iter().for_each(expect_unknown);
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_table_is_disabled_after_it_is_in_doubt() {
    for method in ["Mutate", "Multi"] {
        let (cluster, client) = one_region_with("known").await;
        cluster.once("a", method, Fault::CutAfter);
        let disabled = async {
            sleep(Duration::from_millis(50)).await;
            cluster.disable();
        };
        let write = async {
            match method {
                "Mutate" => vec![put(&client, "r", within(20_000)).await],
                _ => put_all(&client, &["r"], 20_000).await,
            }
        };
        let (outcomes, ()) = tokio::join!(write, disabled);
        for outcome in outcomes {
            let text = outcome.as_ref().expect_err("disabled").to_string();
            assert!(text.contains("is disabled"), "{text}");
            expect_unknown(outcome);
        }
    }
}

/// Only the outcomes of the lost request's items are unknown, and only if they are writes.
#[tokio::test(start_paused = true)]
async fn what_was_never_sent_and_what_writes_nothing_is_not_in_doubt() {
    let (cluster, client) = two_regions_with_rows().await;
    cluster.kill("b");
    sleep(Duration::from_millis(1)).await;
    cluster.once("a", "Multi", Fault::CutAfter);
    let outcomes = put_all(&client, &["c", "x"], 2000).await;
    assert!(outcomes[0].is_ok(), "{outcomes:?}");
    let unsent = outcomes[1].as_ref().expect_err("its server is down");
    assert!(unsent.is_without_effect(), "{unsent}");
    for method in ["Get", "Multi"] {
        cluster.once("a", method, Fault::Cut);
    }
    let killed = async {
        sleep(Duration::from_millis(50)).await;
        cluster.kill("a");
    };
    let (table, gets) = (Cluster::table(), [Get::new("c")]);
    let reads = async {
        tokio::join!(
            get(&client, "c", within(2000)),
            client.get_many(&table, &gets, within(2000))
        )
    };
    let ((one, many), ()) = tokio::join!(reads, killed);
    let (one, many) = (one.expect_err("down"), many.expect_err("down"));
    assert!(matches!(one, Error::NotSent { .. }), "{one}");
    assert!(matches!(many, Error::NotSent { .. }), "{many}");
}

/// An exception that does not say how far the server got.
#[tokio::test(start_paused = true)]
async fn a_write_after_an_exception_of_unknown_effect_is_in_doubt() {
    let (cluster, client) = one_region_with("known").await;
    let thrown = Thrown::new("ipc.CallTimeoutException", "too slow");
    cluster.once("a", "Mutate", Fault::Throw(thrown));
    let killed = async {
        sleep(Duration::from_millis(50)).await;
        cluster.kill("a");
    };
    let (outcome, ()) = tokio::join!(put(&client, "r", within(2000)), killed);
    expect_unknown(outcome);
}
