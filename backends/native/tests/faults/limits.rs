//! Connections and look-ups without a response: they delay callers only for a limited time, whatever the first
//! caller's deadline is.

use std::time::Duration;

use hbase_backend::{Backend as _, Error, Mutation};
use hbase_model::{FamilyDescriptor, TableChange};
use hbase_native::{Native, Options};
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region, one_region_with, put};

const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

/// A region whose known server no longer takes connections.
async fn gone() -> (Cluster, Native) {
    let (cluster, client) = one_region_with("r").await;
    cluster.delay_connections("a", NEVER);
    cluster.cut("a");
    (cluster, client)
}

/// Moves that region after 3 s.
async fn moved_later(cluster: &Cluster) {
    sleep(Duration::from_secs(3)).await;
    cluster.relocate("", "b");
}

#[tokio::test(start_paused = true)]
async fn a_machine_that_is_gone_has_its_regions_looked_up_again() {
    let (cluster, client) = gone().await;
    let moved = moved_later(&cluster);
    let begun = Instant::now();
    let (row, ()) = tokio::join!(get(&client, "r", within(20_000)), moved);
    assert!(row.is_ok_and(|row| row.is_some()));
    assert!(begun.elapsed() < Duration::from_secs(6));
}

/// Each of them looks up the region again instead of waiting for its turn to connect.
#[tokio::test(start_paused = true)]
async fn callers_that_wait_for_one_connection_do_not_wait_in_a_row() {
    let (cluster, client) = gone().await;
    let moved = moved_later(&cluster);
    let late = |ms| {
        let client = &client;
        async move {
            sleep(Duration::from_millis(ms)).await;
            get(client, "r", within(10_000)).await
        }
    };
    let ((first, second, third), ()) = tokio::join!(
        async { tokio::join!(late(0), late(1000), late(2000)) },
        moved
    );
    for row in [first, second, third] {
        assert!(row.is_ok_and(|row| row.is_some()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_look_up_that_is_swallowed_does_not_hold_up_later_callers() {
    for (host, method) in [("m", "Locate"), ("m", "GetMetaRegionLocations")] {
        let (cluster, client) = one_region();
        cluster.once(host, method, Fault::Silence);
        let later = async {
            sleep(Duration::from_secs(11)).await;
            get(&client, "r", within(2000)).await
        };
        let begun = Instant::now();
        let patient = async {
            let found = get(&client, "r", within(600_000)).await;
            (found, begun.elapsed())
        };
        let ((patient, took), later) = tokio::join!(patient, later);
        later.unwrap_or_else(|error| panic!("{method}: {error}"));
        patient.unwrap_or_else(|error| panic!("{method}: {error}"));
        assert!(took < Duration::from_secs(11), "{method}: {took:?}");
    }
}

/// The master, which is looked up like `hbase:meta`.
#[tokio::test(start_paused = true)]
async fn a_master_that_is_not_told_does_not_hold_up_later_callers() {
    let (cluster, client) = one_region();
    cluster.once("m", "GetActiveMaster", Fault::Silence);
    let later = async {
        sleep(Duration::from_secs(11)).await;
        get(&client, "r", within(2000)).await
    };
    let patient = client.ping(within(60_000));
    let (patient, later) = tokio::join!(patient, later);
    let status = patient.expect("hbase:meta is read");
    assert!(status.contains("no active master"), "{status}");
    later.expect("a read");
}

#[tokio::test(start_paused = true)]
async fn a_master_that_is_not_told_does_not_hold_up_reads() {
    let (cluster, client) = one_region();
    cluster.once("m", "GetActiveMaster", Fault::Silence);
    let read = async {
        sleep(Duration::from_millis(100)).await;
        get(&client, "r", within(500)).await
    };
    let (master, read) = tokio::join!(client.ping(within(5000)), read);
    let status = master.expect("hbase:meta is read");
    assert!(status.contains("no active master"), "{status}");
    read.expect("a read");
}

/// The caller's lack of time says nothing about the server.
#[tokio::test(start_paused = true)]
async fn a_deadline_before_the_connection_clears_no_location() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    let table = Cluster::table();
    let points = client.split_points(&table, within(1000));
    assert_eq!(points.await.expect("split points").len(), 1);
    cluster.delay_connections("a", Duration::from_millis(500));
    let known = cluster.lookups();
    let error = get(&client, "r", within(100)).await.expect_err("too late");
    assert!(matches!(error, Error::NotSent { .. }), "{error}");
    let mut write = Mutation::new("r");
    write.put_at(b"f", b"q", 1, b"v").expect("a small cell");
    let writes = vec![write];
    let outcomes = client.mutate_many(&table, writes, within(100));
    let outcomes = outcomes.await.expect("outcomes");
    let error = outcomes[0].as_ref().expect_err("too late");
    assert!(error.is_without_effect(), "{error}");
    for row in ["a", "r"] {
        get(&client, row, within(1000)).await.expect("a read");
    }
    assert_eq!(cluster.lookups(), known, "a location was cleared");
}

/// Each of them would start from zero.
#[tokio::test(start_paused = true)]
async fn a_connection_that_takes_longer_than_its_callers_have_is_made_all_the_same() {
    let (cluster, client) = one_region_with("r").await;
    cluster.delay_connections("a", Duration::from_millis(500));
    cluster.cut("a");
    sleep(Duration::from_millis(1)).await;
    let made = cluster.connections("a");
    for _ in 0..2 {
        get(&client, "r", within(200)).await.expect_err("too early");
    }
    get(&client, "r", within(200)).await.expect("a read");
    get(&client, "r", within(200)).await.expect("a read");
    assert_eq!(cluster.connections("a"), made + 1);
}

#[tokio::test(start_paused = true)]
async fn a_look_up_that_takes_longer_than_its_callers_have_is_made_all_the_same() {
    for (method, ms) in [
        ("Locate", 300),
        ("GetMetaRegionLocations", 300),
        ("Locate", 1500),
        ("GetMetaRegionLocations", 1500),
    ] {
        let (cluster, client) = one_region();
        cluster.always("m", method, Fault::Late(Duration::from_millis(ms)));
        let mut tries = 0;
        while get(&client, "r", within(200)).await.is_err() {
            tries += 1;
            assert!(tries < 20, "{method} of {ms} ms");
        }
        let asked = cluster.count("m", method);
        assert!(asked <= 2, "{method} of {ms} ms: {asked} calls");
    }
}

#[tokio::test(start_paused = true)]
async fn a_master_that_takes_longer_than_its_callers_have_is_found_all_the_same() {
    let (cluster, client) = one_region();
    let late = Fault::Late(Duration::from_millis(300));
    cluster.always("m", "GetActiveMaster", late);
    let (table, change) = (
        Cluster::table(),
        [TableChange::AddFamily(FamilyDescriptor::new("g"))],
    );
    let early = client.alter_table(&table, &change, within(200)).await;
    early.expect_err("too early");
    let later = client.alter_table(&table, &change, within(200)).await;
    later.expect("a change");
    assert_eq!(cluster.count("m", "GetActiveMaster"), 1);
}

/// Work that nobody waits for ends at its own limit, and leaves nothing.
#[tokio::test(start_paused = true)]
async fn an_attempt_whose_callers_have_gone_ends() {
    let (cluster, client) = gone().await;
    sleep(Duration::from_millis(1)).await;
    for _ in 0..20 {
        get(&client, "r", within(200)).await.expect_err("too early");
    }
    sleep(Duration::from_secs(6)).await;
    cluster.delay_connections("a", Duration::ZERO);
    get(&client, "r", within(200)).await.expect("a read");
    assert_eq!(cluster.open("a"), 1);
}

/// All who wait for a connection that fails get its error, and none of them tries to connect by itself.
#[tokio::test(start_paused = true)]
async fn callers_share_an_attempt_to_connect_that_fails() {
    let (cluster, client) = gone().await;
    sleep(Duration::from_millis(1)).await;
    let before = cluster.connections("a");
    cluster.refuse("a", std::io::ErrorKind::ConnectionRefused);
    cluster.delay_connections("a", Duration::from_millis(50));
    let gets = (0..1000).map(|_| get(&client, "r", within(100)));
    let found = futures_util::future::join_all(gets).await;
    assert!(found.iter().all(Result::is_err));
    assert_eq!(cluster.connections("a"), before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_without_end_is_that_of_the_caller() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let options = Options::default().connect_timeout(Duration::MAX);
    let client = cluster.client_with(options);
    put(&client, "r", within(1000)).await.expect("a write");
}

/// During a fail-over, a cluster has no active master for a while; programs can start, read and write.
#[tokio::test(start_paused = true)]
async fn a_cluster_without_a_master_is_reached() {
    let none = Thrown::new(
        "ipc.ServerNotRunningYetException",
        "Server is not running yet",
    );
    for fault in [Fault::Throw(none), Fault::Silence, Fault::Cut] {
        let cluster = Cluster::new(&[("", "", "a")]);
        cluster.always("m", "GetActiveMaster", fault);
        let status = cluster.client().ping(within(30_000)).await;
        let status = status.expect("hbase:meta is read");
        assert!(
            status.contains("hbase:meta at m:16000, no active master"),
            "{status}"
        );
    }
}
