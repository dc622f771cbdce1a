//! Makes random calls on tables of a real `HBase`, and compares the results with the reference model.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use hbase_schema::Connection;
use hbase_schema::model::TableDescriptor;
use hbase_schema_cluster_tests::{Cluster, native, patient, soon};
use hbase_schema_random_tests::run::check_on;
use hbase_schema_random_tests::{AnySubject, tables};

/// The maximum number of tables.
const TABLES: usize = 50;

/// The number of tables that exist at the same time. Creating one takes seconds, in which the server mostly waits.
const THREADS: usize = 4;

/// The server rejects tables whose classes it lacks: the library of the compression, and the policy, which does not exist.
fn descriptor(subject: &dyn AnySubject) -> TableDescriptor {
    let mut descriptor = subject.descriptor().clone();
    descriptor.split_policy = None;
    for family in descriptor.families.to_mut() {
        family.compression = None;
    }
    descriptor
}

/// The number of calls on a table, or the report of a difference.
async fn check(subject: &dyn AnySubject, db: &Connection) -> Result<u64, String> {
    let table = subject.table();
    let failed = |call: &str, error: &str| format!("{call}, seed {}: {error}", table.seed);
    let created = db
        .backend()
        .create_table(&descriptor(subject), soon())
        .await;
    created.map_err(|error| failed("create", &error.to_string()))?;
    let checked = check_on(subject, &table, db, 0).await;
    let dropped = db
        .backend()
        .drop_table(&subject.descriptor().name, soon())
        .await;
    dropped.map_err(|error| failed("drop", &error.to_string()))?;
    match checked {
        Ok(counts) => Ok(counts.calls),
        Err(difference) => Err(difference.report(&table, 0)),
    }
}

/// Checks subjects until none is left; the results of their tables.
fn check_all(
    cluster: &Cluster,
    subjects: &[Box<dyn AnySubject>],
    next: &AtomicUsize,
) -> Vec<Result<u64, String>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let db = Connection::with_limits(Arc::new(native(cluster)), patient());
        // Another thread may have created the namespace.
        let _ = db.create_namespace("RANDOM").await;
        let mut results = Vec::new();
        while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            results.push(check(subject.as_ref(), &db).await);
        }
        results
    })
}

/// Tables whose calls need no clock that the tests set.
fn subjects() -> Vec<Box<dyn AnySubject>> {
    let mut subjects = tables::subjects();
    subjects.retain(|subject| subject.table().needs_no_clock());
    subjects.truncate(TABLES);
    subjects
}

#[test]
fn calls_return_what_the_reference_says() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let (subjects, next) = (subjects(), AtomicUsize::new(0));
    let results = thread::scope(|scope| {
        let started: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| check_all(&cluster, &subjects, &next)))
            .collect();
        let ended = started.into_iter().map(ScopedJoinHandle::join);
        ended
            .flat_map(|results| results.expect("the thread does not panic"))
            .collect::<Vec<_>>()
    });
    let calls: u64 = results.iter().flatten().sum();
    println!("{} tables, {calls} calls", results.len());
    let differences: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    assert!(
        differences.is_empty(),
        "{} tables differ\n{}",
        differences.len(),
        differences.join("\n\n")
    );
}
