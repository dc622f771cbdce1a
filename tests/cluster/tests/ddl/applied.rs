//! A plan on a real `HBase`: the backend carries it out, and then the shell runs its statements.

use hbase_model::TableDescriptor;
use hbase_model::diff::Plan;
use hbase_schema::db::Destructive;
use hbase_schema::{Connection, HTable};
use hbase_schema_cluster_tests::{Cluster, patient, soon};

use crate::{create, diff, live, oracle, renamed, shell};

/// The first declaration.
mod before {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DDLPLAN:WEATHER", allow(name_length), max_filesize = 1073741824)]
    #[rowkey(salt = buckets(4))]
    #[family("D1", versions = 5, ttl = "20000d", keep_deleted_cells)]
    #[family("D2")]
    pub(crate) struct Weather {
        #[rowkey(salt)]
        pub(crate) city: String,
        #[family("D1")]
        pub(crate) rain_mm: u32,
        #[family("D2")]
        pub(crate) snow_mm: Option<u32>,
    }
}

/// The same table later.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table(
    "DDLPLAN:WEATHER",
    allow(name_length),
    max_filesize = 2147483648,
    compaction_enabled = false,
    owner = "weather's",
    metadata("NOTE" = "it's")
)]
#[rowkey(salt = buckets(4))]
#[family(
    "D1",
    versions = 3,
    ttl = "10000d",
    bloom = rowcol,
    compression = gz,
    keep_deleted_cells = false,
    metadata("WHY" = "don't")
)]
#[family("D3", in_memory, versions = 2)]
struct Weather {
    #[rowkey(salt)]
    city: String,
    #[family("D1")]
    rain_mm: u32,
    #[family("D3")]
    wind: Option<u32>,
}

fn seattle() -> before::Weather {
    before::Weather {
        city: "Seattle".into(),
        rain_mm: 11,
        snow_mm: Some(2),
    }
}

async fn plan(db: &Connection) -> Plan {
    let diff = db.diff::<Weather>().await.expect("a comparison");
    db.plan(&[diff]).await.expect("a plan")
}

/// Creates the table as it was declared first, with a row.
async fn create_before(db: &Connection) {
    let missing = [db.diff::<before::Weather>().await.expect("a comparison")];
    let first = db.plan(&missing).await.expect("a plan");
    let created = db.apply(&first, Destructive::LeaveOut).await;
    let created = created.expect("a new table");
    let created: Vec<_> = created.done.iter().map(|step| &*step.statement).collect();
    let create = before::Weather::DDL.lines().last().expect("a statement");
    assert_eq!(created, ["create_namespace 'DDLPLAN'", create]);
    db.verify::<before::Weather>().await.expect("as declared");
    db.put(&seattle()).await.expect("a row");
}

/// By Java's client, then by the native one.
#[tokio::test]
async fn a_plan_is_carried_out_and_nothing_differs_then() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let native = hbase_schema::connect(&format!("hbase://{}", cluster.master)).await;
    for db in [
        Connection::with_limits(oracle(), patient()),
        native.expect("a cluster"),
    ] {
        carry_out(&db).await;
        db.drop_table::<Weather>().await.expect("a table to drop");
        let dropped = oracle().drop_namespace("DDLPLAN", soon()).await;
        dropped.expect("an empty namespace");
    }
}

async fn carry_out(db: &Connection) {
    create_before(db).await;
    let planned = plan(db).await;
    assert_eq!(
        (planned.harmless.len(), planned.destructive.len()),
        (3, 2),
        "{planned:?}"
    );
    db.apply(&planned, Destructive::LeaveOut)
        .await
        .expect("harmless steps");
    assert_eq!(
        db.get(&seattle().key()).await.expect("a get"),
        Some(seattle())
    );
    let left = plan(db).await;
    assert_eq!(left.harmless, []);
    assert_eq!(left.destructive, planned.destructive);
    db.apply(&left, Destructive::CarryOut)
        .await
        .expect("the others");
    assert!(plan(db).await.is_empty());
    let verified = db.verify::<Weather>().await.expect("as declared");
    assert_eq!(verified.not_checked(), []);
    let now = Weather {
        city: "Seattle".into(),
        rain_mm: 11,
        wind: None,
    };
    assert_eq!(db.get(&now.key()).await.expect("a get"), Some(now));
}

/// The same plan by its statements: the shell carries them out as the backend carries out the steps.
#[tokio::test]
async fn the_statements_of_a_plan_have_its_effect() {
    let of = |table: &TableDescriptor| renamed(table, "DDLTEST:PLANNED");
    let (old, new) = (of(before::Weather::SCHEMA.table), of(Weather::SCHEMA.table));
    create("planned", &[old]).await;
    let found = diff(&new, Some(Weather::SCHEMA.key), &live(&new.name).await);
    let plan = Plan::of(&[found], None).expect("good splits");
    let steps = plan.harmless.iter().chain(&plan.destructive);
    let commands: Vec<_> = steps.map(|step| step.statement.as_str()).collect();
    assert_eq!(commands.len(), 5, "{commands:?}");
    shell("planned_steps", &commands.join("\n"), &[]);
    let live = live(&new.name).await;
    let found = diff(&new, Some(Weather::SCHEMA.key), &live);
    assert!(found.is_empty(), "{found:?}");
}
