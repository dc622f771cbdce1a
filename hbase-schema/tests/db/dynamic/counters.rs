//! Counters with dynamic names.

use std::collections::BTreeMap;
use std::sync::Arc;

use hbase_schema::{Connection, Dynamic, Error, ErrorKind, HTable, Limits, connect};

use crate::support::observed::Observed;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAGE_VIEWS")]
#[family("D1")]
#[family("D2")]
struct Page {
    #[rowkey]
    url: String,
    #[family("D1")]
    title: Option<String>,
    /// Next to the title.
    #[family("D1")]
    #[column(dynamic, counter, prefix = "v:")]
    views: BTreeMap<String, i64>,
    #[family("D2")]
    #[column(dynamic, counter)]
    by_second: Dynamic<u32, i64>,
}

/// The same counters as plain columns.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAGE_VIEWS")]
#[family("D1")]
#[family("D2")]
struct Plain {
    #[rowkey]
    url: String,
    #[family("D1")]
    title: Option<String>,
    #[family("D1")]
    #[column(dynamic, prefix = "v:")]
    views: BTreeMap<String, i64>,
    #[family("D2")]
    #[column(dynamic)]
    by_second: Dynamic<u32, i64>,
}

async fn store() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Page>().await.unwrap();
    db
}

fn key() -> PageKey {
    PageKey {
        url: "/cart".into(),
    }
}

fn page(title: Option<&str>, views: &[(&str, i64)]) -> Page {
    let views = views
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    Page {
        url: "/cart".into(),
        title: title.map(str::to_owned),
        views: views.collect(),
        by_second: Dynamic::new(),
    }
}

#[tokio::test]
async fn increments_are_read_back_as_a_map() {
    let db = store().await;
    let views = || db.dynamic(&key(), Page::VIEWS);
    assert_eq!(views().increment("monday", 1).await.unwrap(), 1);
    assert_eq!(views().increment("monday", 5).await.unwrap(), 6);
    assert_eq!(
        views().increment("monday".to_owned(), -7).await.unwrap(),
        -1
    );
    let counts = [("tuesday", 2), ("monday", 3), ("tuesday", 4)];
    assert_eq!(views().increment_many(counts).await.unwrap(), [6, 2, 6]);
    let found = db.get(&key()).await.unwrap();
    assert_eq!(found, Some(page(None, &[("monday", 2), ("tuesday", 6)])));
    assert_eq!(views().get("tuesday").await.unwrap(), Some(6));
    assert_eq!(views().range("n"..).count().await.unwrap(), 1);
    let none: [(&str, i64); 0] = [];
    assert_eq!(views().increment_many(none).await.unwrap(), [0; 0]);
}

#[tokio::test]
async fn counters_wrap_and_restart() {
    let db = store().await;
    let seconds = || db.dynamic(&key(), Page::BY_SECOND);
    seconds().set_counter(7, i64::MAX).await.unwrap();
    assert_eq!(seconds().increment(7, 1).await.unwrap(), i64::MIN);
    seconds().delete(7).await.unwrap();
    assert_eq!(seconds().increment(7, 3).await.unwrap(), 3);
    let set = seconds().set_counter_many((0..5).map(|second| (second, 10)));
    assert_eq!(set.await.unwrap(), 5);
    let all: Vec<_> = seconds().stream().collect().await.unwrap();
    assert_eq!(all, [(0, 10), (1, 10), (2, 10), (3, 10), (4, 10), (7, 3)]);
}

