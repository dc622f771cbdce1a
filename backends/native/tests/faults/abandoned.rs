//! Batches of scans whose futures are dropped while they wait: no row is missing or read twice.

use std::time::Duration;

use hbase_model::{Backend as _, Scan};
use hbase_native::Options;
use tokio::time::{sleep, timeout};

use crate::fake::{Cluster, Fault, within};

/// A region of six rows, of which a response has two.
fn paged() -> Cluster {
    let cluster = Cluster::new(&[("", "", "a")]);
    for row in ["a", "b", "c", "d", "e", "f"] {
        cluster.store(row, &["1", "2", "3"]);
    }
    cluster.page(2);
    cluster
}

/// The keys that are read if the first wait for each batch is given up; the server carries the request out all the same.
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
