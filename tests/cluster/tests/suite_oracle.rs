//! The suite on a real `HBase` through its Java client: it checks that the cases state the behaviour of
//! `HBase`.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_cluster_tests::Oracle;

async fn setup() -> Arc<dyn Backend> {
    Oracle::shared()
}

hbase_schema_suite::run_all!(setup);
