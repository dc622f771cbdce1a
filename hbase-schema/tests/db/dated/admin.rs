//! Verification, truncation and maintenance of the tables of a date or a range of dates.

use std::time::Duration;

use hbase_schema::schema::DdlError;
use hbase_schema::time::Period;
use hbase_schema::{ErrorKind, HTable, Table, Timestamp, connect};

use super::{Trade, day, scanned, three_days, trade};
use crate::support::assert_contains;

/// Another declaration of the same tables.
#[derive(HTable, Debug)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1", versions = 9)]
struct Wider {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

fn days(periods: &[Period]) -> Vec<String> {
    periods.iter().map(Period::to_string).collect()
}

#[tokio::test]
async fn every_table_of_a_range_is_compared_with_the_struct() {
    let (db, _) = three_days().await;
    let trades = db.dated::<Trade>();
    let verified = trades.verify(..).await.unwrap();
    let verified: Vec<_> = verified.iter().map(ToString::to_string).collect();
    assert_eq!(
        verified,
        [
            "table DLQX:TRADE_20151226 is as declared",
            "table DLQX:TRADE_20151227 is as declared",
            "table DLQX:TRADE_20151230 is as declared"
        ]
    );
    assert_eq!(trades.verify(day(28)..day(30)).await.unwrap(), []);
    let error = trades.verify(day(28)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
    assert_eq!(
        error.to_string(),
        "table DLQX:TRADE_20151228 differs from `Trade`:\n  the table: declared with 1 family, live missing: create it"
    );
    let error = db.dated::<Wider>().verify(day(27)..).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("table DLQX:TRADE_20151227 differs from `Wider`:"),
        "{error}"
    );
}

#[tokio::test]
async fn whole_days_are_truncated_and_stay() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    let noon = Timestamp::from_millis(day(27).as_millis() + 12 * 3_600_000);
    let truncated = trades.truncate(..noon).await.unwrap();
    assert_eq!(days(&truncated), ["2015-12-26"]);
    assert_eq!(scanned(&db, ..).await, rows[9..]);
    assert_eq!(trades.list().await.unwrap().len(), 3);
    db.put(&trade(26, 4)).await.unwrap();
    assert_eq!(scanned(&db, day(26)).await, [trade(26, 4)]);
    assert_eq!(trades.truncate(day(28)).await.unwrap(), []);
}

/// Every row of a generation has its number.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SUM_{yyyyMMdd}")]
#[family("D1", versions = 2)]
struct Sum {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    name: u32,
    total: u32,
}

#[tokio::test]
async fn rows_after_a_truncation_belong_to_no_recomputation() {
    let db = connect("memory:").await.unwrap();
    let sums = db.dated::<Sum>().grace(Duration::ZERO);
    sums.create(day(26)).await.unwrap();
    let sum = |total| Sum {
        day: day(26),
        name: 1,
        total,
    };
    sums.recompute(&day(26), [sum(1)]).await.unwrap();
    sums.truncate(day(26)).await.unwrap();
    db.put(&sum(2)).await.unwrap();
    let current = sums.scan(day(26), Sum::scan().all()).current().rows();
    assert_eq!(current.collect().await.unwrap(), [sum(2)]);
}

#[tokio::test]
async fn the_tables_of_a_range_are_flushed_and_compacted() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    let before = db.metrics().calls;
    let flushed = trades.flush(day(27)..).await.unwrap();
    assert_eq!(days(&flushed), ["2015-12-27", "2015-12-30"]);
    // One call looks the tables up.
    assert_eq!(db.metrics().calls - before, 3);
    let compacted = trades.major_compact(..=day(26)).await.unwrap();
    assert_eq!(days(&compacted), ["2015-12-26"]);
    assert_eq!(scanned(&db, ..).await, rows);
    for missing in [
        trades.flush(day(28)).await.unwrap_err(),
        trades.major_compact(day(28)).await.unwrap_err(),
    ] {
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        let text = missing.to_string();
        assert!(text.contains("DLQX:TRADE_20151228"), "{text}");
    }
    let before_1970 = trades.flush(Timestamp::from_millis(-1)).await.unwrap_err();
    assert_eq!(before_1970.kind(), ErrorKind::InvalidRequest);
}

#[test]
fn no_statement_creates_the_tables_of_all_dates() {
    let error = <Trade as Table>::SCHEMA.ddl().unwrap_err();
    assert!(
        matches!(&error, DdlError::Dated { row: "Trade", table } if table == "DLQX:TRADE_{yyyyMMdd}"),
        "{error}"
    );
    assert_contains(&error, "db.dated::<Trade>().create(date)");
}
