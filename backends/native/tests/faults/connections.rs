//! Connections that die, fall silent or are declined.

use std::io;
use std::time::Duration;

use hbase_backend::{Backend as _, Error, Mutation};
use hbase_rpc::message::MutateRequest;
use tokio::time::{Instant, sleep};

use crate::fake::{Call, Cluster, Fault, Thrown, within};
use crate::{get, one_region, one_region_with, put, two_regions_with_rows};

#[tokio::test(start_paused = true)]
async fn a_call_whose_connection_dies_looks_its_region_up_again() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Cut);
    cluster.relocate("", "b");
    let row = get(&client, "r", within(5000)).await.expect("a read");
    assert!(row.is_some());
    assert_eq!(
        (cluster.count("a", "Get"), cluster.count("b", "Get")),
        (1, 1)
    );
    assert_eq!(cluster.lookups(), 2);
}

#[tokio::test(start_paused = true)]
async fn regions_of_a_connection_that_dies_unused_are_looked_up_again() {
    let (cluster, client) = two_regions_with_rows().await;
    cluster.cut("a");
    sleep(Duration::from_millis(1)).await;
    cluster.relocate("", "b");
    get(&client, "a", within(5000)).await.expect("a read");
    assert_eq!(cluster.count("a", "Get"), 0, "the old server was asked");
    get(&client, "z", within(5000)).await.expect("a read");
    assert_eq!(
        cluster.lookups(),
        3,
        "a region of another server was looked up"
    );
}

