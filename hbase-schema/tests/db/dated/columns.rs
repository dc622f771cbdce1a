//! The dynamic columns of the tables of a date or a range of dates.

use hbase_schema::model::{Error as Cause, TableName};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Dynamic, ErrorKind, HTable, Limits, Timestamp, connect};

use super::day;
use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_{yyyyMMdd}")]
#[family("V")]
struct Sensor {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    id: u32,
    /// By minute of the day.
    #[column(dynamic)]
    values: Dynamic<u16, u32>,
}

/// A row's key, the minute, the value.
type Column = (SensorKey, u16, u32);

const DAYS: [u8; 3] = [26, 27, 30];

/// Three days of five rows, of 0 to 400 columns.
async fn sensors() -> (Connection, Vec<Column>) {
    let db = connect("memory:").await.unwrap();
    let mut all = Vec::new();
    for of in DAYS {
        db.dated::<Sensor>().create(day(of)).await.unwrap();
        for id in 0..5 {
            let key = SensorKey { day: day(of), id };
            let columns: Vec<(u16, u32)> = (0..u16::try_from(id * 100).unwrap())
                .map(|minute| (minute, u32::from(of) * 1000 + u32::from(minute)))
                .collect();
            let written = db.dynamic(&key, Sensor::VALUES).put_many(columns.clone());
            assert_eq!(written.await.unwrap(), u64::from(id) * 100);
            all.extend(columns.into_iter().map(|(at, n)| (key.clone(), at, n)));
        }
    }
    (db, all)
}

fn of_days(all: &[Column], keep: impl Fn(Timestamp) -> bool) -> Vec<Column> {
    let kept = all.iter().filter(|(key, ..)| keep(key.day));
    kept.cloned().collect()
}

#[tokio::test]
async fn a_stream_has_the_columns_of_each_table_in_the_order_of_time() {
    let (db, all) = sensors().await;
    let tables = db.dated::<Sensor>();
    let every = || tables.dynamic_scan(.., Sensor::scan().all(), Sensor::VALUES);
    let found: Vec<Column> = every().stream().collect().await.unwrap();
    assert_eq!(found, all);
    let found: Vec<Column> = every().limit(1234).stream().collect().await.unwrap();
    assert_eq!(found, all[..1234]);
    let later = tables.dynamic_scan(day(27)..day(29), Sensor::scan().all(), Sensor::VALUES);
    let found: Vec<Column> = later.stream().collect().await.unwrap();
    assert_eq!(found, of_days(&all, |of| of == day(27)));
    let one = tables.dynamic_scan(day(30), Sensor::scan().id(3), Sensor::VALUES);
    let found: Vec<Column> = one.range(100..).stream().collect().await.unwrap();
    let mut expected = of_days(&all, |of| of == day(30));
    expected.retain(|(key, minute, _)| key.id == 3 && *minute >= 100);
    assert_eq!(found, expected);
}

