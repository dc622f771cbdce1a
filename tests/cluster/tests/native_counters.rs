//! Increments and appends of the native client on a real `HBase` while connections are cut: each is applied once, or its
//! error leaves that open.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use hbase_model::{
    Append, Backend as _, Deadline, Error, FamilyDescriptor, Get, Increment, Result, Row,
    TableDescriptor, TableName,
};
use hbase_native::Native;
use hbase_schema_cluster_tests::{Cluster, Mode, Network, native, native_through, soon};

/// Increments of each task.
const CALLS: usize = 250;

/// Two columns in two families, so that a result has several cells.
const COLUMNS: [(&[u8], &[u8]); 2] = [(b"f", b"n"), (b"g", b"n")];

/// What was acknowledged, and how many outcomes are unknown.
#[derive(Debug, Default)]
struct Outcomes<T> {
    known: Vec<T>,
    unknown: usize,
}

impl<T> Outcomes<T> {
    fn note(&mut self, outcome: Result<T>) {
        match outcome {
            Ok(known) => self.known.push(known),
            Err(error) if error.is_without_effect() => {}
            Err(error) => {
                let text = error.to_string();
                let is_late = matches!(error, Error::DeadlineExceeded { .. });
                assert!(is_late || text.contains("unknown"), "{text}");
                self.unknown += 1;
            }
        }
    }
}

async fn created(cluster: &Cluster, name: &'static str) -> TableName {
    let table = TableName::from_static("default", name);
    let mut descriptor = TableDescriptor::new(table.clone());
    descriptor.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    let client = native(cluster);
    client
        .create_table(&descriptor, soon())
        .await
        .expect("a table");
    table
}

/// A client whose connections are cut after some bytes; the network, to end that.
fn cut_client(cluster: &Cluster) -> (Native, Network) {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let network = Network::new(seed);
    network.set(Mode::Cut { below: 4000 });
    (native_through(cluster, &network), network)
}

async fn add(client: &Native, table: &TableName, row: &str) -> Result<i64> {
    let columns = COLUMNS.iter();
    let increment = columns.fold(Increment::new(row), |sum, (family, qualifier)| {
        sum.add(family, qualifier, 1)
    });
    let deadline = Deadline::after(Duration::from_secs(20));
    let row = client.increment(table, increment, deadline).await?;
    Ok(sum_of(&row))
}

/// The sum, which both columns have.
fn sum_of(row: &Row) -> i64 {
    let sums = COLUMNS.map(|(family, qualifier)| row.value(family, qualifier).expect("a counter"));
    assert_eq!(sums[0], sums[1]);
    i64::from_be_bytes(sums[0].try_into().expect("8 bytes"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_increment_whose_answer_is_cut_is_applied_once() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let table = created(&cluster, "native_counters").await;
    let (client, network) = cut_client(&cluster);
    let mut outcomes = Outcomes::default();
    for _ in 0..CALLS {
        outcomes.note(add(&client, &table, "r").await);
    }
    network.set(Mode::Pass);
    println!(
        "{} known, {} unknown, {:?}",
        outcomes.known.len(),
        outcomes.unknown,
        client.counts()
    );
    let sum = value(&cluster, &table, "r").await;
    let known = outcomes.known.len();
    assert!(sum >= known && sum <= known + outcomes.unknown, "{sum}");
    assert!(
        outcomes.known.is_sorted_by(|a, b| a < b),
        "{:?}",
        outcomes.known
    );
    let lost = client.counts().retries.get("connection lost").copied();
    assert!(
        lost.is_some_and(|lost| lost > 5),
        "the test cuts no answers"
    );
    // Nobody else writes: what was sent again has its result.
    assert!(
        outcomes.unknown * 10 < CALLS,
        "{} unknown",
        outcomes.unknown
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sums_of_one_counter_are_given_to_one_caller_each() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let table = created(&cluster, "native_contended").await;
    let (client, network) = cut_client(&cluster);
    let client = Arc::new(client);
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let (client, table) = (Arc::clone(&client), table.clone());
            tokio::spawn(async move {
                let mut outcomes = Outcomes::default();
                for _ in 0..CALLS {
                    outcomes.note(add(&client, &table, "r").await);
                }
                outcomes
            })
        })
        .collect();
    let (mut sums, mut known, mut unknown) = (BTreeSet::new(), 0, 0);
    for task in tasks {
        let outcomes = task.await.expect("a task");
        known += outcomes.known.len();
        unknown += outcomes.unknown;
        sums.extend(outcomes.known);
    }
    network.set(Mode::Pass);
    println!("{known} known, {unknown} unknown, {:?}", client.counts());
    let sum = value(&cluster, &table, "r").await;
    assert!(
        sum >= known && sum <= known + unknown,
        "{sum}, {known} known"
    );
    assert_eq!(sums.len(), known, "a sum was returned twice");
    assert!(known > CALLS, "{known} known");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_whose_answer_is_cut_is_applied_once() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let table = created(&cluster, "native_appends").await;
    let (client, network) = cut_client(&cluster);
    let mut outcomes = Outcomes::default();
    for _ in 0..CALLS {
        let append = Append::new("r").add(b"f", b"q", b"x");
        let deadline = Deadline::after(Duration::from_secs(20));
        let outcome = client.append(&table, append, deadline).await;
        let length = |row: Row| row.value(b"f", b"q").expect("the text").len();
        outcomes.note(outcome.map(length));
    }
    network.set(Mode::Pass);
    let known = outcomes.known.len();
    println!(
        "{known} known, {} unknown, {:?}",
        outcomes.unknown,
        client.counts()
    );
    let row = native(&cluster).get(&table, &Get::new("r"), soon()).await;
    let row = row.expect("a read").expect("the row");
    let length = row.value(b"f", b"q").expect("the text").len();
    assert!(
        length >= known && length <= known + outcomes.unknown,
        "{length}"
    );
    assert!(
        outcomes.known.is_sorted_by(|a, b| a < b),
        "{:?}",
        outcomes.known
    );
    assert!(
        outcomes.unknown * 10 < CALLS,
        "{} unknown",
        outcomes.unknown
    );
}

/// What a counter holds.
async fn value(cluster: &Cluster, table: &TableName, row: &str) -> usize {
    let found = native(cluster).get(table, &Get::new(row), soon()).await;
    let found = found.expect("a read").expect("the row");
    usize::try_from(sum_of(&found)).expect("a count")
}
