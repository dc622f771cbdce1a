//! The errors of stale writes, and their help.

use hbase_schema::{Error, ErrorKind};

use super::{Ride, created};
use crate::support::assert_contains;

fn ride(id: u64, version: u32) -> Ride {
    Ride {
        id,
        driver: "ann".to_owned(),
        note: None,
        version,
    }
}

/// `?` converts the error of a row that does not decode.
fn driver(error: Error) -> Result<Option<String>, Error> {
    let Error::Changed(changed) = error else {
        return Err(error);
    };
    Ok(changed.row::<Ride>()?.map(|ride| ride.driver))
}

#[tokio::test]
async fn a_changed_row_that_does_not_decode_is_an_error_of_the_call() {
    let db = created::<Ride>().await;
    db.put(&ride(7, 0)).await.unwrap();
    let stale = db.put(&ride(7, 0)).await.unwrap_err();
    assert_eq!(driver(stale).unwrap(), Some("ann".to_owned()));
    let key = ride(7, 0).key();
    db.mutate(&key)
        .put_raw("D1", b"DRIVER", b"\xFF")
        .await
        .unwrap();
    let stale = db.put(&ride(7, 0)).await.unwrap_err();
    let error = driver(stale).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_contains(
        &error,
        r"put, table DLQX:RIDE_DATA, row `\x00\x00\x00\x00\x00\x00\x00\x07`: ",
    );
}

#[tokio::test]
async fn an_insert_of_an_existing_row_names_a_call_that_such_rows_have() {
    let db = created::<Ride>().await;
    db.insert(&ride(7, 0)).await.unwrap();
    let error = db.insert(&ride(7, 0)).await.unwrap_err();
    assert_contains(
        &error,
        "the row already exists: `update` changes it; if it has no `#[version]`, `put`",
    );
}

#[tokio::test]
async fn stale_rows_of_a_batch_are_read_again() {
    let db = created::<Ride>().await;
    db.put(&ride(7, 0)).await.unwrap();
    let error = db.put_many([ride(7, 0), ride(8, 0)]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Changed);
    let text = error.to_string();
    assert!(
        text.ends_with(": read these rows again, and write what you read with your changes"),
        "{text}"
    );
}

#[tokio::test]
async fn a_changed_row_names_the_call_and_the_row() {
    let db = created::<Ride>().await;
    db.put(&ride(7, 0)).await.unwrap();
    let Err(Error::Changed(changed)) = db.put(&ride(7, 0)).await else {
        panic!("the row has the version 1")
    };
    let context = changed.context();
    assert_eq!(context.call(), "put");
    assert_eq!(context.row(), Some(&7_u64.to_be_bytes()[..]));
    assert_eq!(context.table(), Some(&Ride::SCHEMA.table.name));
}

/// An older number would come back.
#[tokio::test]
async fn no_cell_of_a_row_with_a_version_expires() {
    let db = created::<Ride>().await;
    let expiring = db.ttl(std::time::Duration::from_secs(60));
    let key = ride(7, 0).key();
    for error in [
        expiring.put(&ride(7, 0)).await.unwrap_err(),
        expiring.put_many([ride(7, 0)]).await.unwrap_err(),
        expiring.insert(&ride(7, 0)).await.unwrap_err(),
        expiring
            .mutate(&key)
            .put(Ride::DRIVER, "x")
            .await
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert_contains(&error, "a time to live of single cells");
    }
    assert_eq!(db.get(&key).await.unwrap(), None);
    let plain = crate::support::memory().await;
    let expiring = plain.ttl(std::time::Duration::from_secs(60));
    expiring.put(&crate::support::plain(1)).await.unwrap();
}
