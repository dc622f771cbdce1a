//! Tables whose struct declares an index that nobody has created, while another table of the namespace has one.

use std::sync::Arc;

use hbase_schema::db::UpdateError;
use hbase_schema::index::Clocks;
use hbase_schema::{Connection, Error, ErrorKind, HTable};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("RIDES:RIDE_BOOK")]
#[family("D")]
struct Plain {
    #[rowkey]
    id: u64,
    rider: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("RIDES:RIDE_BOOK")]
#[family("D")]
struct Ride {
    #[rowkey]
    id: u64,
    #[index("RIDES:RIDES_BY_RIDER")]
    rider: String,
}

#[derive(HTable, Debug)]
#[table("RIDES:DRIVER_LIST")]
#[family("D")]
struct Driver {
    #[rowkey]
    id: u64,
    #[index("RIDES:DRIVERS_BY_CITY")]
    city: String,
}

fn ride(id: u64) -> Ride {
    let rider = "ada".to_owned();
    Ride { id, rider }
}

async fn memory() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::of_the_machine());
    let db = db.index_clocks(clocks);
    db.create_table::<Driver>().await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    db.put(&Plain {
        id: 1,
        rider: "ada".to_owned(),
    })
    .await
    .unwrap();
    db
}

fn check(result: Result<(), Error>) {
    let error = result.unwrap_err();
    let error = match &error {
        Error::Batch(batch) => &batch.failed[0].error,
        _ => &error,
    };
    assert_eq!(error.kind(), ErrorKind::NotBuilt, "{error}");
    assert!(error.is_without_effect());
    assert_contains(
        error,
        "it lacks STAMP, the family of their stamps: create them by `create_table_if_missing`",
    );
}

#[tokio::test]
async fn writes_say_how_to_create_the_index() {
    let db = memory().await;
    check(db.put(&ride(2)).await);
    check(db.insert(&ride(2)).await);
    check(db.replace(&ride(2)).await);
    check(db.put_many([ride(2)]).await.map(drop));
    check(db.delete(&RideKey { id: 1 }).await);
    check(db.delete_many(&[RideKey { id: 1 }]).await.map(drop));
    check(db.mutate(&RideKey { id: 1 }).put(Ride::RIDER, "bob").await);
    check(db.scan(Ride::scan().all()).delete().await.map(drop));
    match db.update(&RideKey { id: 1 }, Ok::<Ride, ()>).await {
        Err(UpdateError::Call(error)) => check(Err(error)),
        other => panic!("{other:?}"),
    }
    let counted = db.query(Ride::BY_RIDER.eq("ada")).count().await;
    assert_eq!(counted.unwrap_err().kind(), ErrorKind::NotBuilt);

    db.create_table_if_missing::<Ride>().await.unwrap();
    db.put(&ride(2)).await.unwrap();
    assert_eq!(db.query(Ride::BY_RIDER.eq("ada")).count().await.unwrap(), 2);
}

#[tokio::test]
async fn a_table_without_its_indexes_can_be_emptied_and_dropped() {
    let db = memory().await;
    db.truncate::<Ride>().await.unwrap();
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 0);
    let db = memory().await;
    db.drop_table::<Ride>().await.unwrap();
    let error = db.describe::<Plain>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
