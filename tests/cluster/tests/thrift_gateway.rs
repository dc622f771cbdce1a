//! Behaviour that only a real gateway shows: its defaults, its filter language, its restart.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::time::Duration;

use hbase_backend::{
    Backend, Capability, Comparator, CompareOp, Deadline, Error, Filter, Mutation, Scan,
};
use hbase_model::{FamilyDescriptor, KeepDeletedCells, TableDescriptor, TableName, Ttl};
use hbase_schema::{ErrorKind, HTable, Timestamp};
use hbase_schema_cluster_tests::{Cluster, connect, create_anew, patient, soon, thrift};
use hbase_schema_thrift::{Options, Thrift};
use tokio::sync::{RwLock, RwLockReadGuard};

/// The test that restarts the gateway runs alone.
static GATEWAY: RwLock<()> = RwLock::const_new(());

/// The gateway, which is not restarted while a test has this.
struct Running {
    cluster: Cluster,
    _turn: RwLockReadGuard<'static, ()>,
}

impl Running {
    async fn gateway() -> Self {
        Self {
            _turn: GATEWAY.read().await,
            cluster: cluster(),
        }
    }

    fn client(&self, options: &Options) -> Thrift {
        thrift(&self.cluster.thrift, options).expect("a gateway")
    }
}

fn cluster() -> Cluster {
    Cluster::from_env().expect("a running HBase")
}

fn described(name: &'static str) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::from_static("default", name));
    table.families = vec![FamilyDescriptor::new("f")].into();
    table
}

async fn filled(client: &Thrift, name: &'static str, keys: &[&[u8]]) -> TableName {
    let table = described(name);
    client
        .create_table(&table, soon())
        .await
        .expect("a new table");
    let puts = keys.iter().map(|key| {
        let mut put = Mutation::new(*key);
        put.put_at(b"f", key, 1, key).expect("short");
        put
    });
    let written = client
        .mutate_many(&table.name, puts.collect(), soon())
        .await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    table.name
}

#[tokio::test]
async fn what_is_not_said_of_a_family_is_hbases_own_default() {
    let gateway = Running::gateway().await;
    let client = gateway.client(&Options::default());
    let table = described("gateway_defaults");
    client
        .create_table(&table, soon())
        .await
        .expect("a new table");
    let printed = gateway.cluster.shell(
        "defaults",
        "create 'shell_defaults', 'f'\ndescribe 'shell_defaults'\ndescribe 'gateway_defaults'",
    );
    let printed = printed.expect("the shell");
    let families: Vec<_> = printed
        .lines()
        .filter(|line| line.contains("NAME => 'f'"))
        .collect();
    assert_eq!(families.len(), 2, "{printed}");
    assert_eq!(families[0], families[1]);
    let family = client
        .describe_table(&table.name, soon())
        .await
        .expect("a table");
    let family = family.family(b"f").expect("f").clone();
    assert_eq!(family.versions, Some(1));
    assert_eq!(family.ttl, Some(Ttl::FOREVER));
    assert_eq!(
        (family.block_cache, family.in_memory),
        (Some(true), Some(false))
    );
    assert_eq!(family.keep_deleted_cells, None);
}

#[tokio::test]
async fn unsupported_attributes_are_named() {
    let gateway = Running::gateway().await;
    let mut table = described("gateway_refused");
    let mut family = FamilyDescriptor::new("f");
    family.block_size = Some(8192);
    family.keep_deleted_cells = Some(KeepDeletedCells::True);
    table.families = vec![family].into();
    table.max_filesize = Some(1 << 30);
    let client = gateway.client(&Options::default());
    let error = client
        .create_table(&table, soon())
        .await
        .expect_err("no such words");
    for word in [
        "MAX_FILESIZE",
        "BLOCKSIZE of family f",
        "KEEP_DELETED_CELLS",
        "shell",
    ] {
        assert!(error.to_string().contains(word), "{error}");
    }
    let listed = client.list_tables(soon()).await.expect("tables");
    assert!(!listed.contains(&table.name));
    // If a table exists, the error says so, like for a table that the gateway can create.
    let plain = described("gateway_refused");
    client.create_table(&plain, soon()).await.expect("a table");
    let error = client.create_table(&table, soon()).await;
    let error = error.expect_err("it exists");
    assert!(matches!(error, Error::TableExists { .. }), "{error}");
}

/// A table with split points and an attribute, which the gateway can set on no new table.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GATEWAY_DECLARED", splits = ["g", "p"], max_filesize = 10737418240)]
#[family("D1")]
struct Declared {
    #[rowkey]
    id: String,
    n: u32,
}

/// Such a table for each day.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GATEWAY_DAY_{yyyyMMdd}", splits = ["g", "p"])]
#[family("D1")]
struct OfDay {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    id: String,
    n: u32,
}

