//! Writes of a machine that sleeps after it has found them to be in time.

use std::sync::Arc;

use hbase_index::{IndexError, IndexedTable, Intent, Settings, Written};

use crate::bulk::{Counting, Gate};
use crate::hooked::Hooked;
use crate::setup::{Cx, TIMEOUT, mail_of, soon};

/// A client whose conditional writes stop before they are sent.
fn sleeper(cx: &Cx) -> (Arc<Hooked<Counting>>, IndexedTable) {
    let gate = Some(Gate::default());
    let counting = Counting {
        gate,
        ..Counting::default()
    };
    counting.client_of(cx)
}

/// Lets a write sleep while the indexes are built by another client, then `meanwhile`.
async fn asleep(
    cx: &Cx,
    write: impl Future<Output = Result<Written, IndexError>>,
    gate: &Gate,
    meanwhile: impl AsyncFn(),
) -> Result<Written, IndexError> {
    let others = async {
        gate.arrived.notified().await;
        cx.build().await;
        meanwhile().await;
        gate.open.notify_one();
        // The row is rewritten.
        gate.arrived.notified().await;
        gate.open.notify_one();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        written = write => written,
        () = others => unreachable!("it does not end"),
        () = tokio::time::sleep(TIMEOUT) => panic!("the write hangs"),
    }
}

#[tokio::test]
async fn a_row_that_was_written_late_gets_the_entries_of_a_new_index() {
    let cx = Cx::unbuilt().await;
    let (counting, table) = sleeper(&cx);
    let write = table.write(Intent::put(mail_of("1", "m")), soon());
    let written = asleep(&cx, write, counting.gate.as_ref().unwrap(), async || {}).await;
    assert_eq!(written.unwrap(), Written::Yes);
    assert_eq!(cx.find_one("m").await, ["1"]);
}

#[tokio::test]
async fn so_do_several_rows() {
    let cx = Cx::unbuilt().await;
    let (counting, table) = sleeper(&cx);
    let write = async {
        let intents = vec![Intent::put(mail_of("1", "m"))];
        table.write_many(intents, soon()).await.remove(0)
    };
    let written = asleep(&cx, write, counting.gate.as_ref().unwrap(), async || {}).await;
    assert_eq!(written.unwrap(), Written::Yes);
    assert_eq!(cx.find_one("m").await, ["1"]);
}

#[tokio::test]
async fn a_row_that_cannot_be_written_anew_is_reported() {
    let cx = Cx::unbuilt().await;
    let (counting, table) = sleeper(&cx);
    let write = table.write(Intent::put(mail_of("1", "m")), soon());
    let drop_states = async || {
        use hbase_backend::Backend as _;
        let states = &cx.definition.states.0;
        cx.store.drop_table(states, soon()).await.unwrap();
    };
    let written = asleep(&cx, write, counting.gate.as_ref().unwrap(), drop_states).await;
    let error = written.unwrap_err();
    assert!(matches!(error, IndexError::WrittenLate { .. }), "{error}");
    let limit = Settings::default().write_limit;
    let start =
        format!("a row of USERS was written, but later than the `write_limit` of {limit:?}");
    assert!(error.to_string().starts_with(&start), "{error}");
}
