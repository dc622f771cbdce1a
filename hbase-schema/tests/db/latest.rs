//! The newest rows.

use hbase_schema::{HTable, Timestamp, prefix};

use crate::support::{Call, Event, assert_contains, call, event, memory, time};

#[tokio::test]
async fn the_latest_rows_are_found_whichever_way_round_the_key_is() {
    let db = memory().await;
    let calls: Vec<Call> = (1..=20)
        .map(|day| call("13812345678", day, u32::from(day)))
        .collect();
    db.put_many(&calls).await.unwrap();
    let scan = || db.scan(Call::scan().phone("13812345678").at(time(2015, 12, 1)..));
    let latest = scan().latest(3).columns(Call::DURATION_S);
    assert_eq!(latest.rows().collect().await.unwrap(), [20, 19, 18]);
    let oldest = scan().latest(3).reversed().columns(Call::DURATION_S);
    assert_eq!(oldest.rows().collect().await.unwrap(), [1, 2, 3]);

    db.put_many((0..30).map(|ms| event(ms, 7))).await.unwrap();
    let latest = db.scan(
        Event::scan()
            .salted_by(7_u32)
            .at(Timestamp::from_millis(0)..),
    );
    let latest = latest.latest(2).rows().collect().await.unwrap();
    assert_eq!(latest, [event(29, 7), event(28, 7)]);

    let error = db
        .scan(Call::scan().phone(prefix("138")))
        .latest(3)
        .first()
        .await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "scan, table DLQX:CALL_RECORD: `newest_first` goes by `at`, but rows are ordered by `phone` first: give `phone` a value"
    );
}

/// A day, and the time within it, newest first.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("TWO_TIMES")]
#[rowkey(separator = "_")]
#[family("D1")]
struct TwoTimes {
    #[rowkey]
    sensor: String,
    #[rowkey(fixed = 8, truncate)]
    day: Timestamp,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Timestamp,
    n: u32,
}

/// The same key with a salt of the sensor.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("TWO_TIMES_SALTED")]
#[rowkey(separator = "_", salt = buckets(4))]
#[family("D1")]
struct SaltedTimes {
    #[rowkey(salt)]
    sensor: String,
    #[rowkey(fixed = 8, truncate)]
    day: Timestamp,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Timestamp,
    n: u32,
}

/// A day, and five times in it, numbered from 0.
fn times() -> (Timestamp, impl Iterator<Item = (Timestamp, u32)>) {
    let time = |n: u32| format!("2026-03-01T0{n}:00:00Z").parse().unwrap();
    (
        "2026-03-01".parse().unwrap(),
        (0..5).map(move |n| (time(n), n)),
    )
}

#[tokio::test]
async fn the_newest_rows_are_those_by_the_time_that_orders_them() {
    let db = memory().await;
    db.create_table::<TwoTimes>().await.unwrap();
    let (day, times) = times();
    let rows = times.map(|(at, n)| TwoTimes {
        sensor: "s".into(),
        day,
        at,
        n,
    });
    db.put_many(rows).await.unwrap();
    let of_day = || {
        db.scan(TwoTimes::scan().sensor("s").day(day))
            .columns(TwoTimes::N)
    };
    let newest = of_day().latest(2).rows().collect().await.unwrap();
    assert_eq!(newest, [4, 3]);
    let page = of_day().newest_first().page(2).await.unwrap();
    assert_eq!(page.items, [4, 3]);
    let of_all = db.scan(TwoTimes::scan().sensor("s")).latest(2);
    let error = of_all.rows().collect().await.unwrap_err().to_string();
    assert_contains(
        &error,
        "rows are ordered by `day` with the newest last, and by `at` with the newest first: give `day` a value",
    );
}

#[tokio::test]
async fn the_newest_rows_of_a_salted_key_are_those_by_the_time_that_orders_them() {
    let db = memory().await;
    db.create_table::<SaltedTimes>().await.unwrap();
    for sensor in ["s", "t", "u"] {
        let (day, times) = times();
        let rows = times.map(|(at, n)| SaltedTimes {
            sensor: sensor.into(),
            day,
            at,
            n,
        });
        db.put_many(rows).await.unwrap();
    }
    let (day, _) = times();
    for sensor in ["s", "t", "u"] {
        let of_day = || db.scan(SaltedTimes::scan().sensor(sensor).day(day));
        let of_day = || of_day().columns(SaltedTimes::N);
        let newest = of_day().latest(2).rows().collect().await.unwrap();
        assert_eq!(newest, [4, 3]);
        let oldest = of_day().newest_first().reversed().rows();
        assert_eq!(oldest.collect().await.unwrap(), [0, 1, 2, 3, 4]);
    }
}
