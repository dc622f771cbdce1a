//! The counts of a client.

use hbase_backend::{Backend as _, Get};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region, one_region_with, put};

#[tokio::test(start_paused = true)]
async fn calls_retries_look_ups_connections_and_bytes_are_counted() {
    let (cluster, client) = one_region();
    assert_eq!(client.counts(), hbase_native::Counts::default());
    put(&client, "r", within(1000)).await.expect("a write");
    let before = client.counts();
    assert!(before.retries.is_empty());
    assert_eq!((before.lookups, before.forgotten), (1, 0));
    assert!(before.bytes_sent > 0 && before.bytes_received > 0);
    let calls = usize::try_from(before.calls).expect("a small number");
    assert_eq!(calls, cluster.calls_of_all());

    cluster.once("a", "Get", Fault::Throw(Thrown::not_serving()));
    get(&client, "r", within(5000)).await.expect("a read");
    let after = client.counts();
    assert_eq!(after.retries["NotServingRegionException"], 1);
    assert_eq!((after.lookups, after.forgotten), (2, 1));
    assert_eq!(after.connections, before.connections);

    cluster.once("a", "Get", Fault::Cut);
    get(&client, "r", within(5000)).await.expect("a read");
    let last = client.counts();
    assert_eq!(last.retries["connection lost"], 1);
    assert_eq!((last.suspected, last.lookups), (1, 3));
    assert_eq!(last.connections, before.connections + 1);
    assert_eq!(hbase_backend::Backend::retries(&client), 2);
}

#[tokio::test(start_paused = true)]
async fn a_location_that_costs_many_rows_of_a_batch_counts_once() {
    let (cluster, client) = one_region_with("r").await;
    cluster.relocate("", "b");
    let gets: Vec<_> = (0..100).map(|n| Get::new(format!("{n:03}"))).collect();
    let table = Cluster::table();
    let rows = client.get_many(&table, &gets, within(5000)).await;
    assert_eq!(rows.expect("reads").len(), 100);
    assert_eq!((client.counts().forgotten, cluster.lookups()), (1, 2));
}
