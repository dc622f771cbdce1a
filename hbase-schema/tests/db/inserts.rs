//! Rows that are written only if they are missing.

use std::time::Duration;

use hbase_schema::table::Writable;
use hbase_schema::testing::{CallKind, Faults, Fixture};
use hbase_schema::{CellValue, Connection, Error, ErrorKind, FixedName, HTable};

use crate::support::{Drawn, Order, assert_contains, hollow, memory, observed, order};
use hbase_schema::model::Capability;

#[tokio::test]
async fn a_row_is_inserted_once() {
    let db = memory().await;
    db.insert(&order(1)).await.unwrap();
    let other = Order {
        cents: 1,
        ..order(1)
    };
    let error = db.insert(&other).await.unwrap_err();
    assert!(matches!(error, Error::Exists { .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(
        error
            .to_string()
            .starts_with("insert, table DLQX:ORDER_BOOK, row `"),
        "{error}"
    );
    assert_eq!(db.get(&order(1).key()).await.unwrap(), Some(order(1)));
    db.delete(&order(1).key()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2)).await;
    db.insert(&other).await.unwrap();
}

#[tokio::test]
async fn of_many_who_insert_one_does() {
    let db = memory().await;
    let mut tasks = Vec::new();
    for cents in 0..20 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move {
            let row = Order { cents, ..order(7) };
            db.insert(&row).await.is_ok().then_some(row)
        }));
    }
    let mut winners = Vec::new();
    for task in tasks {
        winners.extend(task.await.unwrap());
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(db.get(&order(7).key()).await.unwrap(), winners.pop());
}

#[tokio::test]
async fn a_row_of_counters_alone_is_missing_and_keeps_them() {
    let db = memory().await;
    let key = order(1).key();
    db.increment(&key, Order::VISITS, 3).await.unwrap();
    db.insert(&order(1)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().visits, 3);
}

/// A row must have nothing but a text.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TEXT_ROWS")]
#[family("D1")]
struct Text {
    #[rowkey]
    id: u32,
    text: String,
}

#[tokio::test]
async fn what_cannot_be_told_apart_is_not_inserted() {
    let db = memory().await;
    db.create_table::<Text>().await.unwrap();
    let empty = Text {
        id: 1,
        text: String::new(),
    };
    let error = db.insert(&empty).await.unwrap_err();
    assert_contains(&error, "found an empty `text`");
    let note = Some("x".into());
    let error = db
        .insert(&crate::support::Hollow {
            note,
            ..hollow("a")
        })
        .await
        .unwrap_err();
    assert_contains(&error, "found no column of Hollow that every row has");
    let error = db.insert(&Drawn { id: 1, n: 1 }).await.unwrap_err();
    assert_contains(&error, "is random or round-robin");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn a_backend_sees_one_atomic_check() {
    let (db, observed) = observed().await;
    observed
        .order
        .lacks
        .lock()
        .unwrap()
        .push(Capability::AtomicRowMutation);
    db.insert(&order(1)).await.unwrap();
    assert_eq!(
        db.insert(&order(1)).await.unwrap_err().kind(),
        ErrorKind::AlreadyExists
    );
}

type Maybe = Option<String>;

#[derive(CellValue, Debug, Clone, PartialEq)]
struct Remark(Option<String>);

#[derive(serde::Serialize, serde::Deserialize, Debug, Clone, PartialEq)]
struct Tags(Option<Vec<String>>);

/// Whatever the first columns look like, only the last one is in every row.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SPELLED_ROWS")]
#[family("D1")]
struct Spelled {
    #[rowkey]
    id: u32,
    alias: Maybe,
    newtype: Remark,
    #[column(json)]
    json: serde_json::Value,
    #[column(json)]
    tags: Tags,
    text: String,
    bytes: Vec<u8>,
    #[column(default)]
    lately: u32,
    count: u64,
}

fn spelled(count: u64) -> Spelled {
    Spelled {
        id: 1,
        alias: None,
        newtype: Remark(None),
        json: serde_json::Value::Null,
        tags: Tags(None),
        text: String::new(),
        bytes: Vec::new(),
        lately: 0,
        count,
    }
}

#[tokio::test]
async fn a_column_that_may_be_empty_is_not_the_one_that_is_checked() {
    let db = memory().await;
    db.create_table::<Spelled>().await.unwrap();
    db.insert(&spelled(1)).await.unwrap();
    let full = Spelled {
        alias: Some("a".into()),
        newtype: Remark(Some("b".into())),
        json: 1.into(),
        tags: Tags(Some(Vec::new())),
        text: "c".into(),
        bytes: b"d".into(),
        ..spelled(2)
    };
    let error = db.insert(&full).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    let found = db.get(&full.key()).await.unwrap();
    assert_eq!(found, Some(spelled(1)));
}

/// Declares a struct of one column, and inserts a row over one whose column is empty.
macro_rules! overwritten {
    ($name:ident, $attribute:meta, $ty:ty, $empty:expr, $full:expr) => {{
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:ONE_COLUMN")]
        #[family("D1")]
        struct $name {
            #[rowkey]
            id: u32,
            note: Option<String>,
            #[$attribute]
            value: $ty,
        }
        let db = memory().await;
        db.create_table::<$name>().await.unwrap();
        let row = |value| $name {
            id: 1,
            note: Some("x".into()),
            value,
        };
        db.put(&row($empty)).await.unwrap();
        let inserted = db.insert(&row($full)).await;
        assert_eq!(
            db.get(&row($full).key()).await.unwrap(),
            Some(row($empty)),
            stringify!($name)
        );
        inserted.unwrap_err()
    }};
}

#[tokio::test]
async fn a_row_that_is_empty_in_its_only_column_is_kept() {
    let exists = |error: Error| assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    exists(overwritten!(
        Empty,
        column(),
        String,
        String::new(),
        "a".into()
    ));
    exists(overwritten!(
        NoBytes,
        column(),
        Vec<u8>,
        Vec::new(),
        b"a".into()
    ));
    exists(overwritten!(
        NoTags,
        column(json),
        Tags,
        Tags(None),
        Tags(Some(Vec::new()))
    ));
    exists(overwritten!(
        Listed,
        column(json),
        Vec<u32>,
        Vec::new(),
        vec![1]
    ));
    let none = |error: Error| {
        let text = error.to_string();
        assert!(text.contains("found no column of"), "{text}");
    };
    none(overwritten!(Alias, column(), Maybe, None, Some("a".into())));
    none(overwritten!(
        Newtype,
        column(),
        Remark,
        Remark(None),
        Remark(Some("a".into()))
    ));
    let null = serde_json::Value::Null;
    none(overwritten!(
        Json,
        column(json),
        serde_json::Value,
        null.clone(),
        1.into()
    ));
    none(overwritten!(
        Lately,
        column(default),
        String,
        String::new(),
        "a".into()
    ));
    none(overwritten!(Counted, column(counter), i64, 0, 1));
}

#[tokio::test]
async fn of_many_who_insert_text_one_does() {
    let db = memory().await;
    db.create_table::<Text>().await.unwrap();
    let mut tasks = Vec::new();
    for n in 0..20 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move {
            let text = n.to_string();
            db.insert(&Text { id: 1, text }).await.is_ok()
        }));
    }
    let mut winners = 0;
    for task in tasks {
        winners += usize::from(task.await.unwrap());
    }
    assert_eq!(winners, 1);
}

