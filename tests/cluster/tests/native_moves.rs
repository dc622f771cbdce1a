//! A region that moves to another server and back, and is then split: for two minutes, both servers report that it moved to
//! the other one. `tests/hbase/hbase with --servers 2 …`.

use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Deadline, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_native::Native;
use hbase_schema_cluster_tests::{Cluster, Regions, TableRegion, native, soon};
use tokio::time::sleep;

static TABLE: TableName = TableName::from_static("default", "native_moves");

/// Well below the two minutes of a server's memory.
const LIMIT: Duration = Duration::from_secs(20);

async fn create(client: &Native) {
    let mut table = TableDescriptor::new(TABLE.clone());
    table.families = vec![FamilyDescriptor::new("f")].into();
    client.create_table(&table, soon()).await.expect("a table");
    for row in ["a", "y"] {
        let mut put = Mutation::new(row);
        put.put(b"f", b"q", b"v").expect("a cell");
        client.mutate(&TABLE, put, soon()).await.expect("a put");
    }
}

async fn read(client: &Native, row: &str) {
    let get = Get::new(row);
    let found = client.get(&TABLE, &get, Deadline::after(LIMIT));
    let found = found.await.unwrap_or_else(|error| panic!("{row}: {error}"));
    assert!(found.is_some(), "{row}");
}

/// The regions of the table, once all of them are open and `is_done` holds.
async fn regions(regions: &Regions, is_done: impl Fn(&[TableRegion]) -> bool) -> Vec<TableRegion> {
    let started = Instant::now();
    loop {
        let listed = regions.list(&TABLE).await.expect("hbase:meta");
        let is_open = |region: &TableRegion| region.state == "OPEN";
        if listed.iter().all(is_open) && is_done(&listed) {
            return listed;
        }
        assert!(started.elapsed() < Duration::from_mins(1), "{listed:?}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Moves the only region to the other server; returns it.
async fn relocate(of: &Regions, region: &TableRegion) -> TableRegion {
    of.relocate(region).await.expect("a move");
    let moved = regions(of, |listed| {
        listed.iter().all(|now| now.server != region.server)
    })
    .await;
    let [moved] = &moved[..] else {
        panic!("{moved:?}");
    };
    moved.clone()
}

#[tokio::test]
async fn a_region_that_came_back_and_was_split_is_found() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let of = Regions::of(&cluster);
    let clients = [native(&cluster), native(&cluster), native(&cluster)];
    create(&clients[0]).await;
    // Each client has a location from a different time.
    read(&clients[0], "a").await;
    let first = regions(&of, |listed| listed.len() == 1).await.remove(0);
    let moved = relocate(&of, &first).await;
    read(&clients[1], "a").await;
    let back = relocate(&of, &moved).await;
    assert_eq!(back.server, first.server);
    read(&clients[2], "a").await;
    of.split(&back, b"m").await.expect("a split");
    regions(&of, |listed| listed.len() == 2).await;
    for client in &clients {
        for row in ["a", "y"] {
            read(client, row).await;
        }
    }
}
