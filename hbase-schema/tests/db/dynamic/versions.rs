//! Versions of rows with maps: each with all of its columns, or an error.

use std::collections::BTreeMap;
use std::sync::Arc;

use hbase_schema::{Connection, ErrorKind, HTable};

use crate::support::assert_contains;
use crate::support::observed::Observed;

/// Every day has its own columns.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DAILY_VISITS")]
#[family("D", versions = 100)]
struct Daily {
    #[rowkey]
    user: u64,
    #[timestamp]
    day: i64,
    #[column(dynamic, limit = 20)]
    visits: BTreeMap<(u32, u32), u32>,
}

fn day(number: u32) -> Daily {
    Daily {
        user: 1,
        day: number.into(),
        // The newest day has the first and the last columns.
        visits: (0..10).map(|n| ((n, 100 - number), n)).collect(),
    }
}

async fn days(count: u32) -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Daily>().await.unwrap();
    db.put_many((1..=count).map(day)).await.unwrap();
    db
}

const KEY: DailyKey = DailyKey { user: 1 };

#[tokio::test]
async fn a_history_of_few_columns_has_all_of_them() {
    let db = days(2).await;
    assert_eq!(db.history(&KEY).await.unwrap(), [day(2), day(1)]);
    assert_eq!(db.history(&KEY).limit(1).await.unwrap(), [day(2)]);
    let page = db.history(&KEY).page(1).await.unwrap();
    assert_eq!(page.items, [day(2)]);
}

/// A row is cut off at 21 columns.
#[tokio::test]
async fn one_version_of_a_row_that_is_cut_off_is_an_error() {
    for count in [3, 100] {
        let db = days(count).await;
        let error = db.history(&KEY).limit(1).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(text.contains("more than the 20 dynamic columns"), "{text}");
        let rows = db.scan(Daily::scan().user(1)).versions(1).rows();
        let error = rows.collect().await.unwrap_err();
        assert_contains(&error, "more than the 20");
    }
}

/// 21 columns of two versions each.
#[tokio::test]
async fn versions_of_a_family_that_is_cut_off_are_an_error() {
    let db = days(100).await;
    let error = db.history(&KEY).limit(2).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    assert_contains(&text, "the family D holds 42 cells or more");
    let paged = db.history(&KEY).page(1).await.unwrap_err();
    assert_eq!(paged.to_string(), text);
    let rows = db.scan(Daily::scan().user(1)).versions(2).rows();
    let error = rows.collect().await.unwrap_err();
    assert_contains(&error, "42 cells or more");

    // Together they are not cut off.
    let all: Vec<_> = (1..=100).rev().map(day).collect();
    assert_eq!(db.history(&KEY).await.unwrap(), all);
    let some = db.history(&KEY).time_range(7..9).limit(2).await.unwrap();
    assert_eq!(some, [day(8), day(7)]);
}

/// The server cuts the family off, so that a row of many columns does not fill the memory.
#[tokio::test]
async fn a_scan_of_versions_limits_the_cells_of_the_family() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    db.create_table::<Daily>().await.unwrap();
    let rows = db.scan(Daily::scan().user(1)).versions(2).rows().collect();
    assert!(rows.await.unwrap().is_empty());
    let scans = order.scans.lock().unwrap();
    let read = &scans[0].read;
    assert_eq!((read.max_versions, read.store_limit), (2, Some(42)));
}
