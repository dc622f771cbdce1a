//! Reversed scans: the regions that they read, and their look-ups in `hbase:meta`.

use std::time::Duration;

use futures_util::future::join_all;
use hbase_backend::{RowBound, Scan};
use tokio::time::Instant;

use crate::fake::{Cluster, Fault, within};
use crate::keys;

/// A table of 4 regions with a row at each edge, and some between.
fn filled() -> Cluster {
    let cluster = Cluster::new(&[
        ("", "d", "a"),
        ("d", "k", "b"),
        ("k", "r", "a"),
        ("r", "", "b"),
    ]);
    for row in 'a'..='z' {
        cluster.store(&row.to_string(), &["q"]);
    }
    cluster
}

/// Its rows are not part of the scan.
#[tokio::test(start_paused = true)]
async fn a_reversed_scan_from_an_edge_asks_no_region_above_it() {
    let cluster = filled();
    let client = cluster.client();
    let before = |key: &str| Scan {
        start: RowBound::Excluded(key.into()),
        stop: RowBound::Included("b".into()),
        reversed: true,
        ..Scan::new()
    };
    for (key, expected) in [("d", "cb"), ("c", "b"), ("k", "jihgfedcb")] {
        for round in 0..3 {
            let (scans, lookups) = (cluster.count("a", "Scan"), cluster.lookups());
            let others = cluster.count("b", "Scan");
            let read = keys(&client, before(key), within(1000)).await;
            assert_eq!(read.expect("rows").concat(), expected);
            let own = cluster.count("a", "Scan") - scans;
            let others = cluster.count("b", "Scan") - others;
            assert_eq!((own, others), (1, usize::from(key == "k")), "{key}");
            if round > 0 {
                assert_eq!(cluster.lookups(), lookups, "{key} was looked up again");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn reversed_scans_at_once_share_their_look_ups() {
    let cluster = filled();
    let client = cluster.client();
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(5)));
    let reversed = || Scan {
        reversed: true,
        ..Scan::new()
    };
    let scans = (0..100).map(|_| keys(&client, reversed(), within(5000)));
    for read in join_all(scans).await {
        assert_eq!(read.expect("rows").len(), 26);
    }
    assert_eq!(cluster.lookups(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_swallowed_look_up_does_not_cost_a_reversed_scan_its_deadline() {
    let cluster = filled();
    let client = cluster.client();
    cluster.once("m", "Locate", Fault::Silence);
    let scan = Scan {
        reversed: true,
        ..Scan::new()
    };
    let begun = Instant::now();
    let read = keys(&client, scan, within(600_000)).await;
    assert_eq!(read.expect("rows").len(), 26);
    assert!(begun.elapsed() < Duration::from_secs(11));
}
