//! When a server counts as silent, so that its connection is given up.

use std::time::Duration;

use hbase_backend::{Backend as _, Mutation};
use hbase_native::Native;
use tokio::time::{sleep, timeout};

use crate::fake::{Cluster, Fault, within};
use crate::{get, put};

async fn connected(cluster: &Cluster) -> Native {
    let client = cluster.client();
    put(&client, "r", within(1000)).await.expect("a write");
    client
}

/// Gets a row later, without a response.
async fn get_in_vain(client: &Native, after_ms: u64, ms: u64) {
    sleep(Duration::from_millis(after_ms)).await;
    get(client, "r", within(ms)).await.expect_err("no answer");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_sends_a_long_response_is_not_silent() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.once("a", "Get", Fault::Trickle(Duration::from_secs(5)));
    let (slow, ()) = tokio::join!(
        get(&client, "r", within(10_000)),
        get_in_vain(&client, 0, 1500)
    );
    slow.expect("a slow read");
    assert_eq!(cluster.connections("a"), 1);
    assert_eq!(cluster.count("a", "Get"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_takes_a_long_request_is_not_silent() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.read_slowly("a", Duration::from_millis(300));
    let client = connected(&cluster).await;
    let mut large = Mutation::new("large");
    let put = large.put_at(b"f", b"q", 1, &vec![7; 1 << 20]);
    put.expect("a cell");
    let table = Cluster::table();
    let (large, ()) = tokio::join!(
        client.mutate(&table, large, within(20_000)),
        get_in_vain(&client, 0, 1500)
    );
    large.expect("a slow write");
    assert_eq!(cluster.connections("a"), 1);
}

/// A server sends nothing to a call that has expired in its queue.
#[tokio::test(start_paused = true)]
async fn a_pause_without_a_call_is_no_silence() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.times(2, "a", "Get", Fault::Silence);
    get_in_vain(&client, 0, 200).await;
    get_in_vain(&client, 10_000, 200).await;
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
}

#[tokio::test(start_paused = true)]
async fn silence_begins_with_the_first_call_whichever_ends_first() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.times(2, "a", "Get", Fault::Silence);
    tokio::join!(
        get_in_vain(&client, 0, 1200),
        get_in_vain(&client, 500, 200)
    );
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_response_ends_silence_once_and_not_for_good() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.once("a", "Get", Fault::Silence);
    let other = async {
        sleep(Duration::from_millis(1)).await;
        get(&client, "r", within(1000)).await.expect("a read");
    };
    tokio::join!(get_in_vain(&client, 0, 5000), other);
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 2);
}

/// Only calls that end without a response are evidence: others may still get one.
#[tokio::test(start_paused = true)]
async fn a_call_in_a_hurry_does_not_end_one_that_waits_longer() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.once("a", "Get", Fault::Late(Duration::from_secs(3)));
    cluster.once("a", "Get", Fault::Silence);
    let (slow, ()) = tokio::join!(
        get(&client, "r", within(10_000)),
        get_in_vain(&client, 2000, 200)
    );
    slow.expect("a slow read");
    assert_eq!(cluster.connections("a"), 1);
}

/// Gets a row with a long deadline, and gives up by itself.
async fn get_and_drop(client: &Native, times: usize) {
    for _ in 0..times {
        let given_up = timeout(Duration::from_secs(1), get(client, "r", within(60_000)));
        given_up.await.expect_err("no answer");
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_does_not_escape_callers_that_give_up_by_themselves() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.always("a", "Get", Fault::Silence);
    get_and_drop(&client, 9).await;
    assert_eq!(cluster.connections("a"), 1);
    get_and_drop(&client, 11).await;
    assert_eq!((cluster.connections("a"), cluster.open("a")), (2, 1));
    // Its regions may have moved.
    cluster.relocate("", "b");
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.count("b", "Get"), 1);
}

#[tokio::test(start_paused = true)]
async fn callers_that_give_up_cost_a_slow_server_no_connection() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.always("a", "Get", Fault::Late(Duration::from_secs(8)));
    get_and_drop(&client, 30).await;
    assert_eq!(cluster.connections("a"), 1);
    assert_eq!(cluster.lookups(), 1);
}

/// Callers that give up use another connection; a call that may still get its response keeps its connection.
#[tokio::test(start_paused = true)]
async fn callers_that_give_up_cost_a_patient_one_nothing() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.once("a", "Get", Fault::Late(Duration::from_secs(15)));
    cluster.always("a", "Get", Fault::Silence);
    let (patient, ()) = tokio::join!(get(&client, "r", within(60_000)), get_and_drop(&client, 14));
    patient.expect("a slow read");
    assert_eq!(cluster.connections("a"), 2);
    assert_eq!(client.counts().retries.len(), 0);
}

/// A single call with a short deadline does not end the connection.
#[tokio::test(start_paused = true)]
async fn dropped_calls_do_not_count_for_a_deadline() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.always("a", "Get", Fault::Silence);
    get_and_drop(&client, 5).await;
    get_in_vain(&client, 0, 200).await;
    cluster.heal();
    get(&client, "r", within(200)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_heard_again_keeps_its_connection() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = connected(&cluster).await;
    cluster.once("a", "Get", Fault::Late(Duration::from_secs(12)));
    cluster.times(9, "a", "Get", Fault::Silence);
    get_and_drop(&client, 10).await;
    sleep(Duration::from_secs(3)).await;
    get(&client, "r", within(200)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
}
