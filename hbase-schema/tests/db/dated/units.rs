//! Tables of hours and of months, and dates in the namespace.

use hbase_schema::model::TableName;
use hbase_schema::time::{Period, PeriodUnit};
use hbase_schema::{HTable, Timestamp, connect};

use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("D{yyyyMM}:USER_LOG_{ddHH}")]
#[family("D1")]
struct Hourly {
    #[table_date]
    hour: Period,
    #[rowkey]
    user: String,
    logins: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SALES_{yyyyMM}", splits = number_pipe(3))]
#[rowkey(salt = region_number(3), separator = "_")]
#[family("D1")]
pub(super) struct Monthly {
    #[table_date]
    month: Timestamp,
    #[rowkey(salt)]
    product: String,
    sold: u32,
}

#[tokio::test]
async fn hours_and_months_and_dates_in_the_namespace() {
    let db = connect("memory:").await.unwrap();
    let hour = |hour| Period::parse(PeriodUnit::Hour, hour).unwrap();
    let logs = db.dated::<Hourly>();
    logs.create(hour("2015123123")..=hour("2016010101"))
        .await
        .unwrap();
    let log = |at, logins| Hourly {
        hour: hour(at),
        user: "ada".into(),
        logins,
    };
    let rows = [
        log("2015123123", 1),
        log("2016010100", 2),
        log("2016010101", 3),
    ];
    db.put_many(&rows).await.unwrap();
    let names = db.tables().await.unwrap();
    let names: Vec<_> = names.iter().map(TableName::to_string).collect();
    assert_eq!(
        names,
        [
            "D201512:USER_LOG_3123",
            "D201601:USER_LOG_0100",
            "D201601:USER_LOG_0101"
        ]
    );
    let found = logs.scan(.., Hourly::scan().user("ada")).rows();
    assert_eq!(found.collect().await.unwrap(), rows);
    let day = Period::parse(PeriodUnit::Day, "20160101").unwrap();
    let error = db
        .put(&Hourly {
            hour: day,
            ..log("2016010100", 1)
        })
        .await
        .unwrap_err();
    assert_contains(&error, "found the day 2016-01-01, expected an hour");
}

#[tokio::test]
async fn a_salted_table_a_month_merges_within_each() {
    let db = connect("memory:").await.unwrap();
    let sales = db.dated::<Monthly>();
    let month = |month| Timestamp::from_utc(2015, month, 1, 0, 0, 0).unwrap();
    sales.create(month(10)..=month(12)).await.unwrap();
    let rows = (10..13).flat_map(|of| {
        (0..20).map(move |n| Monthly {
            month: month(of),
            product: format!("P{n:02}"),
            sold: n,
        })
    });
    let rows: Vec<_> = rows.collect();
    db.put_many(&rows).await.unwrap();
    let scan = || {
        sales.scan(
            month(1)..,
            Monthly::scan().product("P05".to_owned().."P15".to_owned()),
        )
    };
    let found = scan().rows().collect().await.unwrap();
    let expected: Vec<_> = rows
        .iter()
        .filter(|row| (5..15).contains(&row.sold))
        .cloned()
        .collect();
    assert_eq!(found, expected);
    let mut page = scan().page(7).await.unwrap();
    let mut paged = page.items;
    while let Some(cursor) = page.next {
        page = scan().page_after(cursor, 7).await.unwrap();
        paged.extend(page.items);
    }
    assert_eq!(paged, expected);
    let ddl = hbase_schema::db::DatedTables::<Monthly>::ddl(&month(12)).unwrap();
    assert_eq!(
        ddl.create,
        "create 'DLQX:SALES_201512', {NAME => 'D1'}, {SPLITS => ['0|', '1|']}"
    );
}
