//! The suite, in a directory.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_embedded::{Embedded, Options};
use tokio::sync::OnceCell;

use crate::scratch;

/// One store for all cases, whose tables are their own.
static DIR: OnceCell<(tempfile::TempDir, Embedded)> = OnceCell::const_new();

async fn setup() -> Arc<dyn Backend> {
    let open = || async {
        let dir = scratch::dir();
        let options = Options::default().background_compaction(false);
        let store = Embedded::open(dir.path(), options).await;
        (dir, store.expect("a store"))
    };
    Arc::new(DIR.get_or_init(open).await.1.clone())
}

hbase_schema_suite::run_all!(setup);
