//! The rows of each round trip of a scan.

use hbase_backend::{Backend as _, Scan};

use crate::fake::{Cluster, within};

#[tokio::test(start_paused = true)]
async fn only_the_first_round_trip_has_few_rows() {
    let cluster = Cluster::of_regions(1);
    for number in 0..2500 {
        cluster.store(&format!("{number:04}"), &["q"]);
    }
    cluster.page(usize::MAX);
    let (client, table) = (cluster.client(), Cluster::table());
    for (caching, expected) in [
        (None, &[1000, 1500][..]),
        (Some(0), &[1000, 1500]),
        (Some(900), &[900, 900, 700]),
        (Some(2000), &[2000, 500]),
        (Some(u32::MAX), &[2500]),
    ] {
        let scan = Scan {
            caching,
            ..Scan::new()
        };
        let scanner = client.scan(&table, scan, within(60_000)).await;
        let mut scanner = scanner.expect("a scanner");
        let mut batches = Vec::new();
        loop {
            let rows = scanner.next_batch(within(60_000)).await.expect("rows");
            if rows.is_empty() {
                break;
            }
            batches.push(rows.len());
        }
        assert_eq!(batches, expected, "{caching:?}");
    }
}
