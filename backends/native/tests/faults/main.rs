//! Faults that occur in production, one test for each; the test's name states the client's rule.
//!
//! The servers are those of [`fake`], in this process; time is the runtime's, which is paused.

mod abandoned;
mod ahead;
mod batches;
mod close;
mod conditions;
mod connections;
mod counters;
mod counts;
mod doubts;
mod fake;
mod garbage;
mod independence;
mod leases;
mod limits;
mod locations;
mod meta;
mod order;
mod overload;
mod pauses;
mod procedures;
mod progress;
mod rejections;
mod reversed;
mod round_trips;
mod runtimes;
mod scanners;
mod scans;
mod silence;
mod sizes;
mod waiting;
mod warnings;
#[cfg(feature = "zookeeper")]
mod zookeeper;

use hbase_backend::{Backend as _, Deadline, Get, Increment, Mutation, Result, Row, Scan};
use hbase_native::Native;

use fake::Cluster;

/// A cluster of one region, on the server `a`, and a client of it.
fn one_region() -> (Cluster, Native) {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client();
    (cluster, client)
}

/// The same, after the client wrote this row: it is connected, and knows the region.
async fn one_region_with(row: &str) -> (Cluster, Native) {
    let (cluster, client) = one_region();
    put(&client, row, fake::within(1000))
        .await
        .expect("a write");
    (cluster, client)
}

/// A region on the server `a` with the row `a`, one on `b` with the row `z`, and a client that wrote the rows.
async fn two_regions_with_rows() -> (Cluster, Native) {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    for row in ["a", "z"] {
        put(&client, row, fake::within(1000))
            .await
            .expect("a write");
    }
    (cluster, client)
}

async fn get(client: &Native, row: &str, deadline: Deadline) -> Result<Option<Row>> {
    client
        .get(&Cluster::table(), &Get::new(row), deadline)
        .await
}

/// A put that may be sent twice: its cell has a timestamp.
async fn put(client: &Native, row: &str, deadline: Deadline) -> Result<()> {
    let mut mutation = Mutation::new(row);
    mutation.put_at(b"f", b"q", 1, b"v")?;
    client.mutate(&Cluster::table(), mutation, deadline).await
}

/// Adds 1; returns the sum.
async fn add(client: &Native, row: &str, deadline: Deadline) -> Result<i64> {
    let increment = Increment::new(row).add(b"f", b"q", 1);
    let row = client
        .increment(&Cluster::table(), increment, deadline)
        .await?;
    let sum = row.value(b"f", b"q").expect("the counter");
    Ok(i64::from_be_bytes(sum.try_into().expect("8 bytes")))
}

/// All batches of a scan: the keys of its rows, with the number of cells.
async fn rows(client: &Native, scan: Scan, deadline: Deadline) -> Result<Vec<(String, usize)>> {
    let mut scanner = client.scan(&Cluster::table(), scan, deadline).await?;
    let mut rows = Vec::new();
    loop {
        let batch = scanner.next_batch(deadline).await?;
        if batch.is_empty() {
            return Ok(rows);
        }
        rows.extend(batch.iter().map(|row| {
            let key = String::from_utf8_lossy(row.key()).into_owned();
            (key, row.cells().count())
        }));
    }
}

/// The keys of a scan.
async fn keys(client: &Native, scan: Scan, deadline: Deadline) -> Result<Vec<String>> {
    let rows = rows(client, scan, deadline).await?;
    Ok(rows.into_iter().map(|(key, _)| key).collect())
}
