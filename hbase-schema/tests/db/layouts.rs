//! Structs compared with the layouts that live tables have.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hbase_schema::db::{Destructive, LayoutCheck};
use hbase_schema::model::{Backend, Error as Cause};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, ErrorKind, HTable, Limits, connect};

/// The table as it was created.
mod v1 {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("SHOP:ORDER_BOOK")]
    #[family("D1")]
    pub(crate) struct Order {
        #[rowkey]
        pub(crate) id: u64,
        pub(crate) cents: u64,
        pub(crate) note: Option<String>,
    }
}

/// Declares a later struct of the table.
macro_rules! later {
    ($($module:ident: $name:ident { $($fields:tt)* })*) => {$(
        mod $module {
            use hbase_schema::HTable;

            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("SHOP:ORDER_BOOK")]
            #[family("D1")]
            pub(crate) struct $name { $($fields)* }
        }
    )*};
}

later! {
    narrower: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u32, pub(crate) note: Option<String> }
    wider: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) note: Option<String>, pub(crate) by: Option<String> }
    required: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) note: String }
    renamed: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) remark: Option<String> }
    keyed: Order { #[rowkey] pub(crate) id: u32, pub(crate) cents: u64, pub(crate) note: Option<String> }
    part: Summary { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) count: u32 }
    other_part: Summary { #[rowkey] pub(crate) id: u64, pub(crate) cents: f64 }
}

async fn created() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<v1::Order>().await.unwrap();
    db
}

fn layout_error(error: Error) -> (String, Vec<String>) {
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert!(error.is_without_effect() && !error.is_retryable());
    assert_eq!(
        error.context().unwrap().table().unwrap().to_string(),
        "SHOP:ORDER_BOOK"
    );
    let text = error.to_string();
    let Error::Layout(error) = error else {
        panic!("{error:?}")
    };
    (text, error.changes().to_vec())
}

#[tokio::test]
async fn another_width_is_an_error_of_the_first_call() {
    let db = created().await;
    db.put(&v1::Order {
        id: 1,
        cents: 5,
        note: None,
    })
    .await
    .unwrap();
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    let (text, changes) = layout_error(db.put(&order).await.unwrap_err());
    assert_eq!(
        changes,
        [
            "`cents` (cell D1 CENTS) was u64, is u32: existing cells do not decode, or decode as other values [CELL]"
        ]
    );
    let start = "put, table SHOP:ORDER_BOOK, row `\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01`: `Order` does not fit the rows of the table, which has layout 1 of `Order`: `cents` (cell D1 CENTS) was u64, is u32: ";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("`hbase-schema lock --adopt`"), "{text}");
    // Nothing was written, and reads fail too.
    layout_error(db.get(&order.key()).await.unwrap_err());
    layout_error(
        db.scan(narrower::Order::scan().all())
            .count()
            .await
            .unwrap_err(),
    );
    layout_error(db.put_many([order.clone()]).await.unwrap_err_layout());
    layout_error(db.delete(&order.key()).await.unwrap_err());
    layout_error(db.verify::<narrower::Order>().await.unwrap_err());
    assert_eq!(
        db.get(&v1::OrderKey { id: 1 })
            .await
            .unwrap()
            .unwrap()
            .cents,
        5
    );
}

/// The error of a batch that was not sent.
trait BatchLayout {
    fn unwrap_err_layout(self) -> Error;
}

impl BatchLayout for Result<u64, Error> {
    fn unwrap_err_layout(self) -> Error {
        match self.unwrap_err() {
            Error::Batch(batch) => {
                assert_eq!(batch.written, 0);
                batch.stopped.unwrap().error.unwrap()
            }
            error => error,
        }
    }
}

#[tokio::test]
async fn harmful_changes_are_errors_and_others_are_not() {
    let db = created().await;
    let changes = |error| layout_error(error).1.join("; ");
    let found = changes(db.verify::<required::Order>().await.unwrap_err());
    assert!(
        found.starts_with("`note` (cell D1 NOTE) was optional, is required: "),
        "{found}"
    );
    assert!(found.ends_with("[READ]"), "{found}");
    let found = changes(db.verify::<renamed::Order>().await.unwrap_err());
    assert!(found.contains("(cell D1 NOTE) was D1 NOTE, is D1 REMARK: existing rows have the cell in the old column"), "{found}");
    let found = changes(db.verify::<keyed::Order>().await.unwrap_err());
    assert!(
        found.starts_with("`id` (key 01) was integer8-unsigned, is integer4-unsigned: "),
        "{found}"
    );
    assert!(found.ends_with("[KEY]"), "{found}");
    db.verify::<wider::Order>().await.unwrap();
    db.put(&wider::Order {
        id: 2,
        cents: 1,
        note: None,
        by: None,
    })
    .await
    .unwrap();
    // Another struct of the table may have columns of its own, and views of the same bytes are only warned of.
    let part = part::Summary {
        id: 3,
        cents: 1,
        count: 1,
    };
    db.put(&part).await.unwrap();
    let other = other_part::Summary { id: 3, cents: 1.0 };
    db.put(&other).await.unwrap();
}

