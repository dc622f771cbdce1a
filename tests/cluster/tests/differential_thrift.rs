//! The Thrift backend against the embedded one, with random operations that the gateway supports.

use std::sync::Arc;

use hbase_backend::Backend as _;
use hbase_schema_cluster_tests::differ::{Settings, Side, compare};
use hbase_schema_cluster_tests::{Cluster, Oracle, thrift};
use hbase_schema_embedded::{Embedded, Options as StoreOptions};
use hbase_schema_thrift::Options;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gateways_backend_answers_as_the_embedded_one_does() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let thrift = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    let can = thrift.capabilities();
    // The gateway supports neither all table attributes nor flushes.
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

/// In such a short time `HBase` compacts only on request; so does the store here.
fn without_compaction() -> StoreOptions {
    StoreOptions::default().background_compaction(false)
}
