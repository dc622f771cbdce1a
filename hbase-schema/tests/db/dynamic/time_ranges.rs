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
