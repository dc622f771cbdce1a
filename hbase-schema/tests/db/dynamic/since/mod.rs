//! Columns that continue a time of the row key: ranges of time, against a filter of all columns.

mod foreign;
mod keys;
mod property;

use std::sync::Arc;

use hbase_backend::Filter;
use hbase_schema::{Connection, Dynamic, ErrorKind, HTable, Timestamp, is_in};

use crate::support::observed::Observed;

const HOUR: i64 = 3_600_000;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_HOURS")]
#[family("V")]
struct Hours {
    #[rowkey]
    sensor: u8,
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "1s"))]
    readings: Dynamic<u16, u32>,
}

fn at(ms: i64) -> Timestamp {
    Timestamp::from_millis(ms)
}

/// Every ten seconds of five hours, of two sensors.
async fn fill(db: &Connection) {
    db.create_table::<Hours>().await.unwrap();
    for (sensor, hour) in (1..=2).flat_map(|sensor| (0..5).map(move |hour| (sensor, hour))) {
        let key = HoursKey {
            sensor,
            hour: at(hour * HOUR),
        };
        let all = (0..3600).step_by(10);
        let all = all.map(|second| (second, u32::from(second)));
        let put = db.dynamic(&key, Hours::READINGS).put_many(all);
        put.await.unwrap();
    }
}

async fn readings() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    fill(&db).await;
    db
}

const fn half_past(hour: i64) -> Timestamp {
    Timestamp::from_millis(hour * HOUR + HOUR / 2)
}

fn time_of(column: &(HoursKey, u16, u32)) -> i64 {
    column.0.hour.as_millis() + i64::from(column.1) * 1000
}

#[tokio::test]
async fn a_range_selects_columns_within_its_first_and_last_row() {
    let db = readings().await;
    let scan = || Hours::scan().sensor(1).hour(half_past(1)..half_past(3));
    let found = db.dynamic_scan(scan(), Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    let expected: Vec<i64> = (0..720).map(|n| HOUR * 3 / 2 + n * 10_000).collect();
    assert_eq!(found.iter().map(time_of).collect::<Vec<_>>(), expected);
    // The rows themselves are whole.
    assert_eq!(db.scan(scan()).count().await.unwrap(), 3);
    // A range of names selects columns of each row.
    let names = db.dynamic_scan(scan(), Hours::READINGS).range(1700..1900);
    let names: Vec<_> = names.stream().collect().await.unwrap();
    assert_eq!(names.len(), 10 + 20 + 10);
    // A single value is the whole row.
    let scan = Hours::scan().sensor(is_in([1, 2])).hour(at(HOUR));
    let whole = db.dynamic_scan(scan, Hours::READINGS).stream();
    assert_eq!(whole.collect::<Vec<_>>().await.unwrap().len(), 720);
}

#[tokio::test]
async fn the_server_selects_the_columns_of_the_first_and_the_last_row() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    fill(&db).await;
    order.scans.lock().unwrap().clear();
    let scan = Hours::scan().sensor(1).hour(half_past(1)..half_past(4));
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), 1080);
    let scans = order.scans.lock().unwrap();
    let filters: Vec<_> = scans.iter().map(|scan| scan.read.filter.clone()).collect();
    let range = |min: Option<[u8; 2]>, max: Option<[u8; 2]>| {
        Some(Filter::QualifierRange {
            min: min.map(|min| min.to_vec()),
            min_inclusive: true,
            max: max.map(|max| max.to_vec()),
            max_inclusive: false,
        })
    };
    let (half, after) = (1800_u16.to_be_bytes(), 1800_u16.to_be_bytes());
    assert_eq!(
        filters,
        [range(Some(half), None), None, range(None, Some(after))]
    );
}

#[tokio::test]
async fn a_cursor_belongs_to_its_times() {
    let db = readings().await;
    let scan = |end: i64| {
        let scan = Hours::scan().sensor(1).hour(half_past(1)..at(end));
        db.dynamic_scan(scan, Hours::READINGS)
    };
    let page = scan(3 * HOUR - 5_000).page(7).await.unwrap();
    let cursor = page.next.unwrap();
    let error = scan(3 * HOUR - 6_000).page_after(cursor.clone(), 7).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidCursor);
    assert_eq!(
        scan(3 * HOUR - 5_000)
            .page_after(cursor, 7)
            .await
            .unwrap()
            .items
            .len(),
        7
    );
}