/// The same with a number, which is always written.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NUMBERED_TEXT_ROWS")]
#[family("D1")]
struct Numbered {
    #[rowkey]
    id: u32,
    text: String,
    version: u8,
}

/// Inserts a row while another program puts one, between the insert's read and write.
async fn beside_a_put<T>(other: T, row: T) -> (Result<(), Error>, Connection)
where
    T: FixedName + Writable + Clone + Send + Sync + 'static,
{
    let faults = Faults::new();
    let fixture = Fixture::new().table::<T>().faults(&faults);
    let db = fixture.connect().await.unwrap();
    let delay = Duration::from_millis(300);
    faults.on(CallKind::CheckAndMutate).delay(delay);
    let inserting = db.clone();
    let insert = tokio::spawn(async move { inserting.insert(&row).await });
    while faults.calls(CallKind::CheckAndMutate) == 0 {
        tokio::task::yield_now().await;
    }
    db.put(&other).await.unwrap();
    (insert.await.unwrap(), db)
}

/// The one case that the guide names.
#[tokio::test]
async fn a_put_of_an_empty_column_between_read_and_write_is_overwritten() {
    let text = |text: &str| Text {
        id: 1,
        text: text.into(),
    };
    let (inserted, db) = beside_a_put(text(""), text("mine")).await;
    inserted.unwrap();
    assert_eq!(db.get(&text("").key()).await.unwrap(), Some(text("mine")));
    // A value is seen.
    let (inserted, db) = beside_a_put(text("other"), text("mine")).await;
    assert_eq!(inserted.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(db.get(&text("").key()).await.unwrap(), Some(text("other")));
}

#[tokio::test]
async fn a_column_that_is_always_written_excludes_that() {
    let row = |text: &str| Numbered {
        id: 1,
        text: text.into(),
        version: 1,
    };
    let (inserted, db) = beside_a_put(row(""), row("mine")).await;
    assert_eq!(inserted.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(db.get(&row("").key()).await.unwrap(), Some(row("")));
    let check = db.check(&row("").key()).is_none(Numbered::VERSION);
    assert!(!check.put(&row("mine")).await.unwrap());
    db.delete(&row("").key()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2)).await;
    db.insert(&row("")).await.unwrap();
}

#[tokio::test]
async fn a_row_is_read_first_only_if_no_column_proves_it() {
    let faults = Faults::new();
    let db = Fixture::new().faults(&faults);
    let db = db.table::<Text>().table::<Numbered>().table::<Spelled>();
    let db = db.connect().await.unwrap();
    let gets = || faults.calls(CallKind::Get);
    let text = || "a".to_owned();
    db.insert(&Text {
        id: 1,
        text: text(),
    })
    .await
    .unwrap();
    assert_eq!(gets(), 1);
    let numbered = Numbered {
        id: 1,
        text: text(),
        version: 1,
    };
    db.insert(&numbered).await.unwrap();
    db.insert(&spelled(1)).await.unwrap();
    assert_eq!(gets(), 1);
    assert_eq!(faults.calls(CallKind::CheckAndMutate), 3);
}
