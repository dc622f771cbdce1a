//! Readings of a sensor, one row for each hour, as books design tables of measurements: the key is the sensor and the
//! hour in seconds (4 bytes), and the qualifier is the second of the hour (2 bytes).
//!
//! Source: the chapter "Time series" of the `HBase` reference guide's case studies, which rounds the time of the key and
//! stores the rest in the qualifier; the widths are those of `OpenTSDB` (`src/core/Const.java`).

use hbase_schema::{Dynamic, HTable, RowKey, Timestamp};

use crate::support::{assert_key, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("sensors", naming = hbase, rename_all = "snake_case")]
#[family("d")]
struct Readings {
    #[rowkey(fixed = 4)]
    sensor: String,
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "1s"))]
    values: Dynamic<u16, f32>,
}

const HOUR: i64 = 0x50e2_2700;

fn hour(number: i64) -> Timestamp {
    Timestamp::from_millis((HOUR + number * 3600) * 1000)
}

#[test]
fn the_time_is_in_the_key_and_in_the_qualifier() {
    assert_key::<ReadingsKey>(b"s042\x50\xe2\x27\0");
    let key = ReadingsKey::decode(b"s042\x50\xe2\x27\0").unwrap();
    assert_eq!((key.sensor.as_str(), key.hour), ("s042", hour(0)));
}

/// The readings of two hours that begin at half past: of three rows, whose bytes another program wrote.
#[tokio::test]
async fn a_range_of_time_cuts_the_first_and_the_last_row() {
    let db = store::<Readings>().await;
    for (number, second) in
        (0..4).flat_map(|number| (0..3600_u16).step_by(600).map(move |s| (number, s)))
    {
        let key = ReadingsKey {
            sensor: "s042".into(),
            hour: hour(number),
        };
        let value = f32::from(second).to_be_bytes();
        let put = db.mutate(&key).put_raw("d", &second.to_be_bytes(), &value);
        put.await.unwrap();
    }
    let half_past = |number| Timestamp::from_millis(hour(number).as_millis() + 1_800_000);
    let scan = Readings::scan()
        .sensor("s042")
        .hour(half_past(0)..half_past(2));
    let found = db.dynamic_scan(scan, Readings::VALUES).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    let found = found
        .iter()
        .map(|(key, second, value)| (key.hour, *second, *value));
    let of =
        |number, seconds: [u16; 6]| seconds.map(|second| (hour(number), second, f32::from(second)));
    let all = [0, 600, 1200, 1800, 2400, 3000];
    let expected = [&of(0, all)[3..], &of(1, all), &of(2, all)[..3]].concat();
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
