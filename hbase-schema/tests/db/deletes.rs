//! Deletes of rows, columns and versions.

use crate::support::{Plain, Record, RecordKey, assert_contains, memory, record};

#[tokio::test]
async fn rows_and_columns_are_deleted() {
    let db = memory().await;
    let row = Plain {
        id: 1,
        n: 7,
        note: Some("x".into()),
    };
    db.put(&row).await.unwrap();
    db.delete(&row.key()).columns((Plain::NOTE,)).await.unwrap();
    assert_eq!(
        db.get(&row.key()).await.unwrap(),
        Some(Plain {
            note: None,
            ..row.clone()
        })
    );
    assert!(db.exists(&row.key()).await.unwrap());
    db.delete(&row.key()).await.unwrap();
    assert_eq!(db.get(&row.key()).await.unwrap(), None);
    assert!(!db.exists(&row.key()).await.unwrap());
    db.delete(&row.key()).await.unwrap();
}

#[tokio::test]
async fn a_delete_carries_the_version_where_versions_are_numbers() {
    let db = memory().await;
    // Dates as numbers lie far in the past as milliseconds, or far in the future.
    for days in [
        [20_151_224, 20_151_225],
        [20_151_226_122_400, 20_151_226_122_401],
    ] {
        let key = RecordKey {
            user: format!("u{}", days[0]),
        };
        let rows = days.map(|day| record(&key.user, day, 1));
        db.put_many(&rows).await.unwrap();
        db.delete(&key).await.unwrap();
        assert_eq!(db.get(&key).await.unwrap(), None);
        assert!(db.history(&key).await.unwrap().is_empty());
        // A later version can still be put, which a marker at the clock's time would hide.
        let later = record(&key.user, days[1] + 1, 2);
        db.put(&later).await.unwrap();
        assert_eq!(db.get(&key).await.unwrap(), Some(later));
    }
    db.delete(&RecordKey {
        user: "nobody".into(),
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn no_version_is_not_every_version() {
    let db = memory().await;
    db.put(&record("a", 1, 1)).await.unwrap();
    let key = record("a", 1, 1).key();
    for delete in [
        db.delete(&key).version(None::<i64>),
        db.delete(&key).up_to(None::<i64>),
    ] {
        let error = delete.await.unwrap_err().to_string();
        assert_contains(&error, "a `None` as the version to delete");
    }
    assert_eq!(db.get(&key).await.unwrap(), Some(record("a", 1, 1)));
}

#[tokio::test]
async fn single_versions_are_deleted() {
    let db = memory().await;
    let key = RecordKey { user: "u".into() };
    let days = |rows: Vec<Record>| rows.iter().map(|row| row.day).collect::<Vec<_>>();
    db.put_many((1..=6).map(|day| record("u", day, 1)))
        .await
        .unwrap();
    db.delete(&key).version(4_i64).await.unwrap();
    assert_eq!(days(db.history(&key).await.unwrap()), [6, 5, 3, 2, 1]);
    db.delete(&key).up_to(2_i64).await.unwrap();
    assert_eq!(days(db.history(&key).await.unwrap()), [6, 5, 3]);
    db.delete(&key)
        .columns((Record::A, Record::B))
        .await
        .unwrap();
    assert!(db.history(&key).await.unwrap().is_empty());
}
