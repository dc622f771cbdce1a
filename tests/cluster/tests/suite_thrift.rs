//! The suite on a real `HBase` through its Thrift gateway.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_cluster_tests::{Cluster, thrift};
use hbase_schema_thrift::Options;

async fn setup() -> Arc<dyn Backend> {
    let cluster = Cluster::from_env().expect("a running HBase");
    Arc::new(thrift(&cluster.thrift, &Options::default()).expect("a gateway"))
}

hbase_schema_suite::run_all!(setup);
