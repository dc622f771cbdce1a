//! When the layout of a table is read, and what happens if it cannot be read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hbase_schema::db::LayoutCheck;
use hbase_schema::model::{Backend, Error as Cause};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, Limits, connect};

use super::{created, layout_error, narrower, v1};

#[tokio::test]
async fn a_table_without_a_record_is_read_once() {
    let faults = Faults::new();
    let db = connect("memory:").await.unwrap();
    db.backend().create_namespace("SHOP", soon()).await.unwrap();
    let table = <v1::Order as hbase_schema::Table>::SCHEMA.table;
    db.backend().create_table(table, soon()).await.unwrap();
    let db = faults.over(&db);
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    for _ in 0..3 {
        db.put(&order).await.unwrap();
        db.clone().get(&order.key()).await.unwrap();
        db.get(&v1::OrderKey { id: 7 }).await.unwrap();
    }
    assert_eq!(faults.calls(CallKind::Describe), 1);
}

fn soon() -> hbase_schema::model::Deadline {
    hbase_schema::model::Deadline::after(Duration::from_secs(5))
}

/// A connection whose descriptions of tables fail.
async fn denied(limits: Limits) -> (Connection, Faults) {
    let faults = Faults::new();
    let db = faults.over_backend(created().await.backend());
    faults
        .on(CallKind::Describe)
        .always()
        .fail(Cause::Rejected {
        class: "org.apache.hadoop.hbase.security.AccessDeniedException".to_owned(),
        message:
            "Insufficient permissions for user 'bob' (table=SHOP:ORDER_BOOK, action=ADMIN|CREATE)"
                .to_owned(),
    });
    (Connection::with_limits(db, limits), faults)
}

#[tokio::test]
async fn an_unknown_layout_is_no_error_unless_it_is_required() {
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    let (db, faults) = denied(Limits::default()).await;
    for _ in 0..3 {
        db.put(&order).await.unwrap();
    }
    assert_eq!(faults.calls(CallKind::Describe), 1);
    let (db, _) = denied(Limits::default().layout_check(LayoutCheck::Required)).await;
    let error = db.put(&order).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout);
    let text = error.to_string();
    assert!(
        text.contains(
            "the layout of the table is unknown, and `hbase.schema.layout.check` is `required`"
        ),
        "{text}"
    );
    assert!(text.contains("AccessDeniedException"), "{text}");
    let (db, faults) = denied(Limits::default().layout_check(LayoutCheck::Off)).await;
    db.put(&order).await.unwrap();
    assert_eq!(faults.calls(CallKind::Describe), 0);
}

#[tokio::test]
async fn calls_go_on_while_the_layout_is_read() {
    let faults = Faults::new();
    let db = faults.over(&created().await);
    faults
        .on(CallKind::Describe)
        .always()
        .delay(Duration::from_millis(100));
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    db.put(&order).await.unwrap();
    db.put(&order).await.unwrap();
    let rejected = async {
        loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            if let Err(error) = db.put(&order).await {
                return error;
            }
        }
    };
    let error = tokio::time::timeout(Duration::from_secs(5), rejected).await;
    layout_error(error.unwrap());
    assert_eq!(faults.calls(CallKind::Describe), 1);
    // A connection that requires it waits.
    let limits = Limits::default().layout_check(LayoutCheck::Required);
    let db = Connection::with_limits(db.backend(), limits);
    layout_error(db.put(&order).await.unwrap_err());
}

/// Counts the backends that are dropped.
#[derive(Debug)]
struct Counted(Arc<dyn Backend>, Arc<AtomicU32>);

impl hbase_backend::backend::Layer for Counted {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_read_under_way_ends_with_its_connection() {
    let faults = Faults::new();
    let inner = faults.over_backend(created().await.backend());
    faults.on(CallKind::Describe).always().hang();
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    for closes in [true, false] {
        let dropped = Arc::new(AtomicU32::new(0));
        let db =
            Connection::with_backend(Arc::new(Counted(Arc::clone(&inner), Arc::clone(&dropped))));
        db.put(&order).await.unwrap();
        if closes {
            let closed = tokio::time::timeout(Duration::from_secs(5), db.close()).await;
            closed.unwrap().unwrap();
        }
        drop(db);
        let ended = async {
            while dropped.load(Ordering::SeqCst) == 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(5), ended)
            .await
            .unwrap();
    }
}

#[test]
fn a_read_that_ends_with_its_runtime_is_started_again() {
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().unwrap()
    };
    let faults = Faults::new();
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    let (first, second) = (runtime(), runtime());
    let db = first.block_on(async {
        let db = faults.over(&created().await);
        faults.on(CallKind::Describe).hang();
        db.put(&order).await.unwrap();
        db
    });
    drop(first);
    second.block_on(async {
        layout_error(db.put(&order).await.unwrap_err());
    });
}
