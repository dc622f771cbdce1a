//! Batches of scans whose futures are dropped while they wait: no row is missing or read twice.

use std::time::Duration;

use hbase_backend::{Backend as _, Scan, Scanner};
use hbase_native::{Native, Options};
use tokio::time::{sleep, timeout};

use crate::fake::{Cluster, Fault, within};
use crate::get;

/// A region of six rows; a response has two of them.
fn paged() -> Cluster {
    let cluster = Cluster::new(&[("", "", "a")]);
    for row in ["a", "b", "c", "d", "e", "f"] {
        cluster.store(row, &["1", "2", "3"]);
    }
    cluster.page(2);
    cluster
}

async fn open(client: &Native) -> Box<dyn Scanner> {
    let table = Cluster::table();
    let scanner = client.scan(&table, Scan::new(), within(1000));
    scanner.await.expect("a scanner")
}

/// The keys that are read if the first wait for each batch is abandoned; the server still carries out the
/// request.
async fn read(cluster: &Cluster, options: Options, batch: Option<u32>) -> String {
    let client = cluster.client_with(options);
    let scan = Scan {
        batch,
        ..Scan::new()
    };
    let scanner = client.scan(&Cluster::table(), scan, within(1000)).await;
    let mut scanner = scanner.expect("a scanner");
    let mut keys = Vec::new();
    for _ in 0..100 {
        let given_up = timeout(
            Duration::from_millis(100),
            scanner.next_batch(within(60_000)),
        );
        let rows = if let Ok(rows) = given_up.await {
            rows
        } else {
            sleep(Duration::from_secs(2)).await;
            scanner.next_batch(within(60_000)).await
        };
        let rows = rows.expect("rows");
        if rows.is_empty() {
            return String::from_utf8(keys).expect("text");
        }
        for row in rows {
            keys.extend(row.cells().map(|_| row.key()[0]));
        }
    }
    panic!("a scan without end");
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_batch_costs_no_row() {
    for ahead in [0, 16 << 20] {
        for batch in [None, Some(2)] {
            for method in ["Scan", "Next"] {
                let cluster = paged();
                let late = Fault::Late(Duration::from_secs(1));
                cluster.times(2, "a", method, late);
                let options = Options::default().read_ahead_bytes(ahead);
                let read = read(&cluster, options, batch).await;
                let what = format!("{method}, {ahead} bytes ahead, batch {batch:?}");
                assert_eq!(read, "aaabbbcccdddeeefff", "{what}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_scanner_of_an_abandoned_batch_is_closed() {
    let cluster = paged();
    cluster.once("a", "Next", Fault::Late(Duration::from_secs(1)));
    let options = Options::default().read_ahead_bytes(0);
    read(&cluster, options, None).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(cluster.scanners(), 0);
}

/// The server opens a scanner for a caller that has gone, and would keep it for its lease.
#[tokio::test(start_paused = true)]
async fn a_scanner_that_is_opened_for_nobody_is_closed() {
    for (wait, deadline) in [(100, 60_000), (60_000, 100)] {
        let cluster = paged();
        cluster.keep_open();
        cluster.once("a", "Scan", Fault::Late(Duration::from_secs(1)));
        let client = cluster.client();
        let mut scanner = open(&client).await;
        let batch = timeout(
            Duration::from_millis(wait),
            scanner.next_batch(within(deadline)),
        );
        let batch = batch.await;
        assert!(batch.is_err() || batch.is_ok_and(|rows| rows.is_err()));
        drop(scanner);
        sleep(Duration::from_secs(2)).await;
        assert_eq!(cluster.count("a", "Scan"), 1);
        assert_eq!((cluster.count("a", "Close"), cluster.scanners()), (1, 0));
    }
}

/// The server is silent for so long that its connection counts as lost: it takes no further calls, but is still
/// read.
#[tokio::test(start_paused = true)]
async fn a_scanner_that_is_opened_after_its_connection_was_given_up_is_closed() {
    let late = Fault::Late(Duration::from_secs(3));
    for other_call in [false, true] {
        let cluster = paged();
        cluster.keep_open();
        cluster.once("a", "Scan", late.clone());
        let client = cluster.client();
        let batch = async {
            let mut scanner = open(&client).await;
            scanner.next_batch(within(1500)).await
        };
        batch.await.expect_err("no rows within the deadline");
        if other_call {
            get(&client, "a", within(1000)).await.expect("a read");
            assert_eq!(cluster.connections("a"), 2);
        }
        assert_eq!(cluster.scanners(), 0);
        sleep(Duration::from_secs(2)).await;
        assert_eq!((cluster.count("a", "Close"), cluster.scanners()), (1, 0));
        assert_eq!(cluster.open("a"), 1, "the first connection is of no use");
    }
}

/// Dropped calls cause the connection to be replaced; the old one is still read.
#[tokio::test(start_paused = true)]
async fn a_scanner_that_is_opened_by_a_replaced_connection_is_closed() {
    let cluster = paged();
    cluster.keep_open();
    cluster.once("a", "Scan", Fault::Late(Duration::from_secs(15)));
    let client = cluster.client();
    let mut scanner = open(&client).await;
    let batch = scanner.next_batch(within(60_000));
    timeout(Duration::from_secs(11), batch)
        .await
        .expect_err("no rows");
    drop(scanner);
    get(&client, "a", within(1000)).await.expect("a read");
    assert_eq!((cluster.connections("a"), cluster.open("a")), (2, 2));
    sleep(Duration::from_secs(5)).await;
    assert_eq!((cluster.count("a", "Close"), cluster.scanners()), (1, 0));
    assert_eq!(cluster.open("a"), 1);
}

/// A missing response keeps a connection open only for a while, and not after the client's end.
#[tokio::test(start_paused = true)]
async fn a_connection_is_read_on_for_a_limited_time() {
    for is_closed in [false, true] {
        let cluster = paged();
        cluster.once("a", "Scan", Fault::Silence);
        let client = cluster.client();
        let mut scanner = open(&client).await;
        let batch = scanner.next_batch(within(1500)).await;
        batch.expect_err("no rows");
        sleep(Duration::from_secs(50)).await;
        assert_eq!(cluster.open("a"), 1);
        if is_closed {
            client.close(within(1000)).await;
        } else {
            sleep(Duration::from_secs(15)).await;
        }
        sleep(Duration::from_millis(1)).await;
        assert_eq!(cluster.open("a"), 0, "closed: {is_closed}");
    }
}
