//! The numbers and codecs of versions.

use std::convert::Infallible;
use std::time::Duration;

use hbase_schema::{Connection, Error, ErrorKind, HTable};

use super::created;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OLD_RIDES")]
#[family("D1")]
#[family("D2")]
struct OldRide {
    #[rowkey]
    id: u64,
    #[family("D1")]
    driver: String,
    #[version]
    #[column("V", text)]
    #[family("D2")]
    version: u16,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:JAVA_RIDES")]
#[family("D1")]
struct JavaRide {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: i64,
}

fn old(driver: &str, version: u16) -> OldRide {
    OldRide {
        id: 7,
        driver: driver.to_owned(),
        version,
    }
}

/// The same table, as another program declares it.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OLD_RIDES")]
#[family("D1")]
#[family("D2")]
struct RawRide {
    #[rowkey]
    id: u64,
    #[family("D1")]
    driver: String,
    #[column("V")]
    #[family("D2")]
    version: Option<String>,
}

async fn put_raw(db: &Connection, version: Option<&str>) {
    let version = version.map(str::to_owned);
    let ride = RawRide {
        id: 7,
        driver: "ann".into(),
        version,
    };
    db.replace(&ride).await.unwrap();
}

async fn version(db: &Connection) -> Option<String> {
    let row = db.get(&RawRideKey { id: 7 }).await.unwrap();
    row.and_then(|row: RawRide| row.version)
}

#[tokio::test]
async fn a_version_has_the_codec_of_its_column() {
    let db = created::<OldRide>().await;
    db.put(&old("ann", 0)).await.unwrap();
    for version in 1..12 {
        db.put(&old("ann", version)).await.unwrap();
    }
    assert_eq!(version(&db).await.as_deref(), Some("12"));
    let db = created::<JavaRide>().await;
    let ride = JavaRide {
        id: 7,
        driver: "ann".into(),
        version: 0,
    };
    db.put(&ride).await.unwrap();
    let row = db.get_raw(&ride.key()).await.unwrap().unwrap();
    assert_eq!(row.value(b"D1", b"VERSION"), Some(&1_i64.to_be_bytes()[..]));
}

#[tokio::test]
async fn a_row_without_a_version_has_the_version_0() {
    let db = created::<OldRide>().await;
    put_raw(&db, None).await;
    assert_eq!(
        db.get(&old("", 0).key()).await.unwrap(),
        Some(old("ann", 0))
    );
    db.put(&old("bob", 0)).await.unwrap();
    assert_eq!(
        db.get(&old("", 0).key()).await.unwrap(),
        Some(old("bob", 1))
    );
    put_raw(&db, None).await;
    let Err(Error::Changed(changed)) = db.put(&old("cem", 1)).await else {
        panic!("no version is not version 1")
    };
    let text = changed.to_string();
    assert!(text.contains("expected its version 1, found 0"), "{text}");
    assert_eq!(changed.row().unwrap(), Some(old("ann", 0)));
}

#[tokio::test]
async fn a_row_may_store_the_version_0() {
    let db = created::<OldRide>().await;
    let key = old("", 0).key();
    put_raw(&db, Some("0")).await;
    db.put(&old("bob", 0)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(old("bob", 1)));
    put_raw(&db, Some("0")).await;
    assert!(db.put(&old("cem", 1)).await.is_err());
    db.put_many([old("cem", 0)]).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(old("cem", 1)));
    put_raw(&db, Some("0")).await;
    db.mutate(&key).put(OldRide::DRIVER, "dan").await.unwrap();
    db.update(&key, Ok::<OldRide, Infallible>).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(old("dan", 2)));
}

#[tokio::test]
async fn the_last_version_of_a_type_is_an_error() {
    let db = created::<OldRide>().await;
    put_raw(&db, Some("65534")).await;
    db.put(&old("bob", 65534)).await.unwrap();
    for result in [
        db.put(&old("cem", 65535)).await,
        db.mutate(&old("", 0).key())
            .put(OldRide::DRIVER, "cem")
            .await,
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(
            text.contains("column D2:V: found the version 65535, the last one"),
            "{text}"
        );
    }
    let many = db
        .put_many([
            old("cem", 65535),
            OldRide {
                id: 8,
                ..old("cem", 0)
            },
        ])
        .await;
    let Err(Error::Batch(batch)) = many else {
        panic!("{many:?}")
    };
    assert_eq!((batch.written, batch.failed[0].index), (1, 0));
    assert_eq!(version(&db).await.as_deref(), Some("65535"));
}

#[tokio::test]
async fn a_version_that_is_no_number_is_reported() {
    let db = created::<OldRide>().await;
    put_raw(&db, Some("x")).await;
    let Err(Error::Changed(changed)) = db.put(&old("bob", 1)).await else {
        panic!("no number is no version 1")
    };
    assert!(changed.row::<OldRide>().is_err(), "{changed}");
    let columns = db.mutate(&old("", 0).key()).put(OldRide::DRIVER, "cem");
    let error = columns.await.unwrap_err();
    assert!(error.to_string().contains("column D2:V"), "{error}");
}

#[tokio::test]
async fn a_number_may_be_written_in_another_way() {
    let db = created::<OldRide>().await;
    put_raw(&db, Some("007")).await;
    db.put(&old("bob", 7)).await.unwrap();
    assert_eq!(version(&db).await.as_deref(), Some("8"));
    put_raw(&db, Some("008")).await;
    db.put_many([old("cem", 8)]).await.unwrap();
    assert!(db.put(&old("dan", 8)).await.is_err());
}

#[tokio::test]
async fn an_insert_needs_a_row_of_the_version_0() {
    let db = created::<OldRide>().await;
    let error = db.insert(&old("ann", 3)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error
            .to_string()
            .contains("found the version 3, expected 0"),
        "{error}"
    );
    db.insert(&old("", 0)).await.unwrap();
    assert_eq!(version(&db).await.as_deref(), Some("1"));
    // Rows of programs that do not count exist too.
    put_raw(&db, None).await;
    let error = db.insert(&old("bob", 0)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn versions_do_not_expire() {
    let db = created::<OldRide>().await;
    let brief = db.ttl(Duration::from_secs(60));
    let key = old("", 0).key();
    let errors = [
        brief.put(&old("ann", 0)).await.unwrap_err(),
        brief.put_many([old("ann", 0)]).await.unwrap_err(),
        brief.insert(&old("ann", 0)).await.unwrap_err(),
        brief
            .mutate(&key)
            .put(OldRide::DRIVER, "ann")
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(
            error
                .to_string()
                .contains("whose older number would come back"),
            "{error}"
        );
    }
    assert!(!db.exists(&key).await.unwrap());
}

#[tokio::test]
async fn only_writes_change_a_version() {
    let db = created::<OldRide>().await;
    db.put(&old("ann", 0)).await.unwrap();
    let key = old("", 0).key();
    for change in [
        db.mutate(&key).put(OldRide::VERSION, 7),
        db.mutate(&key).delete(OldRide::VERSION),
        db.mutate(&key).put_raw("D2", b"V", b"7"),
    ] {
        let error = change.await.unwrap_err();
        assert!(
            error.to_string().contains("which each write counts"),
            "{error}"
        );
    }
}
