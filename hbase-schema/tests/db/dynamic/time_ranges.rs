//! Time ranges of reads and deletes.

use std::ops::Range;

use hbase_schema::{Connection, Dynamic, ErrorKind, HTable, Timestamp};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_VALUES")]
#[family("V", versions = 10)]
struct Sensor {
    #[rowkey]
    id: u32,
    #[column(dynamic)]
    values: Dynamic<u32, u32>,
}

const KEY: SensorKey = SensorKey { id: 1 };

/// A column with the versions 50 and 150, each with its number as the value.
async fn written() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Sensor>().await.unwrap();
    for version in [50_u32, 150] {
        let values = db.dynamic(&KEY, Sensor::VALUES).version(i64::from(version));
        values.put(1, version).await.unwrap();
    }
    db
}

async fn versions(db: &Connection) -> Vec<i64> {
    let row = db.get_raw(&KEY).versions(10).await.unwrap();
    let cells = row.iter().flat_map(|row| row.cells());
    cells.map(|cell| cell.timestamp).collect()
}

#[tokio::test]
async fn deletes_of_a_time_range_leave_later_versions() {
    for call in 0..4 {
        let db = written().await;
        let early = db.dynamic(&KEY, Sensor::VALUES).time_range(..100_i64);
        match call {
            0 => early.delete(1).await.unwrap(),
            1 => early.delete_many([1, 2]).await.unwrap(),
            2 => assert_eq!(early.delete_range().await.unwrap(), 1),
            // Up to the version, and within the range.
            _ => early.version(400_i64).delete(1).await.unwrap(),
        }
        assert_eq!(versions(&db).await, [150], "call {call}");
    }
    let db = written().await;
    let none = db.dynamic(&KEY, Sensor::VALUES).time_range(..50_i64);
    none.delete(1).await.unwrap();
    assert_eq!(versions(&db).await, [150, 50]);
    let first = db.dynamic(&KEY, Sensor::VALUES).version(70_i64);
    first.time_range(..200_i64).delete(1).await.unwrap();
    assert_eq!(versions(&db).await, [150]);
}

#[tokio::test]
async fn deletes_from_a_time_on_are_rejected() {
    let db = written().await;
    let late = || db.dynamic(&KEY, Sensor::VALUES).time_range(100..200_i64);
    let errors = [
        late().delete(1).await.unwrap_err(),
        late().delete_many([1]).await.unwrap_err(),
        late().delete_range().await.unwrap_err(),
        late().version(150_i64).delete(1).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(text.contains("a delete of versions from 100 on"), "{text}");
    }
    assert_eq!(versions(&db).await, [150, 50]);
}

#[tokio::test]
async fn ranges_before_1970_contain_nothing_before_it() {
    let db = written().await;
    let values = || db.dynamic(&KEY, Sensor::VALUES);
    let early = Timestamp::from_millis(-5);
    assert_eq!(
        values().time_range(early..).get(1).await.unwrap(),
        Some(150)
    );
    assert_eq!(
        values().time_range(-5_i64..100).get(1).await.unwrap(),
        Some(50)
    );
    let before = values().time_range(early..Timestamp::from_millis(-1));
    assert_eq!(before.get(1).await.unwrap(), None);
    assert_eq!(values().time_range(..=early).count().await.unwrap(), 0);
    values().time_range(early..).delete_range().await.unwrap();
    assert_eq!(versions(&db).await, [0; 0]);
    let (start, end) = (-5_i64, -9);
    let exchanged = values().time_range(Range { start, end }).get(1).await;
    let exchanged = exchanged.unwrap_err();
    assert_eq!(exchanged.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn reads_of_a_version_return_that_version() {
    let db = written().await;
    db.dynamic(&KEY, Sensor::VALUES)
        .version(50_i64)
        .put(2, 7)
        .await
        .unwrap();
    let at = |version: i64| db.dynamic(&KEY, Sensor::VALUES).version(version);
    for (version, first, second) in [
        (50, Some(50), Some(7)),
        (150, Some(150), None),
        (99, None, None),
    ] {
        assert_eq!(at(version).get(1).await.unwrap(), first, "{version}");
        assert_eq!(
            at(version).get_many([2, 1]).await.unwrap(),
            [second, first],
            "{version}"
        );
        let both = [(1, first), (2, second)];
        let found: Vec<_> = both
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        assert_eq!(
            at(version).page(10).await.unwrap().items,
            found,
            "{version}"
        );
        let streamed: Vec<_> = at(version).stream().collect().await.unwrap();
        assert_eq!(streamed, found, "{version}");
        let names: Vec<u32> = at(version).qualifiers().collect().await.unwrap();
        assert_eq!(names.len(), found.len(), "{version}");
        assert_eq!(
            at(version).count().await.unwrap(),
            found.len() as u64,
            "{version}"
        );
    }
    // Within a time range.
    assert_eq!(at(50).time_range(..50_i64).get(1).await.unwrap(), None);
    assert_eq!(
        at(50).time_range(50..60_i64).get(1).await.unwrap(),
        Some(50)
    );
    // A cursor belongs to its version.
    let page = at(50).page(1).await.unwrap();
    let cursor = page.next.expect("another column").to_string();
    assert_eq!(at(50).page_after(&cursor, 1).await.unwrap().items, [(2, 7)]);
    let error = at(150).page_after(&cursor, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
}

#[tokio::test]
async fn deletes_of_a_version_delete_up_to_it() {
    let db = written().await;
    let up_to = db.dynamic(&KEY, Sensor::VALUES).version(100_i64);
    assert_eq!(up_to.delete_range().await.unwrap(), 1);
    assert_eq!(versions(&db).await, [150]);
}

#[tokio::test]
async fn the_history_of_a_column_is_newest_first() {
    let db = written().await;
    db.dynamic(&KEY, Sensor::VALUES)
        .version(60_i64)
        .put(2, 7)
        .await
        .unwrap();
    let values = || db.dynamic(&KEY, Sensor::VALUES);
    assert_eq!(values().history(1).await.unwrap(), [(150, 150), (50, 50)]);
    assert_eq!(values().limit(1).history(1).await.unwrap(), [(150, 150)]);
    assert_eq!(values().limit(0).history(1).await.unwrap(), []);
    assert_eq!(
        values().time_range(..100_i64).history(1).await.unwrap(),
        [(50, 50)]
    );
    assert_eq!(
        values().version(50_i64).history(1).await.unwrap(),
        [(50, 50)]
    );
    assert_eq!(values().history(3).await.unwrap(), []);
    values().version(70_i64).delete(1).await.unwrap();
    assert_eq!(values().history(1).await.unwrap(), [(150, 150)]);
}

#[tokio::test]
async fn a_scan_of_a_time_range_reads_the_versions_in_it() {
    let db = written().await;
    let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES);
    for (range, expected) in [
        (0..50_i64, vec![]),
        (0..51, vec![(KEY, 1, 50)]),
        (50..150, vec![(KEY, 1, 50)]),
        (51..150, vec![]),
        (51..151, vec![(KEY, 1, 150)]),
        (0..200, vec![(KEY, 1, 150)]),
    ] {
        let found: Vec<_> = scan()
            .time_range(range.clone())
            .stream()
            .collect()
            .await
            .unwrap();
        assert_eq!(found, expected, "{range:?}");
    }
}
