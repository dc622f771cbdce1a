//! Rows with a `#[version]`: a write of a row succeeds only if nobody has written it since it was read.

mod errors;
mod kinds;
mod tables;

use std::convert::Infallible;

use futures_util::StreamExt;
use hbase_schema::db::{ChangedRow, UpdateError};
use hbase_schema::{Connection, Error, ErrorKind, HTable, TableRow};

/// The row that the error of a stale write has.
fn now<R: TableRow>(result: Result<(), Error>) -> Option<R> {
    changed(result).row().unwrap()
}

fn changed(result: Result<(), Error>) -> ChangedRow {
    match result {
        Err(Error::Changed(changed)) => *changed,
        other => panic!("expected a row that was changed, found {other:?}"),
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Ride {
    #[rowkey]
    id: u64,
    driver: String,
    note: Option<String>,
    #[version]
    version: u32,
}

/// The same, with an index.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FOUND_RIDES")]
#[family("D1")]
struct FoundRide {
    #[rowkey]
    id: u64,
    #[index("DLQX:RIDES_BY_DRIVER")]
    driver: String,
    note: Option<String>,
    #[version]
    version: u32,
}

async fn created<R: TableRow>() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<R>().await.unwrap();
    db
}

/// The tests of a table, with and without an index.
macro_rules! both {
    ($($module:ident: $ride:ident;)*) => {$(
        mod $module {
            use super::*;

            fn ride(driver: &str, version: u32) -> $ride {
                $ride { id: 7, driver: driver.to_owned(), note: None, version }
            }

            async fn stored(db: &Connection) -> Option<$ride> {
                db.get(&ride("", 0).key()).await.unwrap()
            }

            #[tokio::test]
            async fn a_write_of_a_row_that_was_read_counts() {
                let db = created::<$ride>().await;
                db.put(&ride("ann", 0)).await.unwrap();
                assert_eq!(stored(&db).await, Some(ride("ann", 1)));
                db.put(&ride("bob", 1)).await.unwrap();
                db.replace(&ride("cem", 2)).await.unwrap();
                assert_eq!(stored(&db).await, Some(ride("cem", 3)));
            }

            #[tokio::test]
            async fn a_stale_row_is_not_written_and_the_error_has_the_row() {
                let db = created::<$ride>().await;
                db.put(&ride("ann", 0)).await.unwrap();
                db.put(&ride("bob", 1)).await.unwrap();
                for stale in [0, 1, 3] {
                    let error = db.put(&ride("cem", stale)).await.unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::Changed);
                    assert!(!error.is_retryable() && error.is_without_effect());
                    let text = error.to_string();
                    let expected = format!("expected its version {stale}, found 2");
                    assert!(text.starts_with("put, table ") && text.contains(&expected), "{text}");
                    assert_eq!(now(Err(error)), Some(ride("bob", 2)));
                    assert_eq!(now(db.replace(&ride("cem", stale)).await), Some(ride("bob", 2)));
                }
                assert_eq!(stored(&db).await, Some(ride("bob", 2)));
            }

            #[tokio::test]
            async fn a_row_that_was_deleted_is_not_written_again() {
                let db = created::<$ride>().await;
                db.put(&ride("ann", 0)).await.unwrap();
                db.delete(&ride("", 0).key()).await.unwrap();
                let error = changed(db.put(&ride("bob", 1)).await);
                assert!(error.to_string().contains("expected its version 1, found no row"));
                assert_eq!(error.row::<$ride>().unwrap(), None);
                assert_eq!(stored(&db).await, None);
                // It is a new row then.
                db.put(&ride("bob", 0)).await.unwrap();
                assert_eq!(stored(&db).await, Some(ride("bob", 1)));
            }

            #[tokio::test]
            async fn rows_that_are_put_together_have_a_result_each() {
                let db = created::<$ride>().await;
                let of = |id, version| $ride { id, ..ride("ann", version) };
                db.put_many([of(1, 0), of(2, 0), of(3, 0)]).await.unwrap();
                db.put(&of(2, 1)).await.unwrap();
                let written = db.put_many([of(1, 1), of(2, 1), of(3, 1), of(4, 0), of(4, 0)]).await;
                let Err(Error::Batch(batch)) = written else { panic!("{written:?}") };
                assert_eq!(batch.written, 3);
                let failed: Vec<_> = batch.failed.into_iter().collect();
                assert_eq!(failed.iter().map(|failed| failed.index).collect::<Vec<_>>(), [1, 4]);
                for (failed, expected) in failed.into_iter().zip([of(2, 2), of(4, 1)]) {
                    assert_eq!(now(Err(failed.error)), Some(expected));
                }
                db.delete_many(&[of(1, 0).key(), of(2, 0).key()]).await.unwrap();
                let left = db.scan(<$ride>::scan().all()).rows();
                let left: Vec<$ride> = left.map(Result::unwrap).collect().await;
                assert_eq!(left, [of(3, 2), of(4, 1)]);
            }

            #[tokio::test]
            async fn writes_of_one_row_in_one_call_are_made_in_order() {
                let db = created::<$ride>().await;
                // The first one is stale, although the row has its version after the second one.
                let written = db.put_many([ride("ann", 1), ride("bob", 0), ride("cem", 1)]).await;
                let Err(Error::Batch(batch)) = written else { panic!("{written:?}") };
                assert_eq!(batch.written, 2);
                let failed: Vec<_> = batch.failed.into_iter().collect();
                assert_eq!(failed.iter().map(|failed| failed.index).collect::<Vec<_>>(), [0]);
                let failed = failed.into_iter().next().unwrap();
                assert_eq!(now::<$ride>(Err(failed.error)), None);
                assert_eq!(stored(&db).await, Some(ride("cem", 2)));
            }

            #[tokio::test]
            async fn an_insert_is_the_first_version() {
                let db = created::<$ride>().await;
                db.insert(&ride("ann", 0)).await.unwrap();
                assert_eq!(stored(&db).await, Some(ride("ann", 1)));
                let error = db.insert(&ride("bob", 0)).await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::AlreadyExists);
                db.put(&ride("bob", 1)).await.unwrap();
            }

            #[tokio::test]
            async fn an_update_counts_and_returns_the_row_as_written() {
                let db = created::<$ride>().await;
                db.put(&ride("ann", 0)).await.unwrap();
                let key = ride("", 0).key();
                let to_bob = |ride| Ok::<_, Infallible>($ride { driver: "bob".into(), ..ride });
                assert_eq!(db.update(&key, to_bob).await.unwrap(), ride("bob", 2));
                assert_eq!(stored(&db).await, Some(ride("bob", 2)));
                let other = db.update(&key, |ride| Ok::<_, Infallible>($ride { version: 9, ..ride }));
                let Err(UpdateError::Call(error)) = other.await else { panic!("a version") };
                assert!(error.to_string().contains("changed the `#[version]`, which was 2"), "{error}");
                assert_eq!(stored(&db).await, Some(ride("bob", 2)));
            }

            #[tokio::test]
            async fn changes_of_columns_count_too() {
                let db = created::<$ride>().await;
                let key = ride("", 0).key();
                db.put(&ride("ann", 0)).await.unwrap();
                db.mutate(&key).put(<$ride>::NOTE, "late").await.unwrap();
                assert_eq!(now(db.put(&ride("bob", 1)).await).map(|ride: $ride| ride.version), Some(2));
                db.delete(&key).columns(<$ride>::NOTE).await.unwrap();
                assert_eq!(stored(&db).await, Some(ride("ann", 3)));
                // No version alone makes a row.
                db.delete(&key).await.unwrap();
                db.delete(&key).columns(<$ride>::NOTE).await.unwrap();
                assert_eq!(stored(&db).await, None);
                assert!(!db.exists(&key).await.unwrap());
            }

            #[tokio::test]
            async fn a_condition_on_a_column_is_an_error() {
                let db = created::<$ride>().await;
                db.put(&ride("ann", 0)).await.unwrap();
                let key = ride("", 0).key();
                let check = || db.check(&key).eq(<$ride>::DRIVER, "ann");
                let error = check().put(&ride("bob", 1)).await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidRequest);
                assert!(error.to_string().contains("`update`"), "{error}");
                assert!(check().mutate(db.mutate(&key).put(<$ride>::NOTE, "x")).await.is_err());
                assert!(check().delete().await.unwrap());
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn no_write_of_many_is_lost() {
                let db = created::<$ride>().await;
                db.put(&ride("0", 0)).await.unwrap();
                let add = |db: Connection| async move {
                    let mut ride = stored(&db).await.unwrap();
                    loop {
                        ride.driver = (ride.driver.parse::<u32>().unwrap() + 1).to_string();
                        match db.put(&ride).await {
                            Ok(()) => return,
                            Err(Error::Changed(changed)) => ride = changed.row().unwrap().unwrap(),
                            // An index's own attempts.
                            Err(error) if error.is_retryable() => ride = stored(&db).await.unwrap(),
                            Err(error) => panic!("{error}"),
                        }
                    }
                };
                let tasks: Vec<_> = (0..12).map(|_| tokio::spawn(add(db.clone()))).collect();
                for task in tasks {
                    task.await.unwrap();
                }
                assert_eq!(stored(&db).await, Some(ride("12", 13)));
            }
        }
    )*};
}

both! {
    plain: Ride;
    indexed: FoundRide;
}
