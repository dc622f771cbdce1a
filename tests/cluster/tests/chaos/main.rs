//! The native client while regions are split, moved and merged, region servers are killed and started again, and
//! connections are cut at random bytes.
//!
//! No acknowledged write is lost, no scan returns a row twice or omits one, no increment is applied twice unless its error
//! leaves the outcome open, and no call exceeds its deadline.
//!
//! `CHAOS_SECONDS` is the duration (75 by default), `CHAOS_SEED` the seed, which is printed.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod disturb;
mod record;
mod unordered;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Get, Mutation, Scan};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};
use hbase_native::Native;
use hbase_schema_cluster_tests::{Cluster, Network, Oracle, native, native_through, soon};

use disturb::Disturbance;
use record::Record;
use work::Work;

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Counters, each a row of its own table.
const COUNTERS: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled() -> Outcome {
    let cluster = Cluster::from_env()?;
    let seed = number("CHAOS_SEED").unwrap_or_else(|| fastrand::u64(..));
    let duration = Duration::from_secs(number("CHAOS_SECONDS").unwrap_or(75));
    println!("CHAOS_SEED={seed} CHAOS_SECONDS={}", duration.as_secs());
    kill_under_javas_client(&cluster).await?;
    let [rows, counters] =
        ["chaos_rows", "chaos_counters"].map(|name| TableName::from_static("default", name));
    let quiet = native(&cluster);
    for table in [&rows, &counters] {
        create(&quiet, table).await?;
    }
    let network = Network::new(seed);
    let client = native_through(&cluster, &network);
    let record = Arc::new(Record::default());
    let work = Work::start(
        client,
        [rows.clone(), counters.clone()],
        Arc::clone(&record),
    );
    let mut disturbance = Disturbance::new(&cluster, network.clone(), rows.clone(), seed);
    let outcome = disturbance.run(Instant::now() + duration).await;
    work.stop().await;
    println!("{disturbance}, {} cuts", network.cuts());
    println!("{record}");
    outcome?;
    record.verify_calls()?;
    record.verify_rows(&quiet, &rows).await?;
    record.verify_counters(&quiet, &counters).await?;
    // HBase's own client must read the same rows.
    record.verify_rows(Oracle::shared().as_ref(), &rows).await?;
    disturbance.verify()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

async fn create(client: &Native, table: &TableName) -> Outcome {
    let mut descriptor = TableDescriptor::new(table.clone());
    descriptor.families = vec![FamilyDescriptor::new("f")].into();
    descriptor.splits = Splits::HexString { regions: 4 };
    client.create_table(&descriptor, soon()).await?;
    Ok(())
}

/// Checks with `HBase`'s own client that this cluster's file system keeps acknowledged writes: otherwise the
/// rest would say nothing about the native client.
async fn kill_under_javas_client(cluster: &Cluster) -> Outcome {
    let java = Oracle::shared();
    let table = TableName::from_static("default", "chaos_java");
    create(&native(cluster), &table).await?;
    let mut acknowledged = Vec::new();
    for number in 0..2000_u32 {
        if number == 700 {
            cluster.run(&["region1", "kill"])?;
        }
        let row = format!("{:02x}{number:06}", number % 256);
        let mut put = Mutation::new(row.as_bytes());
        put.put(b"f", b"q", row.as_bytes())?;
        if java
            .mutate(&table, put, Deadline::after(Duration::from_secs(5)))
            .await
            .is_ok()
        {
            acknowledged.push(row);
        } else if number % 20 == 0 {
            println!("{row} was not acknowledged");
        }
    }
    cluster.run(&["region1", "start"])?;
    let gets: Vec<_> = acknowledged
        .iter()
        .map(|row| Get::new(row.as_bytes()))
        .collect();
    let found = java.get_many(&table, &gets, soon()).await?;
    let lost = found.iter().filter(|row| row.is_none()).count();
    println!(
        "Java's client: {} rows acknowledged around a kill -9, {lost} lost",
        acknowledged.len()
    );
    if lost > 0 || acknowledged.len() < 1000 {
        return Err("the cluster loses what it has acknowledged, or takes nothing".into());
    }
    Ok(())
}

/// The keys of a table, in order.
pub(crate) async fn keys(client: &dyn Backend, table: &TableName) -> Outcome<Vec<String>> {
    let mut scanner = client.scan(table, Scan::new(), soon()).await?;
    let mut keys = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok(keys);
        }
        keys.extend(
            batch
                .iter()
                .map(|row| String::from_utf8_lossy(row.key()).into_owned()),
        );
    }
}
