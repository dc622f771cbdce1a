//! Values at the limits of a type, and concurrent writes.

use std::time::Duration;

use hbase_schema::HTable;

use crate::support::{Plain, PlainKey, memory, plain};

/// A row whose versions are the user's own.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EDGE_CASES")]
#[family("D1", versions = 3)]
struct Edge {
    #[rowkey]
    id: String,
    #[timestamp]
    version: i64,
    note: Option<String>,
}

fn edge(version: i64) -> Edge {
    Edge {
        id: "a".into(),
        version,
        note: Some("x".into()),
    }
}

#[tokio::test]
async fn replacements_within_a_millisecond_all_show() {
    let db = memory().await;
    for n in 0..200 {
        let note = (n % 2 == 0).then(|| n.to_string());
        let row = Plain { id: 1, n, note };
        db.replace(&row).await.unwrap();
        assert_eq!(db.get(&row.key()).await.unwrap(), Some(row.clone()));
        db.delete(&row.key()).await.unwrap();
        assert_eq!(db.get(&row.key()).await.unwrap(), None);
        db.put(&row).await.unwrap();
        assert_eq!(db.get(&row.key()).await.unwrap(), Some(row));
    }
}

#[tokio::test]
async fn the_version_that_means_now_is_refused() {
    let db = memory().await;
    db.create_table::<Edge>().await.unwrap();
    let last = edge(i64::MAX - 1);
    db.put(&last).await.unwrap();
    assert_eq!(db.get(&last.key()).await.unwrap(), Some(last.clone()));
    let now = edge(i64::MAX);
    let error = db.put(&now).await.unwrap_err();
    assert!(
        format!("{error:?}").contains("9223372036854775807"),
        "{error:?}"
    );
    assert!(db.delete(&now.key()).up_to(i64::MAX).await.is_err());
    assert!(db.delete(&now.key()).version(i64::MAX).await.is_err());
    let mutation = db.mutate(&now.key()).version(i64::MAX);
    assert!(mutation.put_raw("D1", b"X", b"1").await.is_err());
    assert_eq!(db.get(&last.key()).await.unwrap(), Some(last));
}

#[tokio::test]
async fn a_time_to_live_that_no_timestamp_can_end_is_refused() {
    let db = memory().await;
    let row = plain(1);
    let error = db.ttl(Duration::MAX).put(&row).await.unwrap_err();
    assert!(format!("{error:?}").contains("time to live"), "{error:?}");
    assert_eq!(db.get(&PlainKey { id: 1 }).await.unwrap(), None);
    // A hundred million years are fine.
    let long = Duration::from_secs(100_000_000 * 365 * 24 * 60 * 60);
    db.ttl(long).put(&row).await.unwrap();
    assert_eq!(db.get(&PlainKey { id: 1 }).await.unwrap(), Some(row));
}

#[tokio::test]
async fn calls_take_the_longest_timeout() {
    let db = memory().await;
    let db = db.timeout(Duration::MAX).operation_timeout(Duration::MAX);
    let rows: Vec<_> = (1..=3).map(plain).collect();
    db.put(&rows[0]).await.unwrap();
    db.put_many(&rows).await.unwrap();
    assert_eq!(db.get(&rows[0].key()).await.unwrap(), Some(rows[0].clone()));
    let keys = rows.iter().map(Plain::key).collect::<Vec<_>>();
    assert_eq!(db.get_many(&keys).await.unwrap().len(), 3);
    let scan = || db.scan(Plain::scan().all());
    assert_eq!(scan().rows().collect().await.unwrap(), rows);
    assert_eq!(scan().count().await.unwrap(), 3);
    db.verify::<Plain>().await.unwrap();
    db.delete_many(&keys).await.unwrap();
    db.truncate::<Plain>().await.unwrap();
}
