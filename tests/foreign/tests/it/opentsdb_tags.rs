//! `OpenTSDB` 2, the keys of `tsdb`: a metric, an hour, and any number of tags, each the ids of a name and of a value.
//!
//! Sources: `OpenTSDB/opentsdb`, `test/core/TestRowKey.java` (keys with and without a salt), `src/core/RowKey.java` (the salt:
//! `Math.abs(hash % 20)` of the metric and the tags, without the hour between them), `src/core/Tags.java` (the tags ascend).

use hbase_schema::{HTable, RowKey, Timestamp, prefix};

use crate::support::{assert_key, assert_row, store};

type Tag = ([u8; 3], [u8; 3]);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb", naming = hbase)]
#[family("t")]
struct Series {
    #[rowkey]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[rowkey(repeat, sorted)]
    tags: Vec<Tag>,
    #[column("p")]
    values: Vec<u8>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb", naming = hbase)]
#[rowkey(salt = java_bytes(20, abs))]
#[family("t")]
struct Salted {
    #[rowkey(salt)]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[rowkey(repeat, sorted, salt)]
    tags: Vec<Tag>,
    #[column("p")]
    values: Vec<u8>,
}

/// The hour of the tests, 2013-01-01T00:00:00Z, and those after it.
fn hour(number: i64) -> Timestamp {
    Timestamp::from_millis((0x50e2_2700 + number * 3600) * 1000)
}

fn tags(ids: &[(u8, u8)]) -> Vec<Tag> {
    ids.iter()
        .map(|(name, value)| ([0, 0, *name], [0, 0, *value]))
        .collect()
}

fn series(number: i64, ids: &[(u8, u8)]) -> Series {
    Series {
        metric: [0, 0, 1],
        hour: hour(number),
        tags: tags(ids),
        values: vec![1],
    }
}

fn salted(number: i64, ids: &[(u8, u8)]) -> Salted {
    let Series {
        metric,
        hour,
        tags,
        values,
    } = series(number, ids);
    Salted {
        metric,
        hour,
        tags,
        values,
    }
}

#[test]
fn keys_are_those_of_the_project_s_tests() {
    let cells: [(&str, &[u8], &[u8]); 1] = [("t", b"p", &[1])];
    // `rowKeyFromTSUID`, `rowKeyFromTSUIDNoTags`.
    let one = b"\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x02";
    assert_row(&series(0, &[(1, 2)]), one, &cells);
    assert_row(&series(0, &[]), b"\0\0\x01\x50\xe2\x27\0", &cells);
    // `prefixKeyWithSaltSameMetricDifferentTags`.
    for (ids, key) in [
        (
            &[(1, 1)][..],
            &b"\x08\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x01"[..],
        ),
        (&[(1, 2)], b"\x09\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x02"),
        (
            &[(1, 1), (2, 3)],
            b"\x03\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x01\0\0\x02\0\0\x03",
        ),
        (&[], b"\x0c\0\0\x01\x50\xe2\x27\0"),
    ] {
        assert_row(&salted(0, ids), key, &cells);
    }
    // `prefixKeyWithSaltSameMetricSameTagsDifferentTimestamp`.
    assert_key::<SaltedKey>(b"\x08\0\0\x01\x51\x0b\x13\x90\0\0\x01\0\0\x01");
}

#[test]
fn keys_that_the_program_does_not_write_are_errors() {
    // In the tests of salts, but a tag occurs once in a key.
    let twice = b"\x10\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x01\0\0\x01\0\0\x01";
    let error = SaltedKey::decode(twice).unwrap_err().to_string();
    assert!(
        error.contains("found element 1 (the first is 0)"),
        "{error}"
    );
    assert!(series(0, &[(2, 3), (1, 1)]).key().encode().is_err());
    // `prefixKeyWithSaltMissingTagV`.
    let error = SeriesKey::decode(b"\0\0\x01\x50\xe2\x27\0\0\0\x01").unwrap_err();
    assert!(
        error.to_string().contains("expected a multiple of 6"),
        "{error}"
    );
}

/// The project's main query: a metric in some hours, with a tag.
#[tokio::test]
async fn a_range_of_hours_with_a_tag() {
    let db = store::<Series>().await;
    let of_tags: [&[(u8, u8)]; 5] = [
        &[],
        &[(1, 2)],
        &[(1, 2), (2, 1)],
        &[(1, 3), (2, 2)],
        &[(2, 2)],
    ];
    let rows = (0..5).flat_map(|number| of_tags.map(|ids| series(number, ids)));
    db.put_many(rows).await.unwrap();
    let hours = || Series::scan().metric([0, 0, 1]).hour(hour(1)..hour(3));

    let tag = Series::TAGS.contains(([0, 0, 1], [0, 0, 2]));
    let found = db
        .scan(hours().matching(tag))
        .rows()
        .collect()
        .await
        .unwrap();
    let expected = [1, 2].map(|number| [series(number, of_tags[1]), series(number, of_tags[2])]);
    assert_eq!(found, expected.concat());

    let any_value = hours().matching(Series::TAGS.contains_key([0, 0, 1]));
    assert_eq!(db.scan(any_value).count().await.unwrap(), 6);
    let values = [2, 3].map(|value| ([0, 0, 1], [0, 0, value]));
    let two = Series::TAGS.contains_any(values) & Series::TAGS.contains(([0, 0, 2], [0, 0, 1]));
    assert_eq!(db.scan(hours().matching(two)).count().await.unwrap(), 2);
    // The tags of one hour that start with one.
    let first = Series::scan()
        .metric([0, 0, 1])
        .hour(hour(1))
        .tags(prefix(tags(&[(1, 2)])));
    assert_eq!(db.scan(first).count().await.unwrap(), 2);
}

/// Salted, all buckets are read, as the project does.
#[tokio::test]
async fn a_range_of_hours_with_a_tag_in_all_buckets() {
    let db = store::<Salted>().await;
    let rows =
        (0..3).flat_map(|number| (0..20).map(move |value| salted(number, &[(1, value), (2, 1)])));
    db.put_many(rows).await.unwrap();
    let hours = Salted::scan().any_salt().metric([0, 0, 1]).hour(hour(1)..);
    let tag = Salted::TAGS.contains(([0, 0, 1], [0, 0, 7]));
    let found = db.scan(hours.matching(tag)).rows().collect().await.unwrap();
    assert_eq!(
        found,
        [1, 2].map(|number| salted(number, &[(1, 7), (2, 1)]))
    );
}
