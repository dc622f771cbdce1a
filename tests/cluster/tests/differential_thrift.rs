//! The Thrift gateway's backend does what the embedded one does, in all that it can be asked.

use std::sync::Arc;

use hbase_model::Backend as _;
use hbase_schema_cluster_tests::differ::{Settings, Side, compare};
use hbase_schema_cluster_tests::{Oracle, Place, thrift};
use hbase_schema_embedded::{Embedded, Options as StoreOptions};
use hbase_schema_thrift::Options;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gateways_backend_answers_as_the_embedded_one_does() {
    let place = Place::find().expect("a running HBase");
    let thrift = thrift(&place.thrift, &Options::default()).expect("a gateway");
    let can = thrift.capabilities();
    // The gateway has no words for all attributes of a table, and for flushes.
    let by_gateway = Side {
        backend: Arc::new(thrift),
        keeper: Oracle::shared(),
    };
    let store = Embedded::memory_with(without_compaction()).expect("a store in memory");
    compare(
        &Settings::from_env(),
        Side::of(Arc::new(store)),
        by_gateway,
        can,
    )
    .await;
}

/// `HBase` compacts what it is told to, in such a short time; so does the store here.
fn without_compaction() -> StoreOptions {
    StoreOptions::default().background_compaction(false)
}
