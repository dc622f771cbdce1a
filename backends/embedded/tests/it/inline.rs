//! Reads of one row run on the caller's thread.

use std::sync::mpsc;
use std::time::Duration;

use hbase_backend::{Backend, Deadline, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

/// The only thread that may wait is busy, so a get that went there would not return.
#[test]
fn a_get_in_a_directory_needs_no_other_thread() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .unwrap();
    runtime.block_on(async {
        let dir = scratch::dir();
        let store = Embedded::open(dir.path(), Options::default())
            .await
            .unwrap();
        let mut table = TableDescriptor::new(TableName::from_static("default", "T"));
        table.families = vec![FamilyDescriptor::new("f")].into();
        store.create_table(&table, soon()).await.unwrap();
        let mut put = Mutation::new("row");
        put.put(b"f", b"q", b"value").unwrap();
        store.mutate(&table.name, put, soon()).await.unwrap();
        let (free, is_free) = mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || is_free.recv());
        let get = Get::new("row");
        // A machine that is busy may take longer than a get may; the ones after it are not tried.
        let mut answered = 0;
        for _ in 0..1000 {
            let soon = Deadline::after(Duration::from_millis(20));
            answered += u32::from(store.get(&table.name, &get, soon).await.is_ok());
            if answered > 2 {
                break;
            }
        }
        assert!(answered > 2, "{answered} gets were answered");
        free.send(()).unwrap();
        busy.await.unwrap().unwrap();
    });
}
