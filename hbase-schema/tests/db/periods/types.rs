//! The days of other types.

use super::*;

/// A user's own day.
#[derive(CellValue, Debug, Clone, Copy, PartialEq)]
struct MyTime(Timestamp);

macro_rules! table {
    ($row:ident, $name:literal, $period:ident, $type:ty) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table($name)]
        #[family("D1", versions = 9)]
        struct $row {
            #[rowkey]
            id: u32,
            #[timestamp($period)]
            at: $type,
            a: u32,
        }
    };
}

table!(Hourly, "DLQX:HOURLY_ONES", hour, Timestamp);
table!(Monthly, "DLQX:MONTHLY_ONES", month, MyTime);

#[tokio::test]
async fn hours_and_months_are_periods_too() {
    let db = memory::<Hourly>().await;
    for (a, time) in (0..).zip([
        "2015-12-26T12:24:00Z",
        "2015-12-26T12:59:59Z",
        "2015-12-26T13:00:00Z",
    ]) {
        db.put(&Hourly {
            id: 1,
            at: at(time),
            a,
        })
        .await
        .unwrap();
    }
    let read = db.history(&HourlyKey { id: 1 }).await.unwrap();
    let hour = |time, a| Hourly {
        id: 1,
        at: at(time),
        a,
    };
    assert_eq!(
        read,
        [
            hour("2015-12-26T13:00:00Z", 2),
            hour("2015-12-26T12:00:00Z", 1)
        ]
    );
    assert_eq!(Hourly::SCHEMA.period, Some(PeriodUnit::Hour));

    let db = memory::<Monthly>().await;
    for (a, time) in (0..).zip(["2016-02-01", "2016-02-29T23:59:59Z", "2016-03-01"]) {
        db.put(&Monthly {
            id: 1,
            at: MyTime(at(time)),
            a,
        })
        .await
        .unwrap();
    }
    let history = || db.history(&MonthlyKey { id: 1 });
    let month = |time, a| Monthly {
        id: 1,
        at: MyTime(at(time)),
        a,
    };
    let all = [month("2016-03-01", 2), month("2016-02-01", 1)];
    assert_eq!(history().await.unwrap(), all);
    let range = MyTime(at("2016-02-15"))..=MyTime(at("2016-02-16"));
    assert_eq!(history().time_range(range).await.unwrap(), all[1..]);
}

#[cfg(feature = "chrono")]
mod of_chrono {
    use chrono::{DateTime, NaiveDate, Utc};

    use super::*;

    table!(Moment, "DLQX:CHRONO_TIMES", day, DateTime<Utc>);
    table!(Dated, "DLQX:CHRONO_DATES", day, NaiveDate);

    #[tokio::test]
    async fn times_and_dates_of_chrono() {
        let date = |day| NaiveDate::from_ymd_opt(2015, 12, day).unwrap();
        let time = |day, hour, nano| {
            date(day)
                .and_hms_nano_opt(hour, 0, 0, nano)
                .unwrap()
                .and_utc()
        };
        let db = memory::<Moment>().await;
        db.put(&Moment {
            id: 1,
            at: time(26, 23, 999_999_999),
            a: 1,
        })
        .await
        .unwrap();
        db.put(&Moment {
            id: 1,
            at: time(27, 0, 0),
            a: 2,
        })
        .await
        .unwrap();
        let history = || db.history(&MomentKey { id: 1 });
        let all = [
            Moment {
                id: 1,
                at: time(27, 0, 0),
                a: 2,
            },
            Moment {
                id: 1,
                at: time(26, 0, 0),
                a: 1,
            },
        ];
        assert_eq!(history().await.unwrap(), all);
        // Less than a millisecond before midnight is still the day before.
        let late = date(26)
            .and_hms_nano_opt(23, 59, 59, 999_999_999)
            .unwrap()
            .and_utc();
        assert_eq!(history().time_range(late..).await.unwrap(), all);
        assert_eq!(history().time_range(..=late).await.unwrap(), all[1..]);
        let past_midnight = time(27, 0, 1);
        assert_eq!(history().time_range(..past_midnight).await.unwrap(), all);
        assert_eq!(history().time_range(..=date(26)).await.unwrap(), all[1..]);
        assert_eq!(
            history().time_range(date(26)..date(27)).await.unwrap(),
            all[1..]
        );
        assert_eq!(
            history().time_range(date(26)..=date(27)).await.unwrap(),
            all
        );

        let db = memory::<Dated>().await;
        db.put_many([25, 26, 26].map(|day| Dated {
            id: 1,
            at: date(day),
            a: day,
        }))
        .await
        .unwrap();
        let dated = |day| Dated {
            id: 1,
            at: date(day),
            a: day,
        };
        let history = || db.history(&DatedKey { id: 1 });
        assert_eq!(history().await.unwrap(), [dated(26), dated(25)]);
        assert_eq!(history().time_range(date(26)..).await.unwrap(), [dated(26)]);
        db.delete(&DatedKey { id: 1 })
            .up_to(date(25))
            .await
            .unwrap();
        assert_eq!(history().await.unwrap(), [dated(26)]);
    }

    /// A date covers all of its hours.
    #[tokio::test]
    async fn a_date_bounds_hours() {
        let db = memory::<Hourly>().await;
        let times = [
            "2015-12-25T23:00:00Z",
            "2015-12-26T00:00:00Z",
            "2015-12-26T23:00:00Z",
            "2015-12-27T00:00:00Z",
        ];
        for (a, time) in (0..).zip(times) {
            db.put(&Hourly {
                id: 1,
                at: at(time),
                a,
            })
            .await
            .unwrap();
        }
        let date = NaiveDate::from_ymd_opt(2015, 12, 26).unwrap();
        let history = db.history(&HourlyKey { id: 1 }).columns(Hourly::A);
        assert_eq!(history.time_range(date..=date).await.unwrap(), [2, 1]);
    }
}

#[cfg(feature = "jiff")]
mod of_jiff {
    use jiff::civil::{Date, date};

    use super::*;

    table!(Moment, "DLQX:JIFF_TIMES", day, jiff::Timestamp);
    table!(Dated, "DLQX:JIFF_DATES", month, Date);

    #[tokio::test]
    async fn times_and_dates_of_jiff() {
        let db = memory::<Moment>().await;
        let time = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
        db.put(&Moment {
            id: 1,
            at: time("2015-12-26T12:24:00.123456789Z"),
            a: 1,
        })
        .await
        .unwrap();
        let read = db.history(&MomentKey { id: 1 }).await.unwrap();
        assert_eq!(
            read,
            [Moment {
                id: 1,
                at: time("2015-12-26T00:00:00Z"),
                a: 1
            }]
        );

        let db = memory::<Dated>().await;
        db.put(&Dated {
            id: 1,
            at: date(2016, 2, 29),
            a: 1,
        })
        .await
        .unwrap();
        let history = || db.history(&DatedKey { id: 1 });
        let read = [Dated {
            id: 1,
            at: date(2016, 2, 1),
            a: 1,
        }];
        assert_eq!(history().await.unwrap(), read);
        assert_eq!(
            history().time_range(date(2016, 2, 28)..).await.unwrap(),
            read
        );
        assert_eq!(
            history().time_range(..=date(2016, 1, 31)).await.unwrap(),
            []
        );
        let error = db
            .put(&Dated {
                id: 1,
                at: date(1969, 12, 31),
                a: 1,
            })
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{error}");
    }
}