#[tokio::test]
async fn an_applied_layout_keeps_older_programs() {
    let db = created().await;
    let plan = db
        .plan(&[db.diff::<wider::Order>().await.unwrap()])
        .await
        .unwrap();
    assert!(plan.is_empty());
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    let stamp = |db: Connection| async move {
        let live = db.describe::<v1::Order>().await.unwrap();
        live.attribute("HBASE_SCHEMA_LAYOUT:Order").unwrap()
    };
    let later = stamp(db.clone()).await;
    assert!(
        later.contains(";  cell D1 BY text text optional"),
        "{later}"
    );
    db.verify::<wider::Order>().await.unwrap();
    db.verify::<v1::Order>().await.unwrap();
    // The older program applies its own struct: the stamp stays.
    let plan = db
        .plan(&[db.diff::<v1::Order>().await.unwrap()])
        .await
        .unwrap();
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    assert_eq!(stamp(db.clone()).await, later);
    let plan = db
        .plan(&[db.diff::<narrower::Order>().await.unwrap()])
        .await
        .unwrap();
    layout_error(db.apply(&plan, Destructive::LeaveOut).await.unwrap_err());
    assert_eq!(stamp(db.clone()).await, later);
}

#[tokio::test]
async fn an_adopted_layout_rejects_the_earlier_one() {
    let db = created().await;
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    layout_error(db.put(&order).await.unwrap_err());
    assert!(db.adopt_layout::<narrower::Order>().await.unwrap());
    assert!(!db.adopt_layout::<narrower::Order>().await.unwrap());
    db.put(&order).await.unwrap();
    let (text, _) = layout_error(db.get(&v1::OrderKey { id: 1 }).await.unwrap_err());
    assert!(
        text.contains("which has layout 2 of `Order`: `cents` (cell D1 CENTS) was u32, is u64"),
        "{text}"
    );
    // Another struct beside it.
    db.adopt_layout::<other_part::Summary>().await.unwrap();
    let other = other_part::Summary { id: 3, cents: 1.0 };
    db.put(&other).await.unwrap();
    let part = part::Summary {
        id: 3,
        cents: 1,
        count: 1,
    };
    layout_error(db.put(&part).await.unwrap_err());
    db.verify::<narrower::Order>().await.unwrap();
}

#[tokio::test]
async fn a_table_that_is_created_again_has_another_layout() {
    let db = created().await;
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    layout_error(db.put(&order).await.unwrap_err());
    db.drop_table::<v1::Order>().await.unwrap();
    db.create_table::<narrower::Order>().await.unwrap();
    db.put(&order).await.unwrap();
}

#[tokio::test]
async fn a_table_without_a_stamp_is_read_once() {
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

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("LAYOUT_TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Trade {
    #[table_date]
    day: hbase_schema::Timestamp,
    #[rowkey]
    account: String,
    amount: i64,
}

mod v2 {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LAYOUT_TRADE_{yyyyMMdd}")]
    #[family("D1")]
    pub(crate) struct Trade {
        #[table_date]
        pub(crate) day: hbase_schema::Timestamp,
        #[rowkey]
        pub(crate) account: String,
        pub(crate) amount: f64,
    }
}

#[tokio::test]
async fn each_table_of_a_period_has_its_own_layout() {
    let db = connect("memory:").await.unwrap();
    let (first, last) = ("2015-12-26".parse().unwrap(), "2015-12-27".parse().unwrap());
    db.dated::<Trade>().create(first).await.unwrap();
    db.dated::<v2::Trade>().create(last).await.unwrap();
    let trade = |day| v2::Trade {
        day,
        account: "a".into(),
        amount: 1.0,
    };
    db.put(&trade(last)).await.unwrap();
    let error = db.put(&trade(first)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert!(
        error
            .to_string()
            .starts_with("put, table LAYOUT_TRADE_20151226, row `a`: "),
        "{error}"
    );
    db.dated::<v2::Trade>().verify(last).await.unwrap();
    let error = db
        .dated::<v2::Trade>()
        .verify(first..=last)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert_eq!(
        db.dated::<v2::Trade>()
            .adopt_layout(first..=last)
            .await
            .unwrap()
            .len(),
        1
    );
    db.put(&trade(first)).await.unwrap();
}

mod indexed {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LAYOUT_MAIL")]
    #[family("D1")]
    pub(crate) struct Mail {
        #[rowkey]
        pub(crate) id: u64,
        #[index("LAYOUT_MAIL_BY_SENDER")]
        pub(crate) sender: String,
        pub(crate) size: u32,
    }

    pub(crate) mod v2 {
        use hbase_schema::HTable;

        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("LAYOUT_MAIL")]
        #[family("D1")]
        pub(crate) struct Mail {
            #[rowkey]
            pub(crate) id: u64,
            #[index("LAYOUT_MAIL_BY_SENDER")]
            pub(crate) sender: String,
            pub(crate) size: u64,
        }
    }
}

#[tokio::test]
async fn tables_with_indexes_are_compared_too() {
    use indexed::{Mail, v2};
    let db = connect("memory:").await.unwrap();
    db.create_table::<Mail>().await.unwrap();
    let mail = Mail {
        id: 1,
        sender: "ada".into(),
        size: 5,
    };
    db.put(&mail).await.unwrap();
    assert_eq!(
        db.query(Mail::BY_SENDER.eq("ada")).count().await.unwrap(),
        1
    );
    let later = v2::Mail {
        id: 1,
        sender: "ada".into(),
        size: 5,
    };
    let errors = [
        db.put(&later).await.unwrap_err(),
        db.put_many([later.clone()]).await.unwrap_err_layout(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .rows()
            .collect()
            .await
            .unwrap_err(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .count()
            .await
            .unwrap_err(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .page(5)
            .await
            .unwrap_err(),
        db.get(&later.key()).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    }
    db.adopt_layout::<v2::Mail>().await.unwrap();
    db.put(&later).await.unwrap();
}
