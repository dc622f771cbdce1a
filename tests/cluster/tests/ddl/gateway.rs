//! The same tables through the Thrift gateway, which describes a part of a table and alters none.

use hbase_model::diff::{Declared, DifferenceKind, Step, TableDiff};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};
use hbase_schema::db::Destructive;
use hbase_schema::{Connection, Error, HTable};
use hbase_schema_cluster_tests::{Cluster, patient};

use crate::{assert_same, create, live, oracle, shell};

#[derive(HTable, Debug)]
#[table(
    "DDLTEST:BY_GATEWAY",
    allow(name_length),
    splits = per_bucket,
    max_filesize = 1073741824
)]
#[rowkey(salt = buckets(4))]
#[family("D1", versions = 5, ttl = "20000d", block_size = 32768, in_memory)]
struct Measured {
    #[rowkey(salt)]
    id: u64,
    a: u32,
}

/// The same table later.
#[derive(HTable, Debug)]
#[table("DDLTEST:BY_GATEWAY", allow(name_length), splits = per_bucket)]
#[rowkey(salt = buckets(4))]
#[family("D1", versions = 7, block_size = 16384)]
struct Later {
    #[rowkey(salt)]
    id: u64,
    a: u32,
}

async fn gateway() -> Connection {
    let cluster = Cluster::from_env().expect("a running HBase");
    let url = format!("thrift://{}", cluster.thrift);
    let db = hbase_schema::connect(&url).await;
    db.unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn what_the_gateway_does_not_tell_is_listed_and_the_rest_is_compared() {
    create("by_gateway", std::slice::from_ref(Measured::SCHEMA.table)).await;
    let db = gateway().await;
    let verified = db.verify::<Measured>().await;
    let verified = verified.unwrap_or_else(|error| panic!("{error}"));
    let block_size = DifferenceKind::FamilyAttribute("D1".into(), "BLOCKSIZE".into());
    let max_filesize = DifferenceKind::TableAttribute("MAX_FILESIZE".into());
    assert_eq!(verified.not_checked(), [block_size.clone(), max_filesize]);

    let diff = db.diff::<Later>().await.expect("a comparison");
    assert_eq!(diff.not_checked, [block_size]);
    let whats: Vec<_> = diff.differences.iter().map(|found| &found.kind).collect();
    assert_eq!(
        whats,
        [&DifferenceKind::FamilyAttribute(
            "D1".into(),
            "VERSIONS".into()
        )]
    );

    let plan = db.plan(&[diff]).await.expect("a plan");
    let error = db
        .apply(&plan, Destructive::CarryOut)
        .await
        .expect_err("no alterations");
    let error = error.to_string();
    assert!(
        error.ends_with(
            "for HBase's shell:\nalter 'DDLTEST:BY_GATEWAY', {NAME => 'D1', VERSIONS => 7}"
        ),
        "{error}"
    );
    // A backend that describes everything reports both.
    let whole = Connection::with_limits(oracle(), patient());
    let differences = whole
        .diff::<Later>()
        .await
        .expect("a comparison")
        .differences;
    assert_eq!(differences.len(), 2, "{differences:?}");
}

/// Tables; the gateway can create one of them.
fn declared() -> Vec<TableDescriptor> {
    let named = |name: &str, splits| {
        let mut table = TableDescriptor::new(TableName::parse(name).expect("a good name"));
        table.families = vec![FamilyDescriptor::new("D1")].into();
        table.splits = splits;
        table
    };
    let keys = Splits::Keys(vec![b"it's".as_slice().into(), b"\x80".as_slice().into()].into());
    vec![
        named("DDLGATE:SPLIT", keys.clone()),
        named("DDLGATE_PLAIN", Splits::None),
        named("DDLGATE:OTHER", Splits::None),
        named("DDLGATE_SPLIT", keys),
    ]
}

async fn diffs(db: &Connection, tables: &[TableDescriptor]) -> Vec<TableDiff> {
    let mut diffs = Vec::new();
    for table in tables {
        let diff = db.diff_of(Declared::table(table)).await;
        diffs.push(diff.expect("a comparison"));
    }
    diffs
}

/// The script creates what the gateway cannot, and nothing is left to do.
#[tokio::test]
async fn what_the_gateway_cannot_create_is_a_script_that_runs() {
    let (db, tables) = (gateway().await, declared());
    let plan = db.plan(&diffs(&db, &tables).await).await.expect("a plan");
    let error = db.apply(&plan, Destructive::LeaveOut).await;
    let Err(Error::Apply(error)) = error else {
        panic!("{error:?}")
    };
    let done: Vec<_> = error.done().iter().filter_map(Step::table).collect();
    assert_eq!(done, [&tables[1].name], "{error}");
    assert_eq!(error.failures().len(), 3, "{error}");
    shell("by_gateway_script", &error.script(), &[]);
    for table in &tables {
        let table_live = live(&table.name).await;
        assert_same(table, &table_live);
    }
    let left = db.plan(&diffs(&db, &tables).await).await.expect("a plan");
    assert!(left.is_empty(), "{left:?}");
}
