//! Dates of a generic type.

use hbase_schema::codec::CodecError;
use hbase_schema::key::TableDate;
use hbase_schema::time::{Period, PeriodUnit};
use hbase_schema::{ErrorKind, HTable, Timestamp, connect};

use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:VISIT_{yyyyMMdd}")]
#[family("D1")]
struct Visit<D> {
    #[table_date]
    day: D,
    #[rowkey]
    id: u32,
    n: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:VISIT_{yyyyMMddHH}", allow(name_length))]
#[family("D1")]
struct Hourly<D> {
    #[table_date]
    hour: D,
    #[rowkey]
    id: u32,
    n: u32,
}

/// Days since 1970.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Days(i64);

impl TableDate for Days {
    const FINEST: PeriodUnit = PeriodUnit::Day;

    fn to_millis(&self) -> Result<i64, CodecError> {
        Ok(self.0 * 86_400_000)
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        Ok(Self(period.start_ms() / 86_400_000))
    }
}

/// 2015-12-26.
const FIRST: Days = Days(16_795);

#[tokio::test]
async fn rows_are_read_by_any_type_of_date() {
    let db = connect("memory:").await.unwrap();
    let days = db.dated::<Visit<Days>>();
    let last = Days(FIRST.0 + 2);
    assert_eq!(days.create(FIRST..=last).await.unwrap().len(), 3);
    let visit = |after, n| Visit {
        day: Days(FIRST.0 + after),
        id: 7,
        n,
    };
    let rows = [visit(0, 1), visit(1, 2), visit(2, 3)];
    db.put_many(&rows).await.unwrap();
    let found = days.scan(FIRST.., Visit::scan().id(7)).rows();
    assert_eq!(found.collect().await.unwrap(), rows);

    let times = db.dated::<Visit<Timestamp>>();
    let second: Timestamp = "2015-12-27T12:24:00Z".parse().unwrap();
    let found = times.scan(second, Visit::scan().all()).rows();
    let found = found.collect().await.unwrap();
    let midnight: Timestamp = "2015-12-27".parse().unwrap();
    let expected = Visit {
        day: midnight,
        id: 7,
        n: 2,
    };
    assert_eq!(found, [expected]);
    let key = VisitKey {
        day: Period::parse(PeriodUnit::Day, "20151228").unwrap(),
        id: 7,
    };
    let found: Option<Visit<Period>> = db.get(&key).await.unwrap();
    assert_eq!(found.map(|row| row.n), Some(3));
    assert_eq!(times.drop_tables(..second).await.unwrap().len(), 1);
}

/// The compiler rejects a type without hours if the struct names it; a type parameter is only checked when it is used.
#[tokio::test]
async fn a_type_without_hours_has_no_table_an_hour() {
    let db = connect("memory:").await.unwrap();
    let hours = db.dated::<Hourly<Timestamp>>();
    let noon: Timestamp = "2015-12-26T12:00:00Z".parse().unwrap();
    hours.create(noon).await.unwrap();
    db.put(&Hourly {
        hour: noon,
        id: 1,
        n: 1,
    })
    .await
    .unwrap();

    let row = Hourly {
        hour: FIRST,
        id: 1,
        n: 2,
    };
    let error = db.put(&row).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "put, table DLQX:VISIT_{yyyyMMddHH}: Hourly: key part `hour` = Days(16795): found a type whose finest period is a day, expected one that can represent an hour: use `Timestamp`"
    );
    let days = db.dated::<Hourly<Days>>();
    let error = days.create(FIRST).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    let error = days.drop_tables(..=FIRST).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    // A row of another hour would be read as a row of midnight.
    let rows = days.scan(.., Hourly::scan().all()).rows();
    let error = rows.collect().await.unwrap_err();
    assert_contains(&error, "can represent an hour");
}