#[tokio::test]
async fn pages_go_on_within_rows_and_tables() {
    let (db, all) = sensors().await;
    let tables = db.dated::<Sensor>();
    for size in [64, 999, 1000, 1001, 2999, 3000, 9000] {
        let scan = || tables.dynamic_scan(day(1).., Sensor::scan().all(), Sensor::VALUES);
        let mut page = scan().page(size).await.unwrap();
        let mut found = page.items;
        while let Some(cursor) = page.next {
            page = scan().page_after(cursor, size).await.unwrap();
            assert!(!page.items.is_empty());
            found.extend(page.items);
        }
        assert_eq!(found, all, "pages of {size}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_dates() {
    let (db, _) = sensors().await;
    let tables = db.dated::<Sensor>();
    let scan = |from| tables.dynamic_scan(day(from).., Sensor::scan().all(), Sensor::VALUES);
    let cursor = scan(26).page(10).await.unwrap().next.unwrap();
    let error = scan(27).page_after(cursor, 10).await.unwrap_err();
    assert_contains(&error, "belongs to another query");
}

#[tokio::test]
async fn a_cursor_belongs_to_its_rows() {
    let (db, _) = sensors().await;
    let tables = db.dated::<Sensor>();
    let scan = |id| tables.dynamic_scan(day(26).., Sensor::scan().id(id), Sensor::VALUES);
    let cursor = scan(2).page(10).await.unwrap().next.unwrap();
    let error = scan(3).page_after(cursor, 10).await.unwrap_err();
    assert_contains(&error, "belongs to another query");
}

#[tokio::test]
async fn a_table_that_is_dropped_between_two_pages_has_no_columns() {
    let (db, all) = sensors().await;
    let tables = db.dated::<Sensor>();
    let scan = || tables.dynamic_scan(.., Sensor::scan().all(), Sensor::VALUES);
    let page = scan().page(450).await.unwrap();
    tables.drop_tables(day(26)).await.unwrap();
    let rest = scan().page_after(page.next.unwrap(), 9000).await.unwrap();
    assert_eq!(rest.items, of_days(&all, |of| of > day(26)));
}

#[tokio::test]
async fn the_table_of_one_date_must_exist() {
    let (db, _) = sensors().await;
    let tables = db.dated::<Sensor>();
    let scan = |date| tables.dynamic_scan(date, Sensor::scan().all(), Sensor::VALUES);
    let error = scan(day(28)).page(10).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_contains(&error, "DLQX:SENSOR_20151228");
    let invalid = scan(Timestamp::from_millis(-1)).page(10).await;
    assert_eq!(invalid.unwrap_err().kind(), ErrorKind::InvalidRequest);
}

/// The error of a column that is not a number names the table of its day.
#[tokio::test]
async fn what_does_not_decode_names_its_table() {
    let (db, _) = sensors().await;
    let key = SensorKey {
        day: day(27),
        id: 0,
    };
    db.mutate(&key).put_raw("V", &[0, 7], b"xy").await.unwrap();
    let scan = db.dated::<Sensor>();
    let scan = scan.dynamic_scan(.., Sensor::scan().all(), Sensor::VALUES);
    let error = scan.stream().collect::<Vec<Column>>().await.unwrap_err();
    assert_contains(&error, "DLQX:SENSOR_20151227");
}

/// A connection that reads each table in several calls.
fn in_parts(db: &Connection) -> (Connection, Faults) {
    let faults = Faults::new();
    let backend = faults.over_backend(db.backend());
    let limits = Limits::default().scan_bytes(1);
    (Connection::with_limits(backend, limits), faults)
}

#[tokio::test]
async fn a_table_that_is_dropped_while_it_is_read_is_left_out_only_before_its_first_column() {
    let (db, all) = sensors().await;
    let (db, faults) = in_parts(&db);
    let table = TableName::parse("DLQX:SENSOR_20151226").unwrap();
    let missing = || Cause::TableNotFound {
        table: table.clone(),
    };
    let scan = || {
        let tables = db.dated::<Sensor>();
        tables.dynamic_scan(.., Sensor::scan().all(), Sensor::VALUES)
    };
    faults.on(CallKind::Scan).fail(missing());
    let found: Vec<Column> = scan().stream().collect().await.unwrap();
    assert_eq!(found, of_days(&all, |of| of > day(26)));
    let calls = faults.calls(CallKind::Scan);
    faults.on(CallKind::Scan).nth(2).fail(missing());
    let error = scan().stream().collect::<Vec<Column>>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(faults.calls(CallKind::Scan) - calls <= 3);
    let other = Cause::invalid("rejected by the test");
    faults.on(CallKind::Scan).fail(other);
    let error = scan().stream().collect::<Vec<Column>>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    faults.on(CallKind::Scan).fail(missing());
    let one = db.dated::<Sensor>();
    let one = one.dynamic_scan(day(26), Sensor::scan().all(), Sensor::VALUES);
    let error = one.stream().collect::<Vec<Column>>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
