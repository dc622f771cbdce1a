//! The drop of an index's table that takes effect late, while the index is rebuilt.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Backend;
use hbase_index::protocol::Phase;
use hbase_index::{Clocks, IndexedTable, Intent, Settings};

use crate::held::Held;
use crate::hooked::Hooked;
use crate::manual_clocks::ManualClocks;
use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

fn client(cx: &Cx, backend: Arc<dyn Backend>, clocks: &Arc<ManualClocks>) -> Arc<IndexedTable> {
    let definition = Arc::clone(&cx.definition);
    let clocks = Arc::clone(clocks) as Arc<dyn Clocks>;
    let settings = Settings::default();
    Arc::new(IndexedTable::with_clocks(
        backend, definition, settings, clocks,
    ))
}

/// A client whose calls of one kind wait.
fn held(
    cx: &Cx,
    call: &'static str,
    clocks: &Arc<ManualClocks>,
) -> (Arc<Hooked<Held>>, Arc<IndexedTable>) {
    let held = Held::before(&cx.store, call);
    let table = client(cx, held.clone(), clocks);
    (held, table)
}

fn build(table: Arc<IndexedTable>) -> tokio::task::JoinHandle<hbase_index::Result<()>> {
    tokio::spawn(async move { table.build(&by_mail(), TIMEOUT, &mut |_| {}).await })
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let waited = tokio::time::timeout(TIMEOUT, wait).await;
    waited.expect("the condition holds in time");
}

/// A removal has sent its drop and died; another one has ended. A slow build has read that the index does not exist.
/// While a second build waits, a writer puts its entry, the drop takes effect, and the slow build recreates the
/// table.
#[tokio::test]
async fn a_table_that_others_dropped_and_recreated_during_the_wait_is_noticed() {
    let cx = Cx::new().await;
    cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    let clocks = Arc::new(ManualClocks::default());
    let (creation, slow) = held(&cx, "create_table", &Arc::default());
    let slow = build(slow);
    creation.gate.arrived.notified().await;

    let second = build(client(&cx, cx.store.clone(), &clocks));
    until(async || clocks.waits() == 1).await;
    clocks.set(50);
    let (row, writer) = held(&cx, "check_and_mutate", &clocks);
    let write = tokio::spawn(async move {
        let write = writer.write(Intent::put(mail_of("1", "m")), soon());
        write.await
    });
    row.gate.arrived.notified().await;
    cx.store.drop_table(&by_mail(), soon()).await.unwrap();
    creation.gate.open.notify_one();
    until(async || {
        let tables = cx.store.list_tables(soon()).await.unwrap();
        tables.contains(&by_mail())
    })
    .await;
    slow.abort();

    clocks.set(60);
    until(async || clocks.waits() > 1 || second.is_finished()).await;
    clocks.set(62);
    row.gate.open.notify_one();
    write.await.unwrap().unwrap();
    clocks.set(200);
    second.await.unwrap().unwrap();
    let state = cx.table.state(&by_mail(), soon()).await.unwrap();
    assert_eq!(state.phase, Phase::Readable);
    assert_eq!(cx.find_one("m").await, ["1"]);
}
