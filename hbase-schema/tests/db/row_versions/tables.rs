//! Tables by day, counters, and requests that fail.

use std::convert::Infallible;

use hbase_schema::testing::{CallKind, Faults, Fixture};
use hbase_schema::{Error, ErrorKind, HTable, Timestamp};

use super::{Ride, changed, created};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDES_{yyyyMMdd}")]
#[family("D1")]
struct RideOfDay {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:KEPT_{yyyyMMdd}")]
#[family("D1", versions = 2)]
struct KeptRide {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    id: u64,
    #[version]
    version: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SEEN_RIDES")]
#[family("D1")]
struct SeenRide {
    #[rowkey]
    id: u64,
    driver: String,
    #[column(counter)]
    seen: i64,
    #[version]
    version: u64,
}

/// A table in which a row may have only a counter.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NOTED_RIDES")]
#[family("D1")]
struct NotedRide {
    #[rowkey]
    id: u64,
    note: Option<String>,
    #[column(counter)]
    seen: i64,
    #[version]
    version: u16,
}

/// The table of `Ride`, as another program declares it.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct PlainRide {
    #[rowkey]
    id: u64,
    driver: String,
    note: Option<String>,
}

fn noted(id: u64, version: u16) -> NotedRide {
    NotedRide {
        id,
        note: None,
        seen: 0,
        version,
    }
}

fn ride(version: u32) -> Ride {
    Ride {
        id: 7,
        driver: "ann".into(),
        note: None,
        version,
    }
}

#[tokio::test]
async fn rows_of_a_day_have_versions() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let day = Timestamp::from_utc(2015, 12, 26, 0, 0, 0).unwrap();
    db.dated::<RideOfDay>().create(day).await.unwrap();
    let ride = |driver: &str, version| RideOfDay {
        day,
        id: 7,
        driver: driver.into(),
        version,
    };
    db.put(&ride("ann", 0)).await.unwrap();
    db.put_many([ride("bob", 1)]).await.unwrap();
    let error = changed(db.put(&ride("cem", 1)).await);
    assert_eq!(error.row().unwrap(), Some(ride("bob", 2)));
    let key = ride("", 0).key();
    let same = db.update(&key, Ok::<RideOfDay, Infallible>).await.unwrap();
    assert_eq!(same, ride("bob", 3));
}

#[tokio::test]
async fn a_recomputed_row_has_no_version() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let day = Timestamp::from_utc(2015, 12, 26, 0, 0, 0).unwrap();
    let days = db.dated::<KeptRide>();
    days.create(day).await.unwrap();
    let rides = [KeptRide {
        day,
        id: 7,
        version: 0,
    }];
    let error = days.recompute(&day, rides).await.unwrap_err();
    assert!(
        error.to_string().contains("found a `#[version]`"),
        "{error}"
    );
}

#[tokio::test]
async fn an_append_is_an_error() {
    let db = created::<Ride>().await;
    db.put(&ride(0)).await.unwrap();
    let error = db.append(&ride(0).key(), Ride::DRIVER, "a").await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("`update`"), "{error}");
}

#[tokio::test]
async fn counters_do_not_change_a_version() {
    let db = created::<SeenRide>().await;
    let ride = |driver: &str, version| SeenRide {
        id: 7,
        driver: driver.into(),
        seen: 0,
        version,
    };
    db.put(&ride("ann", 0)).await.unwrap();
    let key = ride("", 0).key();
    db.increment(&key, SeenRide::SEEN, 3).await.unwrap();
    db.put(&ride("bob", 1)).await.unwrap();
    let read = db.get(&key).await.unwrap().unwrap();
    assert_eq!((read.seen, read.version), (3, 2));
}

#[tokio::test]
async fn a_write_whose_response_was_lost_is_found_by_the_next_one() {
    let faults = Faults::new();
    let db = Fixture::new().rows([ride(0)]).faults(&faults);
    let db = db.connect().await.unwrap();
    faults.on(CallKind::CheckAndMutate).lose_response();
    let error = db.put(&ride(1)).await.unwrap_err();
    assert!(
        error.is_retryable() && !error.is_without_effect(),
        "{error}"
    );
    // The row was written, which the version shows.
    assert_eq!(
        changed(db.put(&ride(1)).await).row().unwrap(),
        Some(ride(2))
    );
}

#[tokio::test]
async fn a_row_that_cannot_be_read_after_a_change_is_that_error() {
    let faults = Faults::new();
    let db = Fixture::new().rows([ride(0)]).faults(&faults);
    let db = db.connect().await.unwrap();
    let error = hbase_schema::model::Error::invalid("no reads");
    faults.on(CallKind::Get).fail(error);
    let written = db.put(&ride(0)).await;
    assert!(matches!(written, Err(Error::Backend { .. })), "{written:?}");
}

#[tokio::test]
async fn a_row_that_has_only_a_counter_is_the_row_as_it_is_now() {
    let db = created::<NotedRide>().await;
    let key = noted(7, 0).key();
    db.increment(&key, NotedRide::SEEN, 3).await.unwrap();
    let error = changed(db.put(&noted(7, 2)).await);
    let text = error.to_string();
    assert!(text.contains("expected its version 2, found 0"), "{text}");
    let now = NotedRide {
        seen: 3,
        ..noted(7, 0)
    };
    assert_eq!(error.row().unwrap(), Some(now));
}

#[tokio::test]
async fn settings_of_counters_count_for_each_row() {
    let db = created::<NotedRide>().await;
    let key = |id| noted(id, 0).key();
    db.put(&noted(7, 0)).await.unwrap();
    db.set_counter(&key(7), NotedRide::SEEN, 1).await.unwrap();
    let settings = [(key(7), 2), (key(8), 3), (key(7), 4)];
    let set = db.set_counter_many(NotedRide::SEEN, settings).await;
    assert_eq!(set.unwrap(), 3);
    let expected = [(7, 4, 4), (8, 3, 1)];
    for (id, seen, version) in expected {
        let row = db.get(&key(id)).await.unwrap();
        let expected = NotedRide {
            seen,
            ..noted(id, version)
        };
        assert_eq!(row, Some(expected));
    }
}

#[tokio::test]
async fn a_delete_of_columns_counts_in_a_row_without_a_version() {
    let db = created::<PlainRide>().await;
    let key = ride(0).key();
    let plain = PlainRide {
        id: 7,
        driver: "ann".into(),
        note: Some("late".into()),
    };
    for is_mutation in [false, true] {
        db.delete(&key).await.unwrap();
        db.put(&plain).await.unwrap();
        if is_mutation {
            db.mutate(&key).delete(Ride::NOTE).await.unwrap();
        } else {
            db.delete(&key).columns(Ride::NOTE).await.unwrap();
        }
        assert_eq!(db.get(&key).await.unwrap(), Some(ride(1)));
        // This row was read before the delete.
        assert_eq!(
            changed(db.put(&ride(0)).await).row().unwrap(),
            Some(ride(1))
        );
    }
}
