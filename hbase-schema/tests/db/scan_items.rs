//! The items of a scan: structs, keys, versions, rows that do not decode; and the resources that it releases.

use std::sync::atomic::Ordering;

use hbase_schema::{Connection, OnUndecodable, Timestamp};

use crate::support::{Event, Plain, assert_contains, event, memory, observed, plain, spoil};

async fn plains(db: &Connection, count: u32) {
    db.put_many((0..count).map(plain)).await.unwrap();
}

fn ids(rows: &[Plain]) -> Vec<u32> {
    rows.iter().map(|row| row.id).collect()
}

fn events() -> Vec<Event> {
    (0..20)
        .flat_map(|ms| (0..50).map(move |user| event(ms, user)))
        .collect()
}

#[tokio::test]
async fn rows_that_do_not_decode_fail_or_are_passed_over_or_kept() {
    let db = memory().await;
    plains(&db, 10).await;
    for id in [3_u32, 5] {
        spoil(&db, id).await;
    }
    let scan = || db.scan(Plain::scan().all());
    let mut rows = scan().rows();
    for id in 0..3 {
        assert_eq!(rows.next().await.unwrap().unwrap().id, id);
    }
    let error = rows.next().await.unwrap().unwrap_err().to_string();
    assert_contains(&error, r"row `\x00\x00\x00\x03`: column D1:N holds `abc`");
    assert!(rows.next().await.is_none());

    let skipped = scan()
        .on_undecodable(OnUndecodable::Skip)
        .limit(7)
        .rows()
        .collect()
        .await;
    assert_eq!(ids(&skipped.unwrap()), [0, 1, 2, 4, 6, 7, 8]);
    let skipped = scan()
        .on_undecodable(OnUndecodable::Skip)
        .offset(4)
        .rows()
        .collect()
        .await;
    assert_eq!(ids(&skipped.unwrap()), [6, 7, 8, 9]);

    let mut rows = scan().on_undecodable(OnUndecodable::Collect).rows();
    while let Some(row) = rows.next().await {
        row.unwrap();
    }
    let kept = rows.take_undecodable();
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[0].row.key(), [0, 0, 0, 3]);
    let page = scan()
        .on_undecodable(OnUndecodable::Collect)
        .page(5)
        .await
        .unwrap();
    assert_eq!(
        (ids(&page.items), page.skipped.len()),
        (vec![0, 1, 2, 4, 6], 2)
    );
    assert_eq!(scan().count().await.unwrap(), 10);

    let mut cursor = None;
    let mut pages = Vec::new();
    loop {
        let scan = scan().on_undecodable(OnUndecodable::Collect);
        let page = match cursor {
            None => scan.page(3).await.unwrap(),
            Some(cursor) => scan.page_after(cursor, 3).await.unwrap(),
        };
        let kept = page.skipped.iter().map(|row| row.row.key()[3]);
        pages.push((ids(&page.items), kept.collect::<Vec<_>>()));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let each_once = [
        (vec![0, 1, 2], vec![]),
        (vec![4, 6, 7], vec![3, 5]),
        (vec![8, 9], vec![]),
    ];
    assert_eq!(pages, each_once);
}

#[tokio::test]
async fn keys_come_without_values() {
    let db = memory().await;
    plains(&db, 5).await;
    let keys = db
        .scan(Plain::scan().id(1..4))
        .filter(Plain::N.gt(10))
        .keys();
    let keys: Vec<u32> = keys
        .collect()
        .await
        .unwrap()
        .iter()
        .map(|key| key.id)
        .collect();
    assert_eq!(keys, [2, 3]);
}

#[tokio::test]
async fn a_dropped_stream_frees_its_scanners() {
    let (db, observed) = observed().await;
    db.put_many(events()).await.unwrap();
    let mut rows = db
        .scan(Event::scan().at(Timestamp::from_millis(0)..))
        .caching(2)
        .rows();
    rows.next().await.unwrap().unwrap();
    assert!(observed.order.open.load(Ordering::SeqCst) > 0);
    drop(rows);
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);

    // A finished stream releases its resources too, before it is dropped.
    let mut rows = db
        .scan(Event::scan().at(Timestamp::from_millis(0)..))
        .limit(1)
        .rows();
    rows.next().await.unwrap().unwrap();
    assert!(rows.next().await.is_none());
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn several_versions_of_a_row_are_one_item() {
    use crate::support::{Record, record};
    let db = memory().await;
    for user in ["a", "b"] {
        db.put_many((1..=5).map(|day| record(user, day, 7)))
            .await
            .unwrap();
    }
    let rows = db.scan(Record::scan().all()).versions(2).limit(2).rows();
    let rows = rows.collect().await.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1], [record("b", 5, 7), record("b", 4, 7)]);
    let before = db
        .scan(Record::scan().all())
        .time_range(..3_i64)
        .first()
        .await
        .unwrap();
    assert_eq!(before, Some(record("a", 2, 7)));
}
