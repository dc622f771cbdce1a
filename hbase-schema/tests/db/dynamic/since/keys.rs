//! Keys in which rows of several values are next to each other.

use std::ops::Bound;

use hbase_schema::{Dynamic, HTable, Timestamp, is_in};

use super::{HOUR, at};

/// The rows of one city are between two ranges of another one.
#[tokio::test]
async fn a_text_that_starts_another_one_has_its_own_times() {
    #[derive(HTable)]
    #[table("DLQX:CITY_HOURS")]
    #[family("V")]
    struct Visits {
        #[rowkey(unseparated)]
        city: String,
        #[rowkey(seconds, align = "1h")]
        hour: Timestamp,
        #[column(dynamic, since(hour, unit = "1s"))]
        values: Dynamic<u16, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Visits>().await.unwrap();
    // In these years, the bytes of the times are above and at those of the letter b.
    for start in [0x6a00_0000, 0x6200_0000, 0x6161_6161] {
        let hour = |hour: i64| at((start / 3600 + hour) * HOUR);
        for (city, of) in ["a", "ab"]
            .into_iter()
            .flat_map(|city| [(city, 0), (city, 1)])
        {
            let key = VisitsKey {
                city: city.into(),
                hour: hour(of),
            };
            let put = db.dynamic(&key, Visits::VALUES).put_many([(0, 1), (7, 1)]);
            put.await.unwrap();
        }
        for (from, count) in [(Bound::Included(hour(0)), 6), (Bound::Excluded(hour(0)), 4)] {
            let times = (from, Bound::Included(hour(1)));
            let scan = Visits::scan().city(is_in(["a", "ab"])).hour(times);
            let found = db.dynamic_scan(scan, Visits::VALUES).stream();
            assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), count);
        }
        let scan = Visits::scan().city(is_in(["a", "ab"])).hour(..=hour(1));
        let found = db.dynamic_scan(scan, Visits::VALUES).stream();
        let found: Vec<_> = found.collect().await.unwrap();
        let of_years = found.iter().filter(|(key, _, _)| key.hour >= hour(0));
        assert_eq!(of_years.count(), 6);
    }
}

/// Descending, the period of 1970 has the largest bytes, so that the next sensor's rows follow.
#[tokio::test]
async fn the_rows_of_the_next_value_are_not_beside_an_edge() {
    #[derive(HTable)]
    #[table("DLQX:NEWEST_HOURS")]
    #[family("V")]
    struct Newest {
        #[rowkey]
        sensor: u8,
        #[rowkey(seconds, align = "1h", desc)]
        hour: Timestamp,
        #[column(dynamic, since(hour, unit = "1s"))]
        values: Dynamic<u16, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Newest>().await.unwrap();
    for (sensor, hour) in (1..=2).flat_map(|sensor| (0..3).map(move |hour| (sensor, hour))) {
        let key = NewestKey {
            sensor,
            hour: at(hour * HOUR),
        };
        let put = db.dynamic(&key, Newest::VALUES).put(7, 1);
        put.await.unwrap();
    }
    let scan = Newest::scan().sensor(is_in([1, 2])).hour(at(0)..);
    let found = db.dynamic_scan(scan, Newest::VALUES).stream();
    assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), 6);
}
