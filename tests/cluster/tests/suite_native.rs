//! The suite on a real `HBase`, by the native client.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_cluster_tests::{Cluster, native};

async fn setup() -> Arc<dyn Backend> {
    let cluster = Cluster::from_env().expect("a running HBase");
    Arc::new(native(&cluster))
}

hbase_schema_suite::run_all!(setup);
