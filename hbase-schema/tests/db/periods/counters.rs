//! Counters in rows whose versions are days.

use hbase_schema::{HTable, Timestamp};

use super::memory;

/// Versions of days, and a counter whose increments have the server's time.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:COUNTED_DAYS")]
#[family("D1", versions = 400)]
struct Counted {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    logins: u32,
    #[column(counter)]
    reads: i64,
}

fn counted(day: u8, logins: u32) -> Counted {
    Counted {
        user: 7,
        day: Timestamp::from_utc(2015, 12, day, 0, 0, 0).unwrap(),
        logins,
        reads: 0,
    }
}

#[tokio::test]
async fn a_counter_is_no_version_of_its_row() {
    let db = memory::<Counted>().await;
    let key = counted(26, 0).key();
    db.put(&counted(26, 3)).await.unwrap();
    db.increment(&key, Counted::READS, 2).await.unwrap();
    let found = db.get(&key).await.unwrap().unwrap();
    assert_eq!(
        found,
        Counted {
            reads: 2,
            ..counted(26, 3)
        }
    );
    // A delete reaches the newest record, and not those of later days.
    db.delete(&key).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), None);
    db.put(&counted(28, 4)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(counted(28, 4)));
    db.increment(&key, Counted::READS, 5).await.unwrap();
    assert_eq!(db.delete_many(&[counted(1, 0).key()]).await.unwrap(), 1);
    db.put(&counted(29, 6)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(counted(29, 6)));
    db.increment(&key, Counted::READS, 5).await.unwrap();
    assert_eq!(db.scan(Counted::scan().all()).delete().await.unwrap(), 1);
    db.put(&counted(30, 8)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(counted(30, 8)));
}

#[tokio::test]
async fn changes_at_the_servers_time_are_rejected() {
    let db = memory::<Counted>().await;
    let row = counted(26, 3);
    db.put(&row).await.unwrap();
    let set = db
        .mutate(&row.key())
        .put(Counted::LOGINS, 4)
        .set_counter(Counted::READS, 9);
    set.version(row.day).await.unwrap();
    db.increment(&row.key(), Counted::READS, 1).await.unwrap();
    let set = db
        .mutate(&row.key())
        .set_counter(Counted::READS, 3)
        .version(row.day);
    set.await.unwrap();
    let found = db.get(&row.key()).await.unwrap().unwrap();
    assert_eq!((found.logins, found.reads), (4, 3));
    let micros = 1_451_132_640_000_000_i64;
    let error = db
        .mutate(&row.key())
        .put(Counted::LOGINS, 1)
        .version(micros)
        .await;
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("found the version 1451132640000000")
    );
    let none = db
        .mutate(&row.key())
        .delete(Counted::LOGINS)
        .version(None::<Timestamp>);
    assert!(
        none.await
            .unwrap_err()
            .to_string()
            .contains("a `None` as the version")
    );
}
