//! The native client does what `HBase`'s own does.

use std::sync::Arc;

use hbase_backend::{Capabilities, Capability};
use hbase_schema_cluster_tests::differ::{Settings, Side, compare};
use hbase_schema_cluster_tests::{Cluster, Oracle, native};
use hbase_schema_embedded::{Embedded, Options};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_native_client_answers_as_the_embedded_backend_does() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let store = Embedded::memory_with(Options::default().background_compaction(false));
    let embedded = Side::of(Arc::new(store.expect("a store in memory")));
    let by_client = Side {
        backend: Arc::new(native(&cluster)),
        keeper: Oracle::shared(),
    };
    let all = Capabilities::of(Capability::EACH);
    compare(&Settings::from_env(), embedded, by_client, all).await;
}
