//! `hbase:meta`: holes in it, moves of it, reads of it as a table.

use std::time::Duration;

use hbase_backend::{Backend as _, Get, Mutation, Scan};
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, keys, one_region, put};

#[tokio::test(start_paused = true)]
async fn a_hole_in_meta_is_no_loop() {
    let cluster = Cluster::new(&[("", "e", "a"), ("e", "m", "a"), ("m", "", "b")]);
    cluster.drop_region("e");
    let client = cluster.client();
    let begun = Instant::now();
    let error = get(&client, "f", within(30_000))
        .await
        .expect_err("no region");
    assert!(error.to_string().contains("no region"), "{error}");
    assert!(begun.elapsed() <= Duration::from_secs(30));
    assert!(cluster.lookups() <= 12, "{} look-ups", cluster.lookups());
    let mut reversed = Scan::new();
    reversed.reversed = true;
    let error = crate::rows(&client, reversed, within(1000)).await;
    let error = error.expect_err("no region");
    assert!(error.to_string().contains("no region"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn meta_is_read_as_a_table() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    let meta = hbase_rpc::region::META_TABLE;
    let mut scanner = client
        .scan(&meta, Scan::new(), within(1000))
        .await
        .expect("a scan");
    let rows = scanner.next_batch(within(1000)).await.expect("regions");
    let keys = rows.iter().map(|row| String::from_utf8_lossy(row.key()));
    let starts: Vec<_> = keys
        .map(|key| key.split(',').nth(1).map(str::to_owned))
        .collect();
    assert_eq!(starts, [Some(String::new()), Some("m".to_owned())]);
    assert_eq!(
        cluster.lookups(),
        1,
        "the scan alone: the region of meta is not in it"
    );
}

#[tokio::test(start_paused = true)]
async fn hbase_meta_is_found_again_after_it_has_moved() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    put(&client, "a", within(1000)).await.expect("a write");
    cluster.relocate_meta("b");
    put(&client, "z", within(5000)).await.expect("a write");
    assert_eq!(cluster.count("b", "Locate"), 1);
    let all = keys(&client, Scan::new(), within(5000))
        .await
        .expect("rows");
    assert_eq!(all, ["a", "z"]);
}

#[tokio::test(start_paused = true)]
async fn hbase_meta_is_found_again_after_its_server_has_fallen_silent() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    put(&client, "a", within(1000)).await.expect("a write");
    cluster.relocate_meta("b");
    cluster.always("m", "Locate", Fault::Silence);
    put(&client, "z", within(1000)).await.expect_err("silence");
    put(&client, "z", within(1000)).await.expect("a write");
}

/// Thrown for any failure of a scan at the server, including scans of `hbase:meta`.
#[tokio::test(start_paused = true)]
async fn a_look_up_whose_scanner_is_reset_is_retried() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let table = Cluster::table();
    let reset = || {
        let class = "exceptions.ScannerResetException";
        let thrown = Thrown::final_one(class, "Could not read a block");
        cluster.once("m", "Locate", Fault::Throw(thrown));
        cluster.client()
    };
    put(&reset(), "a", within(5000)).await.expect("a write");
    get(&reset(), "a", within(5000)).await.expect("a read");
    let all = keys(&reset(), Scan::new(), within(5000)).await;
    assert_eq!(all.expect("rows"), ["a"]);
    let (client, gets) = (reset(), [Get::new("a"), Get::new("z")]);
    let rows = client.get_many(&table, &gets, within(5000)).await;
    assert_eq!(rows.expect("reads").len(), 2);
    let points = reset().split_points(&table, within(5000)).await;
    assert_eq!(points.expect("split points"), [b"m"]);
}

