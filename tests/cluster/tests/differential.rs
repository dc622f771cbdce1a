//! The embedded backend against `HBase`, with random operations.

use std::sync::Arc;

use hbase_backend::{Capabilities, Capability};
use hbase_schema_cluster_tests::Oracle;
use hbase_schema_cluster_tests::differ::{Settings, Side, compare};
use hbase_schema_embedded::{Embedded, Options};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_embedded_backend_answers_as_hbase_does() {
    let hbase = Side::of(Oracle::shared());
    let store = Embedded::memory_with(without_compaction()).expect("a store in memory");
    let embedded = Side::of(Arc::new(store));
    let all = Capabilities::of(Capability::EACH);
    compare(&Settings::from_env(), hbase, embedded, all).await;
}

/// In such a short time `HBase` compacts only on request; so does the store here.
fn without_compaction() -> Options {
    Options::default().background_compaction(false)
}