#[tokio::test]
async fn puts_leave_counters_unchanged() {
    let db = store().await;
    db.dynamic(&key(), Page::VIEWS)
        .increment("monday", 4)
        .await
        .unwrap();
    db.put(&page(Some("Cart"), &[("monday", 99), ("friday", 1)]))
        .await
        .unwrap();
    let right = page(Some("Cart"), &[("monday", 4)]);
    assert_eq!(db.get(&key()).await.unwrap(), Some(right));
    db.replace(&page(Some("Basket"), &[])).await.unwrap();
    let right = page(Some("Basket"), &[("monday", 4)]);
    assert_eq!(db.get(&key()).await.unwrap(), Some(right));
    // A row with nothing but counters would write nothing.
    let error = db
        .put(&page(None, &[("monday", 1)]))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("found no value but in counters"), "{error}");
    db.delete(&key()).await.unwrap();
    assert_eq!(db.get(&key()).await.unwrap(), None);
}

#[tokio::test]
async fn a_put_of_a_counter_is_an_error() {
    let db = store().await;
    let views = || db.dynamic(&key(), Page::VIEWS);
    let errors = [
        views().put("monday", 1).await.unwrap_err(),
        views().put_many([("monday", 1)]).await.unwrap_err(),
        db.mutate(&key())
            .put_dynamic(Page::VIEWS, "monday", 1)
            .await
            .unwrap_err(),
        views()
            .version(5_i64)
            .increment("monday", 1)
            .await
            .unwrap_err(),
        views()
            .version(5_i64)
            .set_counter("monday", 1)
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        let text = error.to_string();
        assert!(text.contains("counter"), "{text}");
    }
    assert_eq!(views().count().await.unwrap(), 0);
    db.mutate(&key())
        .delete_dynamic(Page::VIEWS, "monday")
        .await
        .unwrap();
}

#[tokio::test]
async fn a_cell_of_another_length_is_not_incremented() {
    let db = store().await;
    db.mutate(&key())
        .put_raw("D1", b"v:monday", b"many")
        .await
        .unwrap();
    let views = || db.dynamic(&key(), Page::VIEWS);
    let error = views().increment("monday", 1).await.unwrap_err();
    assert!(matches!(error, Error::Backend { .. }), "{error}");
    let error = views()
        .increment_many([("friday", 1), ("monday", 1)])
        .await
        .unwrap_err();
    let Error::Columns(error) = error else {
        panic!("{error}");
    };
    assert_eq!((error.done, error.failed.clone()), (0, 0..2));
    // The request is atomic.
    assert_eq!(views().get("friday").await.unwrap(), None);
}

#[tokio::test]
async fn other_columns_of_numbers_can_be_incremented() {
    let db = store().await;
    let key = PlainKey {
        url: "/cart".into(),
    };
    assert_eq!(
        db.dynamic(&key, Plain::VIEWS)
            .increment("monday", 2)
            .await
            .unwrap(),
        2
    );
    db.dynamic(&key, Plain::VIEWS)
        .put("monday", 7)
        .await
        .unwrap();
    assert_eq!(
        db.dynamic(&key, Plain::VIEWS)
            .increment("monday", 2)
            .await
            .unwrap(),
        9
    );
}

/// Three counters in a request.
#[tokio::test]
async fn many_counters_are_few_requests() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let mut limits = Limits::default();
    limits.batch_rows = 3;
    let db = Connection::with_limits(Arc::new(observed), limits);
    db.create_table::<Page>().await.unwrap();
    let seconds = db.dynamic(&key(), Page::BY_SECOND);
    let values = seconds
        .increment_many((0..8).map(|second| (second, 1)))
        .await
        .unwrap();
    assert_eq!(values, [1; 8]);
    let increments = order.increments.lock().unwrap();
    let sizes: Vec<_> = increments
        .iter()
        .map(|increment| increment.columns.len())
        .collect();
    assert_eq!(sizes, [3, 3, 2]);
}

#[test]
fn the_schema_names_counters() {
    let described = Page::SCHEMA.describe();
    let counters: Vec<_> = described
        .dynamic
        .iter()
        .map(|columns| columns.counter)
        .collect();
    assert_eq!(counters, [true, true]);
    assert!(described.dynamic[0].cell().ends_with(", a counter"));
    let described = Plain::SCHEMA.describe();
    assert!(described.dynamic.iter().all(|columns| !columns.counter));
}