#[tokio::test(start_paused = true)]
async fn a_server_that_takes_no_connection_has_its_regions_looked_up_at_each_try() {
    let (cluster, client) = one_region_with("r").await;
    cluster.kill("a");
    let moved = async {
        sleep(Duration::from_secs(3)).await;
        cluster.relocate("", "b");
    };
    let (row, ()) = tokio::join!(get(&client, "r", within(20_000)), moved);
    assert!(row.is_ok_and(|row| row.is_some()));
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_costs_its_connection_and_no_other() {
    let (cluster, client) = two_regions_with_rows().await;
    cluster.once("a", "Get", Fault::Silence);
    let begun = Instant::now();
    let error = get(&client, "a", within(1700))
        .await
        .expect_err("no answer");
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert_eq!(begun.elapsed().as_millis() / 10, 170);
    let row = get(&client, "a", within(700))
        .await
        .expect("a new connection");
    assert!(row.is_some());
    get(&client, "z", within(700)).await.expect("a read");
    assert_eq!((cluster.connections("a"), cluster.connections("b")), (2, 1));
    assert_eq!((cluster.open("a"), cluster.open("b")), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_answers_others_keeps_its_connection() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Late(Duration::from_secs(9)));
    let slow = get(&client, "r", within(500));
    let quick = async {
        sleep(Duration::from_millis(100)).await;
        get(&client, "r", within(500)).await
    };
    let (slow, quick) = tokio::join!(slow, quick);
    assert!(
        matches!(slow, Err(Error::DeadlineExceeded { .. })),
        "{slow:?}"
    );
    assert!(quick.is_ok_and(|row| row.is_some()));
    get(&client, "r", within(500)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_starts_or_stops_loses_its_connection_and_its_regions() {
    for class in [
        "ipc.ServerNotRunningYetException",
        "regionserver.RegionServerStoppedException",
        "regionserver.RegionServerAbortedException",
    ] {
        let (cluster, client) = one_region_with("r").await;
        let thrown = Thrown::new(class, "Server is not running yet");
        cluster.once("a", "Get", Fault::Throw(thrown));
        let row = get(&client, "r", within(5000)).await.expect("a read");
        assert!(row.is_some(), "{class}");
        assert_eq!(cluster.connections("a"), 2, "{class}");
        assert_eq!(cluster.lookups(), 2, "{class}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_comes_back_elsewhere_is_reached_by_its_name() {
    let (cluster, client) = one_region_with("r").await;
    // `hbase:meta` still names `a`, which is another machine now.
    cluster.rename("a", "b");
    cluster.relocate_unlisted("", "b");
    cluster.kill("a");
    let row = get(&client, "r", within(5000)).await.expect("a read");
    assert!(row.is_some());
    assert_eq!((cluster.connections("a"), cluster.connections("b")), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn declined_credentials_are_named_at_once() {
    let (cluster, client) = one_region();
    let class = "security.AccessDeniedException";
    let fatal = Thrown::new(class, "Authentication is required");
    cluster.greet(Cluster::fatal(fatal));
    let begun = Instant::now();
    let error = get(&client, "r", within(60_000))
        .await
        .expect_err("declined");
    assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
    assert!(matches!(error, Error::Unauthenticated { .. }), "{error:?}");
    let text = error.to_string();
    assert!(
        text.contains("Authentication is required: the cluster is secured"),
        "{text}"
    );
}

/// Like the failure of a TLS handshake whose certificates do not match.
#[tokio::test(start_paused = true)]
async fn a_handshake_that_fails_is_reported_at_once() {
    for (host, is_known) in [("a", true), ("a", false), ("m", false)] {
        let (cluster, client) = one_region();
        if is_known {
            put(&client, "r", within(1000)).await.expect("a write");
        }
        cluster.refuse(host, io::ErrorKind::InvalidData);
        cluster.cut(host);
        sleep(Duration::from_millis(1)).await;
        let begun = Instant::now();
        let error = get(&client, "r", within(60_000))
            .await
            .expect_err("refused");
        assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
        assert!(matches!(error, Error::NotSent { .. }), "{error}");
        assert!(error.to_string().contains("invalid data"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_down_is_tried_until_the_deadline() {
    let (cluster, client) = one_region_with("r").await;
    cluster.kill("a");
    let begun = Instant::now();
    let error = get(&client, "r", within(3000))
        .await
        .expect_err("it is down");
    assert!(matches!(error, Error::NotSent { .. }), "{error}");
    assert!(begun.elapsed() <= Duration::from_secs(3));
    cluster.revive("a");
    get(&client, "r", within(3000)).await.expect("a read");
}

#[tokio::test(start_paused = true)]
async fn what_was_not_sent_by_a_lost_connection_is_never_sent_by_it() {
    let (cluster, client) = one_region_with("r").await;
    cluster.freeze("a");
    let table = Cluster::table();
    let large = cells("large", &["q"], 200 << 10);
    let mut once = Mutation::new("once");
    once.put(b"f", b"q", b"v").expect("a small cell");
    let calls = async {
        tokio::join!(
            get(&client, "r", within(1000)),
            client.mutate(&table, large, within(60_000)),
            async {
                sleep(Duration::from_millis(10)).await;
                client.mutate(&table, once, within(60_000)).await
            },
        )
    };
    let thaw = async {
        sleep(Duration::from_millis(1050)).await;
        cluster.thaw("a");
    };
    let ((read, large, once), ()) = tokio::join!(calls, thaw);
    read.expect_err("no answer");
    large.expect("a write");
    once.expect("a write");
    sleep(Duration::from_secs(10)).await;
    let calls = cluster.calls("a", "Mutate");
    let is_once = |call: &&Call| call.decode::<MutateRequest>().mutation.row() == b"once";
    assert_eq!(calls.iter().filter(is_once).count(), 1);
}

/// Only the call with a short deadline ends: another one on the same connection has more time, and gets its
/// response.
#[tokio::test(start_paused = true)]
async fn a_short_deadline_costs_no_other_call_its_connection() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Silence);
    get(&client, "r", within(200)).await.expect_err("no answer");
    get(&client, "r", within(200)).await.expect("a read");
    assert_eq!(cluster.connections("a"), 1);
    // Calls with short deadlines also give up a server that stays silent.
    cluster.always("a", "Get", Fault::Silence);
    for _ in 0..7 {
        get(&client, "r", within(200)).await.expect_err("no answer");
    }
    assert_eq!(cluster.connections("a"), 2);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_room_at_a_lost_connection() {
    let (cluster, client) = one_region_with("r").await;
    cluster.freeze("a");
    let table = Cluster::table();
    let large = cells("large", &["p", "q"], 7 << 20);
    // More than the room that is left.
    let small = cells("small", &["q"], 4 << 20);
    let begun = Instant::now();
    let (read, large, small) = tokio::join!(
        get(&client, "r", within(1000)),
        async {
            sleep(Duration::from_millis(10)).await;
            client.mutate(&table, large, within(1000)).await
        },
        async {
            sleep(Duration::from_millis(20)).await;
            client.mutate(&table, small, within(60_000)).await
        },
    );
    read.expect_err("no answer");
    large.expect_err("nothing is read");
    small.expect("a write");
    let took = begun.elapsed();
    let expected = Duration::from_secs(1)..Duration::from_secs(3);
    assert!(expected.contains(&took), "{took:?}");
}

/// A put of a cell of this many bytes for each qualifier; it may be sent twice.
fn cells(row: &str, qualifiers: &[&str], bytes: usize) -> Mutation {
    let mut mutation = Mutation::new(row);
    for qualifier in qualifiers {
        let put = mutation.put_at(b"f", qualifier.as_bytes(), 1, &vec![7; bytes]);
        put.expect("a cell");
    }
    mutation
}
