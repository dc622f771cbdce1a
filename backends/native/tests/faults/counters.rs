//! Increments: applied once, or their outcome is unknown and the error says so.

use std::time::Duration;

use hbase_model::Error;
use hbase_rpc::message::MutateRequest;

use crate::add;
use crate::fake::{Cluster, Fault, Thrown, within};

#[tokio::test(start_paused = true)]
async fn an_increment_is_sent_again_to_the_new_server_with_its_nonce() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client();
    assert_eq!(add(&client, "r", within(1000)).await.expect("a sum"), 1);
    cluster.relocate("", "b");
    assert_eq!(add(&client, "r", within(5000)).await.expect("a sum"), 2);
    assert_eq!(cluster.increments(), 2);
    let nonce = |host| {
        let calls = cluster.calls(host, "Mutate");
        let request: MutateRequest = calls.last().expect("a call").decode();
        (request.nonce_group, request.mutation.nonce)
    };
    assert_eq!(nonce("a"), nonce("b"));
    assert!(matches!(nonce("a"), (Some(_), Some(_))));
    let first: MutateRequest = cluster.calls("a", "Mutate")[0].decode();
    assert_ne!(
        first.mutation.nonce,
        nonce("a").1,
        "one nonce for two increments"
    );
}

#[tokio::test(start_paused = true)]
async fn an_increment_without_an_answer_is_not_sent_again() {
    for fault in [Fault::Cut, Fault::CutAfter] {
        let cluster = Cluster::new(&[("", "", "a")]);
        let client = cluster.client();
        cluster.once("a", "Mutate", fault.clone());
        let error = add(&client, "r", within(5000))
            .await
            .expect_err("no answer");
        assert!(
            error.to_string().contains("the outcome is unknown"),
            "{error}"
        );
        assert!(!error.is_without_effect(), "{error}");
        assert_eq!(cluster.count("a", "Mutate"), 1);
        let applied = usize::from(matches!(fault, Fault::CutAfter));
        assert_eq!(cluster.increments(), applied);
    }
}

#[tokio::test(start_paused = true)]
async fn an_increment_that_fails_within_the_server_is_not_sent_again() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client();
    let thrown = Thrown::new("exceptions.TimeoutIOException", "Failed to get sync result");
    cluster.once("a", "Mutate", Fault::Throw(thrown));
    let error = add(&client, "r", within(5000)).await.expect_err("unknown");
    assert!(
        error.to_string().contains("the outcome is unknown"),
        "{error}"
    );
    assert!(
        error.to_string().contains("Failed to get sync result"),
        "{error}"
    );
    assert_eq!(cluster.count("a", "Mutate"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_late_increment_is_an_exceeded_deadline() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client();
    cluster.once("a", "Mutate", Fault::Late(Duration::from_secs(9)));
    let error = add(&client, "r", within(1000)).await.expect_err("late");
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(!error.is_without_effect());
    assert_eq!(cluster.count("a", "Mutate"), 1);
}
