//! Increments and appends of the native client on a real `HBase` while connections are cut: each is applied once, or its
//! error leaves that open.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{
    Append, Backend as _, Deadline, Durability, Error, Get, Increment, Mutation, Result, Row,
};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
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
    // Nobody else writes, so a request that was sent again returns its result.
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

/// The value of a counter.
async fn value(cluster: &Cluster, table: &TableName, row: &str) -> usize {
    let found = native(cluster).get(table, &Get::new(row), soon()).await;
    let found = found.expect("a read").expect("the row");
    usize::try_from(sum_of(&found)).expect("a count")
}

/// Results of new columns in one run: `NATIVE_RESULTS=200000` for more.
const RESULTS: usize = 8_000;

/// Concurrent tasks that update, and as many that put values of this size.
const TASKS: usize = 8;
const LARGE: usize = 1 << 20;

/// A server frees the cell block of a request before it writes the response: where the result is the request's own cell, as of a
/// new column, its bytes would be those of the large puts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_beside_large_puts_are_those_of_their_requests() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let table = created(&cluster, "native_results").await;
    let client = Arc::new(native(&cluster));
    let wanted =
        std::env::var("NATIVE_RESULTS").map_or(RESULTS, |text| text.parse().expect("a number"));
    let puts: Vec<_> = (0..TASKS)
        .map(|task| tokio::spawn(put_large(Arc::clone(&client), table.clone(), task)))
        .collect();
    let updates = (0..TASKS).map(|task| {
        let update = update_new_columns(Arc::clone(&client), table.clone(), task, wanted / TASKS);
        tokio::spawn(update)
    });
    for update in updates.collect::<Vec<_>>() {
        update.await.expect("right results");
    }
    for put in puts {
        assert!(!put.is_finished(), "a put has failed");
        put.abort();
    }
}

/// The values stay out of the log, which would grow by gigabytes.
async fn put_large(client: Arc<Native>, table: TableName, task: usize) {
    let value = vec![b'x'; LARGE];
    loop {
        let mut put = Mutation::new(format!("large {task}"));
        put.put(b"g", b"v", &value).expect("a cell");
        put.durability = Durability::SkipWal;
        let put = client.mutate(&table, put, Deadline::after(Duration::from_mins(1)));
        put.await.expect("a put");
    }
}

async fn update_new_columns(client: Arc<Native>, table: TableName, task: usize, count: usize) {
    for number in 0..count {
        let row = format!("{task} {}", number / 100);
        let column = format!("n{number}");
        let deadline = Deadline::after(Duration::from_mins(1));
        let result = if number % 2 == 0 {
            let increment = Increment::new(&*row).add(b"f", column.as_bytes(), 7);
            client.increment(&table, increment, deadline).await
        } else {
            let append = Append::new(&*row).add(b"f", column.as_bytes(), b"seven");
            client.append(&table, append, deadline).await
        };
        let result = result.expect("a result");
        let cells: Vec<_> = result
            .cells()
            .map(|cell| (cell.qualifier, cell.value))
            .collect();
        let value = if number % 2 == 0 {
            &7_i64.to_be_bytes()[..]
        } else {
            b"seven"
        };
        assert_eq!(result.key(), row.as_bytes());
        assert_eq!(cells, [(column.as_bytes(), value)]);
    }
}
