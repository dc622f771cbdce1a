//! Indexes of which fields are key parts: their values are those of the row keys.

use hbase_schema::index::Verification;
use hbase_schema::{Connection, HTable, Timestamp};

use crate::indexed_order::created;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDES")]
#[rowkey(salt = buckets(4), separator = "-")]
#[family("D1")]
#[index("DLQX:RIDES_BY_RIDER_AT", fields(rider, desc(at)))]
#[index("DLQX:RIDES_BY_TOWN", fields(town, metres, at))]
struct Ride {
    /// Encoded as text in the key, as an ordered text in entries.
    #[rowkey(salt)]
    town: String,
    #[rowkey(reverse_ts, fixed = 13)]
    at: Timestamp,
    rider: String,
    metres: u32,
    note: Option<String>,
}

/// The same table, before it had indexes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDES")]
#[rowkey(salt = buckets(4), separator = "-")]
#[family("D1")]
struct Old {
    #[rowkey(salt)]
    town: String,
    #[rowkey(reverse_ts, fixed = 13)]
    at: Timestamp,
    rider: String,
    metres: u32,
}

fn at(minute: i64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + minute * 60_000)
}

fn ride(rider: &str, town: &str, minute: i64) -> Ride {
    Ride {
        town: town.to_owned(),
        at: at(minute),
        rider: rider.to_owned(),
        metres: u32::try_from(minute % 3).unwrap(),
        note: None,
    }
}

async fn filled() -> (Connection, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let rides = created::<Ride>(&db).await;
    let towns = ["Aachen", "Bonn", "Köln"];
    let all = (0..30).map(|n| {
        ride(
            ["ada", "bo"][n % 2],
            towns[n % 3],
            i64::try_from(n * 11 % 30).unwrap(),
        )
    });
    rides.put_many(all).await.unwrap();
    (db, rides)
}

fn minutes(rides: &[Ride]) -> Vec<i64> {
    let minutes = rides
        .iter()
        .map(|ride| (ride.at.as_millis() - at(0).as_millis()) / 60_000);
    minutes.collect()
}

async fn scanned(db: &Connection, passes: impl Fn(&Ride) -> bool) -> Vec<Ride> {
    let all = db.scan(Ride::scan().all()).rows().collect().await.unwrap();
    all.into_iter().filter(passes).collect()
}

#[tokio::test]
async fn the_rides_of_a_rider_are_newest_first() {
    let (db, rides) = filled().await;
    let mut right = scanned(&db, |ride| ride.rider == "ada").await;
    right.sort_by_key(|ride| std::cmp::Reverse(ride.at));
    assert_eq!(right.len(), 15);
    let by = Ride::BY_RIDER_AT;
    let found = rides.query(by.eq("ada")).rows().collect().await.unwrap();
    assert_eq!(minutes(&found), minutes(&right));
    let newest = rides.query(by.eq("ada")).limit(3).rows().collect().await;
    assert_eq!(newest.unwrap(), right[..3]);
    let before = rides.query(by.eq("ada").range(..at(15))).limit(2).rows();
    let older: Vec<_> = right
        .iter()
        .filter(|ride| ride.at < at(15))
        .take(2)
        .cloned()
        .collect();
    assert_eq!(before.collect().await.unwrap(), older);
    let one = rides
        .query(by.eq("ada").eq(right[4].at))
        .rows()
        .collect()
        .await;
    assert_eq!(one.unwrap(), right[4..5]);
    let page = rides.query(by.eq("ada")).page(4).await.unwrap();
    let next = rides
        .query(by.eq("ada"))
        .page_after(page.next.unwrap(), 4)
        .await
        .unwrap();
    assert_eq!(next.items, right[4..8]);
}

#[tokio::test]
async fn key_parts_may_come_first_and_last() {
    let (db, rides) = filled().await;
    for town in ["Aachen", "Bonn", "Köln"] {
        for metres in 0..3 {
            let mut right = scanned(&db, |ride| ride.town == town && ride.metres == metres).await;
            right.sort_by_key(|ride| ride.at);
            let found = rides.query(Ride::BY_TOWN_METRES_AT.eq(town).eq(metres));
            assert_eq!(found.rows().collect().await.unwrap(), right);
        }
        let found = rides
            .query(Ride::BY_TOWN_METRES_AT.prefix(&town[..1]))
            .rows();
        let right = scanned(&db, |ride| ride.town == town).await;
        assert_eq!(found.collect().await.unwrap().len(), right.len());
    }
}

#[tokio::test]
async fn updates_and_deletes_keep_the_entries() {
    let (db, rides) = filled().await;
    let mut changed = scanned(&db, |ride| ride.rider == "ada")
        .await
        .swap_remove(0);
    changed.rider = "eve".to_owned();
    rides.put(&changed).await.unwrap();
    let of_eve = || rides.query(Ride::BY_RIDER_AT.eq("eve")).rows();
    assert_eq!(of_eve().collect().await.unwrap(), [changed.clone()]);
    rides.delete(&changed.key()).await.unwrap();
    assert_eq!(of_eve().collect().await.unwrap(), []);
    let found = rides
        .indexes::<Ride>()
        .verify(Ride::BY_RIDER_AT, Verification::Report)
        .await
        .unwrap();
    assert_eq!((found.missing, found.undecodable), (0, 0));
}

#[tokio::test]
async fn existing_rows_are_filled_and_repaired() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Old>().await.unwrap();
    let old = |minute| Old {
        town: "Bonn".to_owned(),
        at: at(minute),
        rider: "ada".to_owned(),
        metres: 1,
    };
    db.put_many((0..5).map(old)).await.unwrap();
    let rides = created::<Ride>(&db).await;
    let found = rides
        .query(Ride::BY_RIDER_AT.eq("ada"))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(minutes(&found), [4, 3, 2, 1, 0]);
    // Another program bypasses the index.
    db.put(&old(9)).await.unwrap();
    let report = rides
        .indexes::<Ride>()
        .verify(Ride::BY_RIDER_AT, Verification::Report)
        .await
        .unwrap();
    assert_eq!(report.missing, 1);
    rides
        .indexes::<Ride>()
        .verify(Ride::BY_RIDER_AT, Verification::Repair)
        .await
        .unwrap();
    let found = rides
        .query(Ride::BY_RIDER_AT.eq("ada"))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(minutes(&found), [9, 4, 3, 2, 1, 0]);
}

#[test]
fn a_description_contains_key_parts() {
    let described = Ride::SCHEMA.describe();
    let [by_rider, by_town] = &described.indexes[..] else {
        panic!()
    };
    assert_eq!(
        described.stored_values(by_rider),
        "ordered-string,key2:desc:millis"
    );
    assert_eq!(
        described.stored_values(by_town),
        "key1:ordered-string,integer4-unsigned,key2:millis"
    );
    assert!(
        by_rider
            .fields
            .iter()
            .chain(&by_town.fields)
            .all(|field| field.computable)
    );
    let values = described.index_values(by_town).unwrap();
    assert_eq!(
        values.columns().collect::<Vec<_>>(),
        [("D1", &b"METRES"[..])]
    );
    let json = Ride::SCHEMA.to_json();
    let read = hbase_model::description::Description::from_json(&json).unwrap();
    assert_eq!(read.table().unwrap(), described);
}
