//! A backend without conditional mutations, such as `HBase`'s Thrift gateway: rows can be queried but not
//! written.

use std::sync::Arc;

use hbase_backend::{Backend, Capability, Error};
use hbase_index::{IndexError, IndexedTable, Intent, Settings};

use crate::bulk::Counting;
use crate::limited::Limited;
use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

#[tokio::test]
async fn rows_are_read_and_not_written() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let backend = Arc::new(Limited(cx.store.clone()));
    let table = IndexedTable::new(backend, Arc::clone(&cx.definition), Settings::default());
    let range = vec![hbase_index::ValueRange::value(*b"a\0")];
    let rows = table
        .query(&by_mail(), range, Vec::new(), |_| true)
        .unwrap();
    assert_eq!(rows.all(soon()).await.unwrap().len(), 1);

    let written = table.write(Intent::put(mail_of("1", "b")), soon()).await;
    let swept = table.sweep(&by_mail(), TIMEOUT, TIMEOUT).await;
    let built = table.build(&by_mail(), TIMEOUT, &mut |_| {}).await;
    for error in [written.unwrap_err(), swept.unwrap_err(), built.unwrap_err()] {
        let IndexError::Backend(Error::Unsupported { capability, .. }) = &error else {
            panic!("{error}");
        };
        assert_eq!(*capability, Capability::AtomicRowMutation);
    }
    assert_eq!(cx.find_one("a").await, ["1"]);
}

/// Calls that have a default in `Backend`, through the tests' own layers.
#[tokio::test]
async fn calls_with_defaults_reach_the_store() {
    let cx = Cx::new().await;
    let table = &cx.definition.table;
    let limited: Arc<dyn Backend> = Arc::new(Limited(cx.store.clone()));
    limited.alter_table(table, &[], soon()).await.unwrap();
    let (counting, _) = Counting::client(&cx);
    counting.split_points(table, soon()).await.unwrap();
    counting.alter_table(table, &[], soon()).await.unwrap();
    let calls = counting.calls.lock().unwrap();
    assert_eq!(*calls, ["split_points", "alter_table"]);
}
