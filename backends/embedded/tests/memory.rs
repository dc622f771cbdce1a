//! The suite, in memory.

use std::sync::Arc;

use hbase_model::Backend;
use hbase_schema_embedded::Embedded;

async fn setup() -> Arc<dyn Backend> {
    Arc::new(Embedded::memory().expect("a store in memory"))
}

hbase_schema_suite::run_all!(setup);