#[tokio::test]
async fn declared_tables_that_exist_are_used_whatever_they_declare() {
    let gateway = Running::gateway().await;
    let cluster = &gateway.cluster;
    create_anew(cluster, "gateway_declared", &[Declared::DDL]).expect("a table");
    let of_day = "create 'GATEWAY_DAY_20151226', 'D1', SPLITS => ['g', 'p']";
    create_anew(cluster, "gateway_day", &[of_day]).expect("a table");
    let db = connect(&cluster.thrift, patient(), &Options::default()).expect("a gateway");
    let is_new = db.create_table_if_missing::<Declared>().await;
    assert!(!is_new.expect("it exists"));
    let error = db.create_table::<Declared>().await.expect_err("it exists");
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    let days = db.dated::<OfDay>();
    let day = |day| Timestamp::from_utc(2015, 12, day, 0, 0, 0).expect("a time");
    assert_eq!(days.create(day(26)).await.expect("it exists"), []);
    let row = OfDay {
        day: day(26),
        id: "x".to_owned(),
        n: 1,
    };
    db.put(&row).await.expect("a put");
    let error = days.create(day(27)).await.expect_err("no split points");
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
}

/// Bytes that have a meaning in the filter language, or are not text.
const ODD_KEYS: &[&[u8]] = &[
    b"'",
    b"''",
    b"'a",
    b"a'",
    b"a''b",
    b")",
    b"')",
    b"',",
    b" AND ",
    b"(",
    b"\x00",
    b"\xff\xfe",
    b"\xc3\xa9",
    b"\\",
    b"binary:x",
    b"a b",
    b"\t",
];

/// Filters that pass only the row with this key.
fn filters_of_row(key: &[u8]) -> [Filter; 4] {
    let binary = || Comparator::Binary(key.to_vec());
    let is_key = Filter::Row(CompareOp::Equal, binary());
    let is_value = Filter::Value(CompareOp::Equal, binary());
    let column = Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: key.to_vec(),
        op: CompareOp::Equal,
        comparator: binary(),
        filter_if_missing: true,
        latest_version_only: true,
    };
    let both = Filter::And(vec![
        is_key.clone(),
        Filter::Or(vec![is_value.clone(), column.clone()]),
    ]);
    [is_key, is_value, column, both]
}

#[tokio::test]
async fn filters_take_any_bytes() {
    let gateway = Running::gateway().await;
    let client = gateway.client(&Options::default());
    let table = filled(&client, "gateway_filters", ODD_KEYS).await;
    for key in ODD_KEYS {
        for filter in filters_of_row(key) {
            let mut scan = Scan::new();
            scan.read.filter = Some(filter.clone());
            let mut scanner = client.scan(&table, scan, soon()).await.expect("a scan");
            let rows = scanner.next_batch(soon()).await.expect("rows");
            let found: Vec<_> = rows.iter().map(hbase_backend::Row::key).collect();
            assert_eq!(found, [*key], "{filter:?}");
        }
    }
}

#[tokio::test]
async fn a_scan_goes_on_after_the_gateway_has_started_again() {
    let _turn = GATEWAY.write().await;
    let cluster = cluster();
    let client = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    let keys: Vec<_> = (0..500).map(|n| format!("{n:03}").into_bytes()).collect();
    let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
    let table = filled(&client, "gateway_restart", &keys).await;
    for reversed in [false, true] {
        let scan = Scan {
            caching: Some(100),
            reversed,
            ..Scan::default()
        };
        let mut scanner = client.scan(&table, scan, soon()).await.expect("a scan");
        let mut rows = scanner.next_batch(soon()).await.expect("rows");
        for command in ["kill", "start"] {
            cluster
                .run(&["gateway", command])
                .expect("the gateway's control");
        }
        loop {
            let batch = scanner.next_batch(soon()).await.expect("rows");
            if batch.is_empty() {
                break;
            }
            rows.extend(batch);
        }
        let found: Vec<_> = rows.iter().map(hbase_backend::Row::key).collect();
        let mut expected = keys.clone();
        if reversed {
            expected.reverse();
        }
        assert_eq!(found, expected);
    }
}

#[tokio::test]
async fn the_wrong_transport_or_protocol_is_reported() {
    let gateway = Running::gateway().await;
    for options in [
        Options::default().framed(true),
        Options::default().compact(true),
        Options::default().framed(true).compact(true),
    ] {
        let deadline = Deadline::after(Duration::from_secs(2));
        let error = gateway
            .client(&options)
            .ping(deadline)
            .await
            .expect_err("not so started");
        assert!(error.to_string().contains("`?framed`"), "{error}");
    }
    let line = gateway
        .client(&Options::default())
        .ping(soon())
        .await
        .expect("a gateway");
    assert!(line.starts_with("Thrift1 gateway 127.0.0.1:"), "{line}");
}

#[tokio::test]
async fn errors_have_no_stack_trace() {
    let gateway = Running::gateway().await;
    let client = gateway.client(&Options::default());
    let table = filled(&client, "gateway_errors", &[b"r"]).await;
    let mut put = Mutation::new("r");
    put.put_at(b"f", b"n", 1, b"no number").expect("short");
    client.mutate(&table, put, soon()).await.expect("a put");
    let increment = hbase_backend::Increment {
        row: b"r".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
        ..hbase_backend::Increment::default()
    };
    let error = client
        .increment(&table, increment, soon())
        .await
        .expect_err("no number");
    assert!(matches!(error, Error::Server { .. }), "{error}");
    assert!(!error.to_string().contains("\tat "), "{error}");
    println!("{error}");
    let refused = client
        .truncate_table(&table, true, soon())
        .await
        .expect_err("refused");
    let is_truncate = matches!(
        &refused,
        Error::Unsupported {
            capability: Capability::Truncate,
            ..
        }
    );
    assert!(is_truncate, "{refused}");
}
