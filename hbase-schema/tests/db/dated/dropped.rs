//! Tables of a range of dates that are dropped while they are read.

use hbase_schema::model::{Error as Cause, TableName};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind};

use super::{Trade, day, three_days};

fn missing() -> Cause {
    let table = TableName::parse("DLQX:TRADE_20151227").unwrap();
    Cause::TableNotFound { table }
}

async fn faulty() -> (Connection, Faults, Vec<Trade>) {
    let (db, rows) = three_days().await;
    let faults = Faults::new();
    (faults.over(&db), faults, rows)
}

#[tokio::test]
async fn a_table_that_is_dropped_before_its_first_row_is_left_out() {
    let (db, faults, rows) = faulty().await;
    let others: Vec<Trade> = rows.into_iter().filter(|row| row.day != day(27)).collect();
    let scan = || db.dated::<Trade>().scan(.., Trade::scan().all());
    // The tables are read one after the other.
    faults.on(CallKind::Scan).nth(2).fail(missing());
    assert_eq!(scan().rows().collect().await.unwrap(), others);
    faults.on(CallKind::Scan).nth(2).fail(missing());
    let mut found = scan().unordered().rows().collect().await.unwrap();
    found.sort_by_key(|row| (row.day, row.account));
    assert_eq!(found, others);
    faults.on(CallKind::Scan).nth(2).fail(missing());
    assert_eq!(scan().count().await.unwrap(), 18);
}

#[tokio::test]
async fn a_table_that_is_dropped_after_its_first_row_is_an_error() {
    let (db, faults, rows) = faulty().await;
    let scan = db.dated::<Trade>().scan(.., Trade::scan().all());
    let mut found = scan.caching(2).rows();
    assert_eq!(found.next().await.unwrap().unwrap(), rows[0]);
    faults.on(CallKind::NextBatch).always().fail(missing());
    let error = loop {
        match found.next().await {
            Some(Ok(_)) => {}
            Some(Err(error)) => break error,
            None => panic!("rows are missing"),
        }
    };
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(found.next().await.is_none());
}

#[tokio::test]
async fn another_error_and_a_single_date_leave_nothing_out() {
    let (db, faults, _) = faulty().await;
    let all = || db.dated::<Trade>().scan(.., Trade::scan().all());
    faults
        .on(CallKind::Scan)
        .nth(2)
        .fail(Cause::invalid("rejected by the test"));
    let error = all().rows().collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    faults.on(CallKind::Scan).fail(missing());
    let one = db.dated::<Trade>().scan(day(27), Trade::scan().all());
    let error = one.rows().collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_range_of_too_many_days_creates_no_table() {
    let (db, faults, _) = faulty().await;
    let before = faults.calls(CallKind::Schema);
    let last = day(26).as_millis() + 10_000 * 86_400_000;
    let last = hbase_schema::Timestamp::from_millis(last);
    let error = db
        .dated::<Trade>()
        .create(day(26)..=last)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let expected = "found more than 10000 periods of a day, expected fewer";
    assert!(error.to_string().contains(expected), "{error}");
    assert_eq!(faults.calls(CallKind::Schema), before);
}
