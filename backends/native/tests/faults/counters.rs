//! Increments: applied once, or their outcome is unknown and the error says so.

use std::time::Duration;

use hbase_backend::{Error, Result};
use hbase_native::Options;
use hbase_rpc::message::MutateRequest;
use tokio::time::{Instant, sleep};

use crate::fake::{Call, Cluster, Fault, Thrown, within};
use crate::{add, one_region};

#[tokio::test(start_paused = true)]
async fn an_increment_is_sent_again_to_the_new_server_with_its_nonce() {
    let (cluster, client) = one_region();
    assert_eq!(add(&client, "r", within(1000)).await.expect("a sum"), 1);
    cluster.relocate("", "b");
    assert_eq!(add(&client, "r", within(5000)).await.expect("a sum"), 2);
    assert_eq!(cluster.increments(), 2);
    let (at_a, at_b) = (nonces(&cluster, "a"), nonces(&cluster, "b"));
    assert_eq!(at_a[1..], at_b);
    assert!(matches!(at_b[..], [(Some(_), Some(_))]));
    assert_ne!(at_a[0].1, at_a[1].1, "one nonce for two increments");
}

#[tokio::test(start_paused = true)]
async fn an_increment_without_an_answer_is_sent_again_with_its_nonce() {
    for fault in [Fault::Cut, Fault::CutAfter] {
        for lost in 1..=4 {
            let (cluster, client) = one_region();
            cluster.times(lost, "a", "Mutate", fault.clone());
            let outcome = add(&client, "r", within(9000)).await;
            match outcome {
                Ok(sum) => assert_eq!((sum, lost), (1, 1), "{fault:?}"),
                Err(error) => {
                    assert!(lost > 1, "{error}");
                    expect_no_result(&error);
                }
            }
            assert_eq!(cluster.increments(), 1, "{fault:?}, {lost} times");
            let nonces = nonces(&cluster, "a");
            assert_eq!(nonces.len(), lost + 1);
            assert!(nonces.iter().all(|nonce| *nonce == nonces[0]));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_answers_no_retry_leaves_the_outcome_open() {
    let (cluster, client) = one_region();
    cluster.always("a", "Mutate", Fault::CutAfter);
    let begun = Instant::now();
    expect_unknown(add(&client, "r", within(60_000)).await);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(cluster.increments(), 1);
    let tries = cluster.count("a", "Mutate");
    assert!((2..10).contains(&tries), "{tries}");
}

/// A region takes no nonces along, and a process that was restarted may not have those of the last one.
#[tokio::test(start_paused = true)]
async fn an_increment_without_an_answer_is_not_sent_to_another_process() {
    let moves: [fn(&Cluster); 4] = [
        |cluster| cluster.relocate("", "b"),
        |cluster| cluster.restart("a"),
        |cluster| cluster.kill("a"),
        |cluster| cluster.split("k", ["a", "a"]),
    ];
    for (which, happens) in moves.into_iter().enumerate() {
        for fault in [Fault::Cut, Fault::CutAfter] {
            let (cluster, client) = one_region();
            cluster.once("a", "Mutate", fault.clone());
            let changed = async {
                // The first response is lost, the second request not sent yet.
                sleep(Duration::from_millis(50)).await;
                happens(&cluster);
            };
            let (outcome, ()) = tokio::join!(add(&client, "r", within(20_000)), changed);
            expect_unknown(outcome);
            let applied = usize::from(matches!(fault, Fault::CutAfter));
            assert_eq!(cluster.increments(), applied, "{which}, {fault:?}");
            assert_eq!(cluster.count("b", "Mutate"), 0);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_region_that_comes_back_to_the_process_finds_its_nonces() {
    let (cluster, client) = one_region();
    cluster.once("a", "Mutate", Fault::CutAfter);
    let changed = async {
        sleep(Duration::from_millis(50)).await;
        cluster.relocate("", "b");
        cluster.relocate("", "a");
    };
    let (sum, ()) = tokio::join!(add(&client, "r", within(20_000)), changed);
    assert_eq!((sum.expect("a sum"), cluster.increments()), (1, 1));
}

/// The start code is asked for over another connection: the process may end between the answer and the retry.
#[tokio::test(start_paused = true)]
async fn a_process_that_ends_after_it_was_asked_gets_no_retry() {
    let (cluster, client) = one_region();
    cluster.once("a", "Mutate", Fault::CutAfter);
    let late = Fault::Late(Duration::from_millis(500));
    cluster.once("a", "GetServerInfo", late);
    let changed = async {
        sleep(Duration::from_millis(620)).await;
        assert_eq!(cluster.count("a", "GetServerInfo"), 1);
        cluster.restart("a");
    };
    cluster.always("a", "Mutate", Fault::Late(Duration::from_secs(1)));
    let (outcome, ()) = tokio::join!(add(&client, "r", within(20_000)), changed);
    expect_unknown(outcome);
    assert_eq!(cluster.increments(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_not_who_it_is_gets_no_retry() {
    let (cluster, client) = one_region();
    cluster.once("a", "Mutate", Fault::CutAfter);
    let denied = Thrown::final_one("security.AccessDeniedException", "not allowed");
    cluster.always("a", "GetServerInfo", Fault::Throw(denied));
    expect_unknown(add(&client, "r", within(20_000)).await);
    assert_eq!(cluster.count("a", "Mutate"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_nonce_counts_for_a_minute() {
    for (lost_after, is_sent_again) in [(55, true), (61, false)] {
        let (cluster, client) = one_region();
        let lost = Fault::CutLater(Duration::from_secs(lost_after));
        cluster.once("a", "Mutate", lost);
        let outcome = add(&client, "r", within(3_600_000)).await;
        assert_eq!(outcome.is_ok(), is_sent_again, "{lost_after} s");
        assert_eq!(cluster.count("a", "Mutate"), 1 + usize::from(is_sent_again));
        assert_eq!(cluster.increments(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_without_nonces_sends_nothing_again() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client_with(Options::default().nonces(false));
    cluster.once("a", "Mutate", Fault::CutAfter);
    expect_unknown(add(&client, "r", within(20_000)).await);
    assert_eq!(cluster.count("a", "Mutate"), 1);
}

/// A server that knows the nonce answers with a version of the row as it was then: where others have written since, it
/// may be an older one.
#[tokio::test(start_paused = true)]
async fn a_sum_that_others_have_changed_since_is_unknown() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let (client, other) = (cluster.client(), cluster.client());
    cluster.once("a", "Mutate", Fault::CutAfter);
    let added = async {
        sleep(Duration::from_millis(50)).await;
        add(&other, "r", within(1000)).await.expect("a sum")
    };
    let (outcome, sum) = tokio::join!(add(&client, "r", within(20_000)), added);
    expect_no_result(&outcome.expect_err("another sum"));
    assert_eq!((sum, cluster.increments()), (2, 2));
}

/// A server answers a second retry with the row as it was at the first one, others' writes included.
#[tokio::test(start_paused = true)]
async fn a_sum_after_two_lost_responses_is_unknown() {
    // A frame that is too long cannot be read.
    for second in [Fault::CutAfter, Fault::Long(2000)] {
        let cluster = Cluster::new(&[("", "", "a")]);
        let options = Options::default().response_bytes(1000);
        let (client, other) = (cluster.client_with(options), cluster.client());
        cluster.once("a", "Mutate", Fault::CutAfter);
        let added = async {
            sleep(Duration::from_millis(50)).await;
            let sum = add(&other, "r", within(1000)).await.expect("a sum");
            cluster.once("a", "Mutate", second.clone());
            sum
        };
        let (outcome, sum) = tokio::join!(add(&client, "r", within(20_000)), added);
        expect_no_result(&outcome.expect_err("another sum"));
        assert_eq!((sum, cluster.increments()), (2, 2), "{second:?}");
        assert_eq!(cluster.count("a", "Mutate"), 4, "{second:?}");
    }
}

/// A server that frees the request's cells before it responds sends those of another request.
#[tokio::test(start_paused = true)]
async fn a_result_of_another_row_or_column_is_none() {
    for (row, qualifier) in [(&b"s"[..], &b"q"[..]), (b"r", b"p"), (b"r", b"q2")] {
        let (cluster, client) = one_region();
        let other = Fault::OtherCell { row, qualifier };
        // The server knows the nonce, and reads the row.
        cluster.once("a", "Mutate", other.clone());
        assert_eq!(add(&client, "r", within(9000)).await.expect("a sum"), 1);
        cluster.always("a", "Mutate", other);
        let error = add(&client, "r", within(9000)).await.expect_err("no sum");
        let text = error.to_string();
        assert!(text.contains("the result"), "{text}");
        assert!(!error.is_without_effect(), "{text}");
        assert_eq!(cluster.increments(), 2);
    }
}

fn expect_no_result(error: &Error) {
    let error = error.to_string();
    assert!(error.contains("it was carried out"), "{error}");
    assert!(error.contains("the result is unknown"), "{error}");
}

fn expect_unknown(outcome: Result<i64>) {
    let error = outcome.expect_err("an unknown outcome");
    let text = error.to_string();
    assert!(text.contains("the outcome is unknown"), "{text}");
    assert!(!error.is_without_effect(), "{text}");
}

/// The nonces of all increments, with their groups.
fn nonces(cluster: &Cluster, host: &str) -> Vec<(Option<u64>, Option<u64>)> {
    let calls = cluster.calls(host, "Mutate");
    let requests = calls.iter().map(Call::decode);
    requests
        .map(|request: MutateRequest| (request.nonce_group, request.mutation.nonce))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn an_increment_that_fails_within_the_server_is_not_sent_again() {
    let (cluster, client) = one_region();
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
    let (cluster, client) = one_region();
    cluster.once("a", "Mutate", Fault::Late(Duration::from_secs(9)));
    let error = add(&client, "r", within(1000)).await.expect_err("late");
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(!error.is_without_effect());
    assert_eq!(cluster.count("a", "Mutate"), 1);
}
