//! The same rows in a store and in the engine below it.

use std::time::Duration;

use hbase_backend::{Backend, Deadline, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::raw::Raw;

pub(crate) const QUALIFIERS: [&[u8]; 4] = [b"HUMIDITY", b"PRESSURE", b"TEMPERATURE", b"WIND"];

pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60 * 60))
}

pub(crate) fn name() -> TableName {
    TableName::from_static("default", "BENCH")
}

pub(crate) fn row_key(number: usize) -> String {
    format!("sensor-{:04}_{number:012}", number % 1000)
}

pub(crate) fn mutation(number: usize) -> Mutation {
    let mut put = Mutation::new(row_key(number));
    let value = format!("{number:032}");
    for qualifier in QUALIFIERS {
        put.put_at(b"D1", qualifier, 1_700_000_000_000, value.as_bytes())
            .expect("a short cell");
    }
    put
}

pub(crate) async fn create(store: &Embedded) {
    let mut table = TableDescriptor::new(name());
    table.families = vec![FamilyDescriptor::new("D1")].into();
    store.create_table(&table, soon()).await.expect("a table");
}

pub(crate) async fn put(store: &Embedded, rows: usize) {
    for first in (0..rows).step_by(1000) {
        let many = (first..rows.min(first + 1000)).map(mutation).collect();
        let outcomes = store.mutate_many(&name(), many, soon()).await;
        assert!(outcomes.expect("puts").iter().all(Result::is_ok));
    }
}

pub(crate) async fn in_memory(rows: usize) -> Embedded {
    let store = Embedded::memory().expect("a store");
    create(&store).await;
    put(&store, rows).await;
    store
}

pub(crate) async fn in_dir(dir: &TempDir, cache_bytes: u64) -> Embedded {
    let options = Options::default().cache_bytes(cache_bytes);
    Embedded::open(dir.path(), options).await.expect("a store")
}

/// A store on disk, and the same cells in the engine alone.
pub(crate) struct Both {
    pub(crate) store: Embedded,
    pub(crate) raw: Raw,
    _dirs: [TempDir; 2],
}

impl Both {
    pub(crate) fn new(runtime: &Runtime, rows: usize, cache_bytes: u64) -> Self {
        let dirs = [(), ()].map(|()| tempfile::tempdir().expect("a directory"));
        let raw = Raw::filled(dirs[0].path(), rows, cache_bytes);
        let store = runtime.block_on(async {
            let store = in_dir(&dirs[1], cache_bytes).await;
            create(&store).await;
            put(&store, rows).await;
            store
        });
        Self {
            store,
            raw,
            _dirs: dirs,
        }
    }

    /// Both in files, so that a read finds only cached blocks in memory.
    pub(crate) fn flushed(self, runtime: &Runtime) -> Self {
        self.raw.flush();
        let flushed = runtime.block_on(self.store.flush(&name(), soon()));
        flushed.expect("a flush");
        self
    }
}
