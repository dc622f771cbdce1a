//! Tables that are disabled or missing: every call of the Thrift backend reports it well before its deadline.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::time::{Duration, Instant};

use hbase_backend::{
    Append, Backend, CheckAndMutate, Condition, Error, Filter, Get, Increment, Mutation, Result,
    Scan, TimeRange,
};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema::HTable;
use hbase_schema_cluster_tests::{Cluster, Oracle, connect, patient, soon, thrift};
use hbase_schema_thrift::{Options, Thrift};

/// Well below the deadlines of two minutes, even on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(15);

fn put(row: &str) -> Mutation {
    let mut put = Mutation::new(row);
    put.put(b"f", b"q", b"v").expect("short");
    put
}

fn deletion() -> Mutation {
    let mut deletion = Mutation::new("a");
    deletion.delete_row(None);
    deletion
}

fn filtered() -> Get {
    let mut get = Get::new("a");
    get.read.filter = Some(Filter::FirstKeyOnly);
    get
}

fn check_and_mutate() -> CheckAndMutate {
    let absent = Condition::Absent {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
    };
    CheckAndMutate {
        condition: absent,
        time_range: TimeRange::ALL,
        mutation: put("a"),
    }
}

fn increment() -> Increment {
    Increment {
        row: b"a".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
        ..Increment::default()
    }
}

fn append() -> Append {
    Append {
        row: b"a".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), b"x".to_vec())],
        ..Append::default()
    }
}

async fn scan(client: &Thrift, table: &TableName) -> Result<()> {
    let mut scanner = client.scan(table, Scan::new(), soon()).await?;
    scanner.next_batch(soon()).await.map(drop)
}

/// Each call with its error and duration.
async fn outcomes(client: &Thrift, table: &TableName) -> Vec<(&'static str, Error, Duration)> {
    let mut found = Vec::new();
    macro_rules! fails {
        ($($name:literal: $call:expr),* $(,)?) => { $(
            let started = Instant::now();
            let error = $call.await.map(drop).expect_err($name);
            found.push(($name, error, started.elapsed()));
        )* };
    }
    fails!(
        "mutate": client.mutate(table, put("a"), soon()),
        "delete a row": client.mutate(table, deletion(), soon()),
        "mutate_many": client.mutate_many(table, vec![put("a"), put("b")], soon()),
        "get": client.get(table, &Get::new("a"), soon()),
        "get with a filter": client.get(table, &filtered(), soon()),
        "get_many": client.get_many(table, &[Get::new("a"), Get::new("b")], soon()),
        "check_and_mutate": client.check_and_mutate(table, check_and_mutate(), soon()),
        "increment": client.increment(table, increment(), soon()),
        "append": client.append(table, append(), soon()),
        "scan": scan(client, table),
    );
    found
}

#[tokio::test]
async fn a_table_or_a_namespace_that_is_missing_is_named_by_every_call() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let client = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    for name in ["states_missing", "STATES_MISSING:T"] {
        let table = TableName::parse(name).expect("a good name");
        for (call, error, took) in outcomes(&client, &table).await {
            let is_named =
                matches!(&error, Error::TableNotFound { table: named } if *named == table);
            assert!(is_named && took < AT_ONCE, "{call}, {took:?}: {error}");
        }
        let enabled = client.is_table_enabled(&table, soon()).await;
        assert!(
            matches!(enabled, Err(Error::TableNotFound { .. })),
            "{enabled:?}"
        );
    }
}

#[derive(HTable, Debug)]
#[table("STATES_DISABLED", allow(name_length))]
#[family("D1")]
struct Disabled {
    #[rowkey]
    id: u64,
    q: u32,
}

#[tokio::test]
async fn a_disabled_table_is_named_by_every_call_and_by_verify() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let client = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    let mut table = TableDescriptor::new(Disabled::SCHEMA.table.name.clone());
    table.families = vec![FamilyDescriptor::new("D1")].into();
    let made = client.create_table(&table, soon()).await;
    made.expect("a new table");
    let db = connect(&cluster.thrift, patient(), &Options::default()).expect("a gateway");
    db.verify::<Disabled>().await.expect("as declared");
    assert!(
        client
            .is_table_enabled(&table.name, soon())
            .await
            .expect("an answer")
    );
    let disabled = cluster.shell("states", "disable 'STATES_DISABLED'");
    disabled.expect("the shell");

    let fresh = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    for (call, error, took) in outcomes(&fresh, &table.name).await {
        let is_named = matches!(error, Error::TableDisabled { .. });
        assert!(is_named && took < AT_ONCE, "{call}, {took:?}: {error}");
    }
    let error = db.verify::<Disabled>().await.expect_err("disabled");
    assert!(
        error.to_string().contains("enable 'STATES_DISABLED'"),
        "{error}"
    );
    let fresh = connect(&cluster.thrift, patient(), &Options::default()).expect("a gateway");
    let rows = (0..10).map(|id| Disabled { id, q: 1 });
    let error = fresh
        .put_many(rows)
        .await
        .expect_err("disabled")
        .to_string();
    assert!(
        error.contains(": 0 rows done; stopped before row 0: "),
        "{error}"
    );
    assert!(error.contains("is disabled"), "{error}");

    let oracle = Oracle::shared();
    let enabled = oracle.is_table_enabled(&table.name, soon()).await;
    assert!(!enabled.expect("an answer"));
}
