//! `OpenTSDB` 2, time series: table `tsdb-uid`, which gives each name of a metric or tag an id of three bytes, and the
//! key of `tsdb` with one tag.
//!
//! Sources: `OpenTSDB/opentsdb`, `test/uid/TestUniqueId.java` (keys and ids), `src/uid/UniqueId.java` (families and
//! kinds), `src/create_table.sh` (the statement). The table has three sorts of rows, so there are three structs of it:
//! ids by name, names by id, and the row `00` with the largest ids.

use hbase_schema::{Dynamic, HTable, Timestamp, prefix};

use crate::support::{assert_key, assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb-uid", naming = hbase, rename_all = "snake_case")]
#[family("id", compression = lzo)]
#[family("name", compression = lzo)]
struct ByName {
    #[rowkey]
    name: String,
    #[family("id")]
    metrics: Option<[u8; 3]>,
    #[family("id")]
    tagk: Option<[u8; 3]>,
    #[family("id")]
    tagv: Option<[u8; 3]>,
    /// Of the other rows: every struct of the table declares both families.
    #[family("name")]
    #[column(dynamic)]
    names: Dynamic<String, String>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb-uid", naming = hbase, rename_all = "snake_case")]
#[family("id", compression = lzo)]
#[family("name", compression = lzo)]
struct ById {
    #[rowkey]
    id: [u8; 3],
    #[family("name")]
    metrics: Option<String>,
    #[family("name")]
    tagk: Option<String>,
    #[family("name")]
    tagv: Option<String>,
    #[family("id")]
    #[column(dynamic)]
    ids: Dynamic<String, [u8; 3]>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb-uid", naming = hbase, rename_all = "snake_case")]
#[family("id", compression = lzo)]
#[family("name", compression = lzo)]
struct Largest {
    /// Always 0.
    #[rowkey]
    zero: u8,
    #[family("id")]
    #[column(counter)]
    metrics: i64,
    #[family("id")]
    #[column(counter)]
    tagk: i64,
    #[family("id")]
    #[column(counter)]
    tagv: i64,
    #[family("name")]
    #[column(dynamic)]
    names: Dynamic<String, String>,
}

fn metric(name: &str, id: [u8; 3]) -> (ByName, ById) {
    let by_name = ByName {
        name: name.into(),
        metrics: Some(id),
        tagk: None,
        tagv: None,
        names: Dynamic::new(),
    };
    let by_id = ById {
        id,
        metrics: Some(name.into()),
        tagk: None,
        tagv: None,
        ids: Dynamic::new(),
    };
    (by_name, by_id)
}

/// `tsdb` with one tag: the salt is `Math.abs(hash % 20)` of the metric and the tags, without the time between them.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb", naming = hbase)]
#[rowkey(salt = java_bytes(20, abs))]
#[family("t")]
struct Points {
    #[rowkey(salt)]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[rowkey(salt)]
    tag: [u8; 6],
    #[column("p")]
    values: Vec<u8>,
}

#[test]
fn salted_points_have_the_bytes_of_the_tests() {
    let row = Points {
        metric: [0, 0, 1],
        hour: Timestamp::from_millis(0x50e2_2700 * 1000),
        tag: [0, 0, 1, 0, 0, 1],
        values: vec![1],
    };
    let key = b"\x08\0\0\x01\x50\xe2\x27\0\0\0\x01\0\0\x01";
    assert_row(&row, key, &[("t", b"p", &[1])]);
}

/// The same with the tag in two parts.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb", naming = hbase)]
#[rowkey(salt = java_bytes(20, abs))]
#[family("t")]
struct Tagged {
    #[rowkey(salt)]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[rowkey(salt)]
    tag: [u8; 3],
    #[rowkey(salt)]
    tag_value: [u8; 3],
    #[column("p")]
    values: Vec<u8>,
}

/// The project's query of some values of a tag: it filters the rows of a range of hours by the tags after the hour.
#[tokio::test]
async fn a_range_of_hours_with_some_values_of_a_tag() {
    let db = store::<Tagged>().await;
    let hour = |n: i64| Timestamp::from_millis((0x50e2_2700 + n * 3600) * 1000);
    let row = |n: i64, tag: u8, value: u8| Tagged {
        metric: [0, 0, 1],
        hour: hour(n),
        tag: [0, 0, tag],
        tag_value: [0, 0, value],
        values: vec![1],
    };
    let rows =
        (0..5).flat_map(|n| (1..3).flat_map(move |tag| (1..5).map(move |of| row(n, tag, of))));
    db.put_many(rows).await.unwrap();
    let hosts = Tagged::TAG.eq([0, 0, 1]) & Tagged::TAG_VALUE.is_in([[0, 0, 2], [0, 0, 4]]);
    let scan = Tagged::scan().metric([0, 0, 1]).hour(hour(1)..hour(3));
    let found = db
        .scan(scan.matching(hosts))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(
        found,
        [row(1, 1, 2), row(1, 1, 4), row(2, 1, 2), row(2, 1, 4)]
    );
}

#[test]
fn rows_have_the_bytes_of_the_project_s_tests() {
    let (by_name, by_id) = metric("foo", [0, b'a', 0x42]);
    assert_row(&by_name, b"foo", &[("id", b"metrics", &[0, b'a', 0x42])]);
    assert_row(&by_id, &[0, b'a', 0x42], &[("name", b"metrics", b"foo")]);
    assert_key::<LargestKey>(&[0]);
}

#[tokio::test]
async fn suggestions_are_the_names_with_a_prefix() {
    let db = store::<ByName>().await;
    let names = [
        ("foo.bar", [0, 0, 1]),
        ("foo.baz", [0, 0, 2]),
        ("sys.cpu", [0, 0, 3]),
    ];
    for (by_name, by_id) in names.map(|(name, id)| metric(name, id)) {
        // As the project does: the name by its id first.
        db.put(&by_id).await.unwrap();
        db.put(&by_name).await.unwrap();
    }
    let found = db
        .scan(ByName::scan().name(prefix("foo")))
        .columns(ByName::METRICS);
    let found = found.rows().collect().await.unwrap();
    assert_eq!(found, [Some([0, 0, 1]), Some([0, 0, 2])]);
    let name = db
        .get(&ByIdKey { id: [0, 0, 3] })
        .columns(ById::METRICS)
        .await
        .unwrap();
    assert_eq!(name, Some(Some("sys.cpu".into())));
}

#[tokio::test]
async fn a_new_name_takes_the_next_id() {
    let db = store::<ByName>().await;
    let largest = LargestKey { zero: 0 };
    db.set_counter(&largest, Largest::METRICS, 4).await.unwrap();
    let next = db.increment(&largest, Largest::METRICS, 1).await.unwrap();
    let [.., high, middle, low] = next.to_be_bytes();
    let (by_name, by_id) = metric("foo", [high, middle, low]);
    // Two processes may create the same name: the first one wins.
    let key = by_name.key();
    assert!(
        db.check(&by_id.key())
            .is_none(ById::METRICS)
            .put(&by_id)
            .await
            .unwrap()
    );
    assert!(
        db.check(&key)
            .is_none(ByName::METRICS)
            .put(&by_name)
            .await
            .unwrap()
    );
    assert!(
        !db.check(&key)
            .is_none(ByName::METRICS)
            .put(&by_name)
            .await
            .unwrap()
    );
    assert_eq!(
        db.get(&key).await.unwrap().unwrap().metrics,
        Some([0, 0, 5])
    );
}

#[test]
fn the_statement_is_that_of_the_script() {
    let script = "create 'tsdb-uid',
      {NAME => 'id', COMPRESSION => 'LZO'},
      {NAME => 'name', COMPRESSION => 'LZO'}";
    for ddl in [ByName::DDL, ById::DDL, Largest::DDL] {
        assert_eq!(statement(ddl), statement(script));
    }
}
