//! The suite on a real `HBase`, by the native client.

use std::sync::Arc;

use hbase_model::Backend;
use hbase_schema_cluster_tests::{Place, native};

async fn setup() -> Arc<dyn Backend> {
    let place = Place::find().expect("a running HBase");
    Arc::new(native(&place))
}

hbase_schema_suite::run_all!(setup);
