//! The suite on a real `HBase`, by its Thrift gateway.

use std::sync::Arc;

use hbase_model::Backend;
use hbase_schema_cluster_tests::{Place, thrift};
use hbase_schema_thrift::Options;

async fn setup() -> Arc<dyn Backend> {
    let place = Place::find().expect("a running HBase");
    Arc::new(thrift(&place.thrift, &Options::default()).expect("a gateway"))
}

hbase_schema_suite::run_all!(setup);
