//! "`HBase`: The Definitive Guide": counters by day.
//!
//! Source: `larsgeorge/hbase-book`, `ch04/src/main/java/client/IncrementMultipleExample.java`. The rows are days, and
//! the counters of a day are columns of several families. The second struct has the names of the counters as values, so
//! that one request increments several of them.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Timestamp};

use crate::support::{assert_key, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("testtable", naming = hbase, rename_all = "snake_case", allow(hotspot))]
#[family("daily")]
#[family("weekly")]
struct Counts {
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[family("daily")]
    #[column("clicks", counter)]
    daily_clicks: i64,
    #[family("daily")]
    #[column("hits", counter)]
    daily_hits: i64,
    #[family("weekly")]
    #[column("clicks", counter)]
    weekly_clicks: i64,
    #[family("weekly")]
    #[column("hits", counter)]
    weekly_hits: i64,
}

/// The same table, with counters of any name.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("testtable", naming = hbase, allow(hotspot))]
#[family("daily")]
#[family("weekly")]
struct AnyCounts {
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[family("daily")]
    #[column(dynamic, counter)]
    daily: BTreeMap<String, i64>,
    #[family("weekly")]
    #[column(dynamic, counter)]
    weekly: BTreeMap<String, i64>,
}

/// The book's two calls, each with the two columns of a family.
#[tokio::test]
async fn increments_of_several_columns_are_one_request() {
    let db = store::<AnyCounts>().await;
    let key = AnyCountsKey {
        day: "2015-01-01".parse().unwrap(),
    };
    let daily = || db.dynamic(&key, AnyCounts::DAILY);
    let weekly = || db.dynamic(&key, AnyCounts::WEEKLY);
    assert_eq!(
        daily()
            .increment_many([("clicks", 1), ("hits", 1)])
            .await
            .unwrap(),
        [1, 1]
    );
    assert_eq!(
        weekly()
            .increment_many([("clicks", 10), ("hits", 10)])
            .await
            .unwrap(),
        [10, 10]
    );
    assert_eq!(
        daily()
            .increment_many([("clicks", 5), ("hits", 1)])
            .await
            .unwrap(),
        [6, 2]
    );
    assert_eq!(
        weekly()
            .increment_many([("clicks", 0), ("hits", -5)])
            .await
            .unwrap(),
        [10, 5]
    );
    let raw = db.get_raw(&key).await.unwrap().expect("a row");
    assert_eq!(raw.key(), b"20150101");
    let hits = raw.cell(b"weekly", b"hits").expect("a counter");
    assert_eq!(hits.value, [0, 0, 0, 0, 0, 0, 0, 5]);
    let counts = db.get(&key).await.unwrap().expect("a row");
    assert_eq!((counts.daily["clicks"], counts.daily["hits"]), (6, 2));
    // The struct with a field for each counter reads the same cells.
    let fields = db.get(&day("2015-01-01")).await.unwrap().expect("a row");
    assert_eq!((fields.daily_clicks, fields.weekly_hits), (6, 5));
}

fn day(text: &str) -> CountsKey {
    CountsKey {
        day: text.parse().unwrap(),
    }
}

#[test]
fn a_key_is_the_day_as_text() {
    assert_key::<CountsKey>(b"20150101");
    assert_eq!(day("2015-01-01").to_string(), "20150101");
}

#[tokio::test]
async fn increments_leave_the_cells_of_the_book() {
    let db = store::<Counts>().await;
    let key = day("2015-01-01");
    // The book's two calls, each of four columns.
    for [daily_clicks, daily_hits, weekly_clicks, weekly_hits] in [[1, 1, 10, 10], [5, 1, 0, -5]] {
        db.increment(&key, Counts::DAILY_CLICKS, daily_clicks)
            .await
            .unwrap();
        db.increment(&key, Counts::DAILY_HITS, daily_hits)
            .await
            .unwrap();
        db.increment(&key, Counts::WEEKLY_CLICKS, weekly_clicks)
            .await
            .unwrap();
        db.increment(&key, Counts::WEEKLY_HITS, weekly_hits)
            .await
            .unwrap();
    }
    let row = db.get_raw(&key).await.unwrap().unwrap();
    assert_eq!(row.key(), b"20150101");
    let cells: Vec<_> = row
        .cells()
        .map(|cell| (cell.family, cell.qualifier, cell.value))
        .collect();
    let long = |value: i64| value.to_be_bytes();
    let expected: [(&[u8], &[u8], &[u8]); 4] = [
        (b"daily", b"clicks", &long(6)),
        (b"daily", b"hits", &long(2)),
        (b"weekly", b"clicks", &long(10)),
        (b"weekly", b"hits", &long(5)),
    ];
    assert_eq!(cells, expected);
}

#[tokio::test]
async fn the_days_of_a_month_are_one_range() {
    let db = store::<Counts>().await;
    let days = ["2014-12-31", "2015-01-01", "2015-01-31", "2015-02-01"];
    db.increment_many(Counts::DAILY_HITS, days.map(|text| (day(text), 3)))
        .await
        .unwrap();
    let [from, to] = ["2015-01-01", "2015-02-01"].map(|text| text.parse::<Timestamp>().unwrap());
    let hits = db
        .scan(Counts::scan().day(from..to))
        .columns(Counts::DAILY_HITS);
    assert_eq!(hits.rows().collect().await.unwrap(), [3, 3]);
}

#[test]
fn the_statement_creates_the_table_of_the_book() {
    assert_eq!(
        statement(Counts::DDL),
        "create 'testtable', {NAME => 'daily'}, {NAME => 'weekly'}"
    );
}
