//! Updates of rows without indexes by a function of their current value.

use std::convert::Infallible;
use std::future::IntoFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hbase_schema::db::UpdateError;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, ErrorKind, HTable, Timestamp};

use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
#[family("D2")]
struct Ride {
    #[rowkey]
    id: u32,
    #[family("D1")]
    status: String,
    #[family("D1")]
    driver: Option<String>,
    #[family("D2")]
    accepted: Option<Timestamp>,
    #[family("D1")]
    #[column(counter)]
    views: i64,
}

/// A table of one column, which a condition without a filter can check.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDE_COUNT")]
#[family("D1")]
struct Total {
    #[rowkey]
    id: u32,
    total: u64,
}

fn ride(id: u32, status: &str) -> Ride {
    Ride {
        id,
        status: status.to_owned(),
        driver: None,
        accepted: None,
        views: 0,
    }
}

fn accept(ride: Ride) -> Result<Ride, String> {
    if ride.status != "new" {
        return Err(ride.status);
    }
    Ok(Ride {
        status: "accepted".to_owned(),
        driver: Some("bob".to_owned()),
        ..ride
    })
}

async fn created() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Ride>().await.unwrap();
    db.create_table::<Total>().await.unwrap();
    db
}

#[tokio::test]
async fn a_row_is_changed_and_its_absent_columns_are_deleted() {
    let db = created().await;
    let key = RideKey { id: 1 };
    let missing = db.update(&key, accept).await;
    assert!(matches!(missing, Err(UpdateError::NotFound)));
    db.put(&ride(1, "new")).await.unwrap();
    db.increment(&key, Ride::VIEWS, 3).await.unwrap();
    let accepted = db.update(&key, accept).await.unwrap();
    assert_eq!(accepted.driver.as_deref(), Some("bob"));
    let stored = db.get(&key).await.unwrap().unwrap();
    assert_eq!(
        (&stored, stored.views),
        (
            &Ride {
                views: 3,
                ..accepted
            },
            3
        )
    );
    let declined = db.update(&key, accept).await;
    assert!(matches!(declined, Err(UpdateError::Declined(status)) if status == "accepted"));
    let cancel = |ride: Ride| {
        Ok::<_, Infallible>(Ride {
            driver: None,
            ..ride
        })
    };
    db.update(&key, cancel).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().driver, None);
}

/// A row with only counters does not exist for an update.
#[tokio::test]
async fn counters_alone_are_no_row() {
    let db = created().await;
    let key = RideKey { id: 2 };
    db.increment(&key, Ride::VIEWS, 1).await.unwrap();
    let missing = db.update(&key, accept).await;
    assert!(matches!(missing, Err(UpdateError::NotFound)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_concurrent_change_is_lost() {
    let db = created().await;
    db.put(&Total { id: 7, total: 0 }).await.unwrap();
    let clients = (0..4).map(|_| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut done = 0;
            while done < 25 {
                let next = |row: Total| {
                    Ok::<_, Infallible>(Total {
                        total: row.total + 1,
                        ..row
                    })
                };
                match db.update(&TotalKey { id: 7 }, next).await {
                    Ok(_) => done += 1,
                    Err(UpdateError::Call(Error::Conflict { attempts: 10, .. })) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        })
    });
    for client in clients {
        client.await.unwrap();
    }
    let last = db.get(&TotalKey { id: 7 }).await.unwrap().unwrap();
    assert_eq!(last.total, 100);
}

/// All of them read the row before the first one writes it: without pauses, one in each round would succeed.
#[tokio::test]
async fn sixteen_writers_of_one_row_all_succeed() {
    let faults = Faults::new();
    let db = faults.over(&created().await);
    db.put(&Total { id: 7, total: 0 }).await.unwrap();
    faults
        .on(CallKind::CheckAndMutate)
        .always()
        .delay(Duration::from_millis(2));
    let next = |row: Total| {
        Ok::<_, Infallible>(Total {
            total: row.total + 1,
            ..row
        })
    };
    let key = TotalKey { id: 7 };
    let updates = (0..16).map(|_| db.update(&key, next));
    futures_util::future::try_join_all(updates).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().total, 16);
}

/// Each of the columns counts: one that was absent, one of another family, and one that stays as it is.
#[tokio::test]
async fn a_change_of_any_column_leads_to_another_attempt() {
    let db = created().await;
    let key = RideKey { id: 3 };
    let other = |change: u32| Ride {
        status: if change == 0 { "waiting" } else { "new" }.to_owned(),
        driver: (change == 1).then(|| "eve".to_owned()),
        accepted: (change == 2).then(|| Timestamp::from_millis(9)),
        ..ride(3, "new")
    };
    for change in 0..3 {
        db.replace(&ride(3, "new")).await.unwrap();
        let calls = Arc::new(AtomicU32::new(0));
        let (counted, writer) = (Arc::clone(&calls), db.clone());
        let handle = tokio::runtime::Handle::current();
        let changed = db.update(&key, move |found: Ride| {
            if counted.fetch_add(1, Ordering::SeqCst) == 0 {
                let row = other(change);
                std::thread::scope(|scope| {
                    let put = scope.spawn(|| handle.block_on(writer.replace(&row)));
                    put.join().unwrap().unwrap();
                });
            }
            Ok::<_, Infallible>(Ride {
                status: format!("{}!", found.status),
                ..found
            })
        });
        let changed = changed.await.unwrap();
        assert_eq!(calls.load(Ordering::SeqCst), 2, "change {change}");
        let before = other(change);
        let status = format!("{}!", before.status);
        assert_eq!(changed, Ride { status, ..before });
    }
}

#[tokio::test]
async fn errors_leave_the_row_as_it_is() {
    let faults = Faults::new();
    let db = faults.over(&created().await);
    db.put(&ride(3, "new")).await.unwrap();
    let key = RideKey { id: 3 };
    let other_key = db.update(&key, |ride: Ride| {
        Ok::<_, Infallible>(Ride { id: 4, ..ride })
    });
    let Err(UpdateError::Call(error)) = other_key.await else {
        panic!("another key was written")
    };
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "changed the row key");
    faults.on(CallKind::CheckAndMutate).nth(1).lose_connection();
    let Err(UpdateError::Call(error)) = db.update(&key, accept).await else {
        panic!("a lost connection is no success")
    };
    assert!(!error.is_without_effect());
    assert_eq!(db.get(&key).await.unwrap(), Some(ride(3, "new")));
}

/// To a condition without a filter, an empty cell is a missing one.
#[tokio::test]
async fn a_row_with_an_empty_value_that_is_deleted_is_not_brought_back() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:RIDE_NOTES")]
    #[family("D1")]
    struct Note {
        #[rowkey]
        id: u32,
        text: String,
    }

    let db = created().await;
    db.create_table::<Note>().await.unwrap();
    let empty = Note {
        id: 1,
        text: String::new(),
    };
    db.put(&empty).await.unwrap();
    let (key, writer) = (empty.key(), db.clone());
    let handle = tokio::runtime::Handle::current();
    let updated = db.update(&empty.key(), move |note: Note| {
        std::thread::scope(|scope| {
            let delete = scope.spawn(|| handle.block_on(writer.delete(&key).into_future()));
            delete.join().unwrap().unwrap();
        });
        Ok::<_, Infallible>(Note {
            text: "read".to_owned(),
            ..note
        })
    });
    assert!(matches!(updated.await, Err(UpdateError::NotFound)));
    assert_eq!(db.get(&empty.key()).await.unwrap(), None);
}
