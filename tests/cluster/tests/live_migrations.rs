//! Each row of the table in `docs/src/migrations.md`, on live tables of a real `HBase`.

use hbase_schema::Connection;
use hbase_schema_cluster_tests::Cluster;

#[path = "../../fixtures/live_migrations.rs"]
mod live_migrations;

#[tokio::test(flavor = "multi_thread")]
async fn each_change_is_reported_on_a_live_table() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let url = format!("hbase://{}", cluster.master);
    let tried = live_migrations::each_row_is_reported(async |limits| {
        let db = Connection::builder().url(&url).limits(limits);
        db.connect().await.expect("a cluster")
    })
    .await;
    println!("{} rows", tried.len());
}
