//! Locations of regions: found, kept, forgotten.

use std::time::Duration;

use futures_util::future::join_all;
use hbase_backend::{Backend as _, Error, Get, Mutation};
use hbase_native::Native;
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region_with, put};

#[tokio::test(start_paused = true)]
async fn calls_that_wait_survive_split_merge_move_and_restart() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "t", "a"), ("t", "", "b")]);
    let client = cluster.client();
    let rows: Vec<_> = ('a'..='z').map(|row| row.to_string()).collect();
    for row in &rows {
        put(&client, row, within(1000)).await.expect("a write");
    }
    for host in ["a", "b"] {
        cluster.times(13, host, "Get", Fault::Late(Duration::from_millis(300)));
    }
    let calls = join_all(rows.iter().map(|row| get(&client, row, within(20_000))));
    let changes = async {
        sleep(Duration::from_millis(100)).await;
        cluster.split("f", ["b", "c"]);
        cluster.merge("m", "", "c");
        sleep(Duration::from_millis(100)).await;
        cluster.kill("a");
        sleep(Duration::from_secs(2)).await;
        cluster.relocate("f", "a");
        cluster.revive("a");
    };
    let (found, ()) = tokio::join!(calls, changes);
    for (row, found) in rows.iter().zip(found) {
        assert!(
            found
                .unwrap_or_else(|error| panic!("{row}: {error}"))
                .is_some(),
            "{row}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn calls_on_a_region_that_stays_away_end_at_their_deadlines() {
    let (cluster, client) = one_region_with("r").await;
    cluster.relocate("", "");
    let begun = Instant::now();
    let calls = (1..=20_u64).map(|n| {
        let client = &client;
        async move {
            let error = get(client, "r", within(n * 500))
                .await
                .expect_err("no server");
            (n, begun.elapsed(), error)
        }
    });
    for (n, took, error) in join_all(calls).await {
        assert!(
            took <= Duration::from_millis(n * 500),
            "{n}: {took:?} {error}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_meta_costs_no_location() {
    // The server of hbase:meta responds to other calls, so that its connection is kept.
    let cluster = Cluster::new(&[("", "m", "m"), ("m", "", "b")]);
    let client = cluster.client();
    put(&client, "a", within(1000)).await.expect("a write");
    let asked = cluster.count("m", "GetMetaRegionLocations");
    cluster.always("m", "Locate", Fault::Late(Duration::from_secs(5)));
    let late = join_all((0..100).map(|_| get(&client, "z", within(1000))));
    let others = async {
        sleep(Duration::from_millis(500)).await;
        get(&client, "a", within(100)).await
    };
    let (late, other) = tokio::join!(late, others);
    other.expect("a read");
    assert!(
        late.iter()
            .all(|found| matches!(found, Err(Error::DeadlineExceeded { .. }))),
        "{late:?}"
    );
    assert!(cluster.lookups() <= 3, "{} look-ups", cluster.lookups());
    let before = cluster.lookups();
    get(&client, "a", within(1000)).await.expect("a read");
    assert_eq!(cluster.lookups(), before, "the timeout cleared a location");
    cluster.heal();
    get(&client, "z", within(1000)).await.expect("a read");
    assert_eq!(
        cluster.count("m", "GetMetaRegionLocations"),
        asked,
        "the timeout cleared that of hbase:meta"
    );
}

#[tokio::test(start_paused = true)]
async fn a_timeout_of_a_region_keeps_its_location() {
    let (cluster, client) = one_region_with("r").await;
    let late = Fault::Late(Duration::from_secs(5));
    cluster.once("a", "Get", late);
    let others = async {
        sleep(Duration::from_millis(500)).await;
        get(&client, "r", within(1000)).await
    };
    let (late, other) = tokio::join!(get(&client, "r", within(1000)), others);
    assert!(late.is_err() && other.is_ok());
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.lookups(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_deadline_of_a_batch_holds_while_its_regions_are_located() {
    let cluster = Cluster::of_regions(50);
    let client = cluster.client();
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(300)));
    let gets: Vec<_> = (0..10_000).map(|n| Get::new(format!("{n:04}"))).collect();
    let begun = Instant::now();
    let table = Cluster::table();
    let error = client
        .get_many(&table, &gets, within(1000))
        .await
        .expect_err("late");
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(
        begun.elapsed() < Duration::from_millis(1010),
        "{:?}",
        begun.elapsed()
    );
    // Requests that were sent arrive.
    sleep(Duration::from_secs(1)).await;
    assert!(cluster.lookups() <= 5, "{} look-ups", cluster.lookups());
}

#[tokio::test(start_paused = true)]
async fn each_write_of_a_batch_that_is_late_has_its_outcome() {
    let cluster = Cluster::new(&[("", "5", "a"), ("5", "", "b")]);
    let client = cluster.client();
    cluster.always("b", "Multi", Fault::Silence);
    let writes: Vec<_> = (0..10).map(|n| write(&n.to_string())).collect();
    let table = Cluster::table();
    let outcomes = client
        .mutate_many(&table, writes, within(1000))
        .await
        .expect("outcomes");
    let ended: Vec<_> = outcomes.iter().map(Result::is_ok).collect();
    assert_eq!(ended, [[true; 5], [false; 5]].concat());
}

fn write(row: &str) -> Mutation {
    let mut mutation = Mutation::new(row);
    mutation.put_at(b"f", b"q", 1, b"v").expect("a small cell");
    mutation
}

#[tokio::test(start_paused = true)]
async fn what_fails_at_one_region_clears_no_other() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    for row in ["a", "z"] {
        put(&client, row, within(1000)).await.expect("a write");
    }
    cluster.relocate("", "b");
    get(&client, "a", within(5000)).await.expect("a read");
    assert_eq!(cluster.lookups(), 3);
    get(&client, "z", within(5000)).await.expect("a read");
    assert_eq!(
        cluster.lookups(),
        3,
        "one call cleared the server's other region"
    );
}

#[tokio::test(start_paused = true)]
async fn a_response_that_the_client_cannot_read_clears_nothing() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    for row in ["a", "z"] {
        put(&client, row, within(1000)).await.expect("a write");
    }
    cluster.once("a", "Multi", Fault::Garbled);
    let (table, gets) = (Cluster::table(), [Get::new("a")]);
    let error = client
        .get_many(&table, &gets, within(1000))
        .await
        .expect_err("unreadable");
    assert!(error.to_string().contains("MultiResponse"), "{error}");
    expect_known(&cluster, &client, ["a", "z"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_that_found_no_room_to_be_sent_clears_nothing() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    for row in ["a", "z"] {
        put(&client, row, within(1000)).await.expect("a write");
    }
    // As many bytes as may wait for their responses.
    cluster.once("a", "Mutate", Fault::Late(Duration::from_secs(5)));
    let large = |row, bytes| {
        let mut mutation = Mutation::new(row);
        let value = vec![7; bytes];
        mutation.put_at(b"f", b"q", 1, &value).expect("a cell");
        mutation
    };
    let table = Cluster::table();
    let late = client.mutate(&table, large("z", 17 << 20), within(20_000));
    let others = async {
        sleep(Duration::from_secs(1)).await;
        let rejected = client.mutate(&table, large("a", 64 << 10), within(1000));
        let small = async {
            get(&client, "a", within(100)).await.expect("a read");
            put(&client, "a", within(100)).await.expect("a write");
        };
        tokio::join!(rejected, small).0
    };
    let (late, rejected) = tokio::join!(late, others);
    late.expect("the first large write");
    assert!(
        matches!(rejected, Err(Error::DeadlineExceeded { .. })),
        "{rejected:?}"
    );
    let writes = cluster.count("a", "Mutate");
    assert_eq!(writes, 2 + 2, "the second large write was sent");
    expect_known(&cluster, &client, ["a", "z"]).await;
}

/// The rows' regions are read without further look-ups, over the first connection.
async fn expect_known(cluster: &Cluster, client: &Native, rows: [&str; 2]) {
    for row in rows {
        get(client, row, within(1000)).await.expect("a read");
    }
    assert_eq!(cluster.lookups(), 2, "a location was cleared");
    assert_eq!(cluster.connections("a"), 1, "the connection was dropped");
}

#[tokio::test(start_paused = true)]
async fn a_merge_takes_the_place_of_all_that_it_overlaps() {
    let cluster = Cluster::new(&[
        ("", "e", "a"),
        ("e", "m", "a"),
        ("m", "t", "b"),
        ("t", "", "b"),
    ]);
    let client = cluster.client();
    for row in ["b", "f", "n", "u"] {
        put(&client, row, within(1000)).await.expect("a write");
    }
    let before = (cluster.count("a", "Get"), cluster.count("b", "Get"));
    cluster.merge("e", "t", "c");
    get(&client, "f", within(5000)).await.expect("a read");
    get(&client, "n", within(5000)).await.expect("a read");
    assert_eq!(
        cluster.lookups(),
        5,
        "the merged region was looked up twice"
    );
    let after = (cluster.count("a", "Get"), cluster.count("b", "Get"));
    assert_eq!(after, (before.0 + 1, before.1), "a merged region was asked");
    get(&client, "b", within(5000)).await.expect("a read");
    assert_eq!(cluster.lookups(), 5, "a region beside it went too");
}

#[tokio::test(start_paused = true)]
async fn a_cold_cache_costs_one_look_up_a_region() {
    let cluster = Cluster::of_regions(50);
    let client = cluster.client();
    let gets: Vec<_> = (0..10_000)
        .map(|n| Get::new(format!("{:04}", n * 7919 % 10_000)))
        .collect();
    let table = Cluster::table();
    let found = client
        .get_many(&table, &gets, within(60_000))
        .await
        .expect("reads");
    assert_eq!(found.len(), 10_000);
    assert!(cluster.lookups() <= 53, "{} look-ups", cluster.lookups());
}

#[tokio::test(start_paused = true)]
async fn callers_at_once_share_a_look_up() {
    let cluster = Cluster::of_regions(50);
    let client = cluster.client();
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(2)));
    let rows: Vec<_> = (0..2000).map(|n| format!("{n:04}")).collect();
    let found = join_all(rows.iter().map(|row| get(&client, row, within(60_000)))).await;
    assert!(found.iter().all(Result::is_ok));
    assert!(cluster.lookups() <= 53, "{} look-ups", cluster.lookups());
    assert_eq!(cluster.count("m", "GetMetaRegionLocations"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_region_that_opens_keeps_its_location() {
    let (cluster, client) = one_region_with("r").await;
    let opening = Thrown::new("exceptions.RegionOpeningException", "it opens");
    cluster.times(3, "a", "Get", Fault::Throw(opening));
    get(&client, "r", within(5000)).await.expect("a read");
    assert_eq!(cluster.lookups(), 1);
}

/// Servers remember for two minutes where a region went, also when it is split after it came back.
#[tokio::test(start_paused = true)]
async fn two_servers_that_send_a_client_to_and_fro_are_not_followed() {
    let (cluster, client) = one_region_with("r").await;
    cluster.split("m", ["c", "c"]);
    for (host, other) in [("a", "b"), ("b", "a")] {
        let text = format!(
            "Region moved to: hostname={other} port=16000 startCode=1. As of locationSeqNum=9."
        );
        let moved = Thrown::new("exceptions.RegionMovedException", &text);
        for method in ["Get", "Mutate", "Multi", "Scan"] {
            cluster.always(host, method, Fault::Throw(moved.clone()));
        }
    }
    let begun = Instant::now();
    get(&client, "r", within(60_000)).await.expect("a read");
    let keys = crate::keys(&client, hbase_backend::Scan::new(), within(60_000));
    assert_eq!(keys.await.expect("keys"), ["r"]);
    assert!(begun.elapsed() < Duration::from_secs(1));
    assert!(cluster.calls_of_all() < 30, "{}", cluster.calls_of_all());
}
