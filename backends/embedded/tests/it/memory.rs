//! The suite, in memory.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_embedded::{Embedded, Options};

async fn setup() -> Arc<dyn Backend> {
    let options = Options::default().background_compaction(false);
    Arc::new(Embedded::memory_with(options).expect("a store in memory"))
}

hbase_schema_suite::run_all!(setup);