#[tokio::test(start_paused = true)]
async fn an_overloaded_meta_is_left_alone_for_as_long_as_it_says() {
    let throttled = "number of read requests exceeded - wait 3sec, 0ms";
    for (thrown, wait) in [
        (
            Thrown::new("CallQueueTooBigException", "Call queue is full"),
            1,
        ),
        (Thrown::overloaded("NotServingRegionException"), 1),
        (
            Thrown::final_one("quotas.RpcThrottlingException", throttled),
            3,
        ),
    ] {
        for is_batch in [false, true] {
            let (cluster, client) = one_region();
            cluster.once("m", "Locate", Fault::Throw(thrown.clone()));
            let begun = Instant::now();
            let (table, gets) = (Cluster::table(), [Get::new("r")]);
            if is_batch {
                let rows = client.get_many(&table, &gets, within(20_000)).await;
                rows.expect("reads");
            } else {
                get(&client, "r", within(20_000)).await.expect("a read");
            }
            let waited = begun.elapsed().as_secs();
            assert_eq!(waited, wait, "{thrown:?}, batch: {is_batch}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn split_points_are_read_from_meta_alone_and_locate_every_region() {
    let cluster = Cluster::of_regions(50);
    let client = cluster.client();
    let table = Cluster::table();
    cluster.once("m", "Locate", Fault::Throw(Thrown::not_serving()));
    let points = client.split_points(&table, within(5000)).await;
    let expected: Vec<_> = (1..50)
        .map(|key| format!("{key:02}").into_bytes())
        .collect();
    assert_eq!(points.expect("split points"), expected);
    assert_eq!(
        cluster.lookups(),
        2,
        "the call that was retried, and the other"
    );
    let asked = cluster.count("m", "GetMetaRegionLocations");
    assert_eq!(
        cluster.calls_of_all(),
        2 + asked,
        "something else was asked"
    );
    let all = keys(&client, Scan::new(), within(5000)).await;
    assert!(all.expect("no rows").is_empty());
    assert_eq!(cluster.lookups(), 2, "a region was looked up once more");
}

#[tokio::test(start_paused = true)]
async fn split_points_that_are_swallowed_are_read_again() {
    let cluster = Cluster::of_regions(5);
    let client = cluster.client();
    cluster.once("m", "Locate", Fault::Silence);
    let begun = Instant::now();
    let table = Cluster::table();
    let points = client.split_points(&table, within(600_000)).await;
    assert_eq!(points.expect("split points").len(), 4);
    assert!(begun.elapsed() < Duration::from_secs(11));
}

#[tokio::test(start_paused = true)]
async fn split_points_that_do_not_come_end_at_the_deadline() {
    let cluster = Cluster::of_regions(5);
    let client = cluster.client();
    cluster.always("m", "Locate", Fault::Throw(Thrown::not_serving()));
    let begun = Instant::now();
    let points = client.split_points(&Cluster::table(), within(3000)).await;
    points.expect_err("nobody serves hbase:meta");
    assert!(
        begun.elapsed() <= Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn hbase_meta_moves_while_a_batch_looks_up_its_regions() {
    let changes = [
        Thrown::not_serving(),
        Thrown::new("regionserver.RegionServerStoppedException", "it stops"),
    ];
    for change in changes.map(Some).into_iter().chain([None]) {
        let cluster = Cluster::of_regions(50);
        let client = cluster.client();
        cluster.always("m", "Locate", Fault::Late(Duration::from_millis(10)));
        let writes = (0..1000).map(|n| {
            let mut mutation = Mutation::new(format!("{:04}", n * 7919 % 10_000));
            mutation.put_at(b"f", b"q", 1, b"v").expect("a small cell");
            mutation
        });
        let (table, writes) = (Cluster::table(), writes.collect());
        let moving = async {
            sleep(Duration::from_millis(205)).await;
            cluster.relocate_meta("b");
            match change.clone() {
                // A server that stops throws an exception; a process that ends cuts its connections.
                Some(thrown) => cluster.replace("m", "Locate", Fault::Throw(thrown)),
                None => cluster.cut("m"),
            }
        };
        let written = client.mutate_many(&table, writes, within(20_000));
        let (outcomes, ()) = tokio::join!(written, moving);
        let outcomes = outcomes.expect("outcomes");
        assert!(outcomes.iter().all(Result::is_ok), "{change:?}");
        assert_eq!(cluster.keys().len(), 1000);
        let (old, new) = (cluster.count("m", "Locate"), cluster.count("b", "Locate"));
        assert!(old >= 20 && new >= 20, "{old} look-ups, then {new}");
        assert!(old + new <= 55, "{old} look-ups, then {new}");
    }
}
