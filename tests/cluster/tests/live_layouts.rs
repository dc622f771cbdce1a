//! The layouts of structs in the attributes of a real `HBase`'s tables.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::time::Duration;

use hbase_backend::Deadline;
use hbase_model::{TableChange, TableDescriptor};
use hbase_schema::db::{Destructive, LayoutCheck};
use hbase_schema::{Connection, Error, ErrorKind, HTable, Limits};
use hbase_schema_cluster_tests::{Cluster, connect, patient};
use hbase_schema_thrift::Options;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("LIVE_LAYOUTS", splits = per_bucket)]
#[rowkey(salt = buckets(3))]
#[family("D")]
struct Order {
    #[rowkey(salt)]
    id: u64,
    cents: u64,
}

mod narrower {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LIVE_LAYOUTS", splits = per_bucket)]
    #[rowkey(salt = buckets(3))]
    #[family("D")]
    pub(crate) struct Order {
        #[rowkey(salt)]
        pub(crate) id: u64,
        pub(crate) cents: u32,
    }
}

mod wider {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LIVE_LAYOUTS", splits = per_bucket)]
    #[rowkey(salt = buckets(3))]
    #[family("D")]
    pub(crate) struct Order {
        #[rowkey(salt)]
        pub(crate) id: u64,
        pub(crate) cents: u64,
        pub(crate) note: Option<String>,
    }
}

async fn connected(cluster: &Cluster, limits: Limits) -> Connection {
    let url = format!("hbase://{}", cluster.master);
    let db = Connection::builder().url(url).limits(limits);
    db.connect().await.expect("a cluster")
}

fn order(cents: u32) -> narrower::Order {
    narrower::Order { id: 1, cents }
}

/// The number and time of the last opening of each region.
fn openings(cluster: &Cluster, name: &str) -> Vec<String> {
    let script = "scan 'hbase:meta', {COLUMNS => 'info:seqnumDuringOpen', ROWPREFIXFILTER => 'LIVE_LAYOUTS,'}";
    let found = cluster.shell(name, script).expect("a scan");
    let lines = found.lines().map(str::trim_end);
    let lines = lines.skip_while(|line| !line.starts_with("ROW"));
    let lines = lines.take_while(|line| !line.contains("row(s)"));
    let lines: Vec<_> = lines.map(str::to_owned).collect();
    // The shell breaks long lines.
    let regions = lines
        .iter()
        .filter(|line| line.contains("column=info:seqnum"));
    assert!(regions.count() > 1, "{found}");
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn a_struct_that_does_not_fit_is_rejected() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let db = connected(&cluster, patient()).await;
    db.create_table::<Order>().await.expect("a new table");
    db.put(&Order {
        id: 1,
        cents: 1 << 40,
    })
    .await
    .expect("a row");
    described(&cluster);
    rejected_in_the_background(&cluster).await;
    rejected_before_the_first_call(&cluster).await;
    applied(&cluster, &db).await;
    adopted_without_reopening(&cluster).await;
    through_the_gateway(&cluster).await;
}

/// The shell shows what a table's rows have.
fn described(cluster: &Cluster) {
    let found = cluster.shell("describe_layout", "describe 'LIVE_LAYOUTS'");
    let found = found.expect("a description");
    // The shell breaks lines.
    let text: String = found.split_whitespace().collect();
    assert!(
        text.contains("'HBASE_SCHEMA_LAYOUT:Order'=>'layout1"),
        "{found}"
    );
    assert!(text.contains("cellDCENTSu64javarequired;"), "{found}");
    assert!(text.contains("saltbuckets3"), "{found}");
}

async fn rejected_in_the_background(cluster: &Cluster) {
    let db = connected(cluster, patient()).await;
    let calls = async {
        loop {
            match db.get(&order(1).key()).await {
                // The call was sent before the layout was known.
                Ok(_) | Err(Error::Row { .. }) => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                Err(error) => return error,
            }
        }
    };
    let error = tokio::time::timeout(Duration::from_secs(30), calls).await;
    let error = error.expect("a verdict");
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    let text = error.to_string();
    assert!(
        text.contains("`cents` (cell D CENTS) was u64, is u32: "),
        "{text}"
    );
    let right = db.get(&Order { id: 1, cents: 0 }.key()).await;
    assert_eq!(
        right.expect("the right struct").expect("a row").cents,
        1 << 40
    );
}

async fn rejected_before_the_first_call(cluster: &Cluster) {
    let limits = patient().layout_check(LayoutCheck::Required);
    let db = connected(cluster, limits).await;
    let error = db.put(&order(1)).await.expect_err("another width");
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    db.put(&Order { id: 2, cents: 1 })
        .await
        .expect("the right struct");
    let db = connected(cluster, patient()).await;
    let error = db
        .verify::<narrower::Order>()
        .await
        .expect_err("another width");
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
}

async fn applied(cluster: &Cluster, db: &Connection) {
    let before = openings(cluster, "openings_before_apply");
    let plan = db
        .plan(&[db.diff::<wider::Order>().await.expect("a diff")])
        .await;
    let plan = plan.expect("a plan");
    assert!(plan.is_empty(), "{plan:?}");
    db.apply(&plan, Destructive::LeaveOut)
        .await
        .expect("a record");
    let live = db.describe::<Order>().await.expect("a table");
    let record = live
        .attribute("HBASE_SCHEMA_LAYOUT:Order")
        .expect("a record");
    assert!(
        record.contains("cell D NOTE text text optional"),
        "{record}"
    );
    db.verify::<wider::Order>().await.expect("the newer struct");
    db.verify::<Order>().await.expect("the older struct");
    assert_eq!(openings(cluster, "openings_after_apply"), before);
}

async fn adopted_without_reopening(cluster: &Cluster) {
    let db = connected(cluster, patient()).await;
    let before = openings(cluster, "openings_before_adopting");
    assert!(
        db.adopt_layout::<narrower::Order>()
            .await
            .expect("a record")
    );
    assert_eq!(openings(cluster, "openings_after_adopting"), before);
    db.verify::<narrower::Order>()
        .await
        .expect("the adopted struct");
    let error = db.verify::<Order>().await.expect_err("the earlier struct");
    assert!(error.to_string().contains("layout 2 of `Order`"), "{error}");
    // Other changes of attributes reopen the regions.
    let mut only = TableDescriptor::new(Order::SCHEMA.table.name.clone());
    only.set_attribute("OWNED", "1").expect("metadata");
    let changes = [TableChange::AlterTable(Box::new(only))];
    let deadline = Deadline::after(Duration::from_mins(1));
    let altered = db.backend();
    let altered = altered.alter_table(&Order::SCHEMA.table.name, &changes, deadline);
    altered.await.expect("an attribute");
    assert_ne!(openings(cluster, "openings_after_altering"), before);
}

/// The gateway reports no attributes: calls go on, unless the layout is required.
async fn through_the_gateway(cluster: &Cluster) {
    let db = connect(&cluster.thrift, patient(), &Options::default());
    let db = db.expect("a gateway");
    db.put(&Order { id: 3, cents: 7 })
        .await
        .expect("an unknown layout");
    let limits = patient().layout_check(LayoutCheck::Required);
    let db = connect(&cluster.thrift, limits, &Options::default());
    let error = db.expect("a gateway").put(&order(1)).await;
    let error = error.expect_err("a required layout");
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
}
