//! Maps that are read and written with their row.

use std::collections::BTreeMap;

use hbase_schema::{Dynamic, ErrorKind, HTable};

use super::{MailBox, connected, filled, key};
use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_TAGS", naming = hbase)]
#[family("d")]
struct Tagged {
    #[rowkey]
    user: u64,
    name: Option<String>,
    #[column(dynamic, prefix = "tag:", limit = 20)]
    tags: BTreeMap<String, u32>,
}

/// Rows of the same table, each with a name.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_TAGS", naming = hbase)]
#[family("d")]
struct Named {
    #[rowkey]
    user: u64,
    name: String,
    #[column(dynamic, prefix = "tag:", limit = 20)]
    tags: BTreeMap<String, u32>,
}

fn tags(user: u64, count: u32) -> Tagged {
    Tagged {
        user,
        name: None,
        tags: (0..count).map(|n| (format!("{n:03}"), n)).collect(),
    }
}

async fn tables() -> hbase_schema::Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Tagged>().await.unwrap();
    db
}

#[tokio::test]
async fn a_map_is_written_and_read_with_its_row() {
    let db = tables().await;
    let mut row = tags(1, 20);
    db.put(&row).await.unwrap();
    assert_eq!(db.get(&row.key()).await.unwrap(), Some(row.clone()));
    let all = db
        .scan(Tagged::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(all, [row.clone()]);
    // A put adds to the existing columns.
    let other = Tagged {
        name: Some("ann".into()),
        tags: BTreeMap::from([("000".into(), 9), ("new".into(), 9)]),
        ..row.clone()
    };
    db.dynamic(&row.key(), Tagged::TAGS)
        .delete("019")
        .await
        .unwrap();
    db.put(&other).await.unwrap();
    row.tags.remove("019");
    row.tags.extend(other.tags.clone());
    row.name = other.name;
    assert_eq!(db.get(&row.key()).await.unwrap(), Some(row));
}

#[tokio::test]
async fn an_empty_map_is_no_column() {
    let db = tables().await;
    let error = db.put(&tags(1, 0)).await.unwrap_err();
    assert_contains(&error, "every column is `None`");
    let named = Tagged {
        name: Some("ann".into()),
        ..tags(1, 0)
    };
    db.put(&named).await.unwrap();
    assert_eq!(db.get(&named.key()).await.unwrap(), Some(named));
}

#[tokio::test]
async fn more_columns_than_the_limit_are_an_error_that_names_the_paged_way() {
    let db = tables().await;
    for count in [21, 22, 23, 500] {
        let row = tags(count.into(), count);
        db.put(&row).await.unwrap();
        let error = db.get(&row.key()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(text.contains("more than the 20 dynamic columns"), "{text}");
        assert!(
            text.contains("`db.dynamic(…)`") && text.contains("`limit`"),
            "{text}"
        );
        let scanned = db
            .scan(Tagged::scan().user(u64::from(count)))
            .rows()
            .collect()
            .await;
        let text = scanned.unwrap_err().to_string();
        assert!(text.contains("more than the 20"), "{text}");
        assert_eq!(
            db.scan(Tagged::scan().user(u64::from(count)))
                .count()
                .await
                .unwrap(),
            1
        );
        assert!(db.exists(&row.key()).await.unwrap());
        let read = db
            .dynamic(&row.key(), Tagged::TAGS)
            .stream()
            .collect::<BTreeMap<_, _>>();
        assert_eq!(read.await.unwrap(), row.tags);
    }
}

/// Columns that the struct does not declare count towards the limit: the row is then an error, and never has missing
/// columns.
#[tokio::test]
async fn foreign_columns_cut_no_map_off() {
    let db = tables().await;
    let row = tags(1, 20);
    db.put(&row).await.unwrap();
    let mut foreign = db.mutate(&row.key());
    for n in 0..5_u8 {
        foreign = foreign.put_raw("d", &[b'a', n], b"");
    }
    foreign.await.unwrap();
    let error = db.get(&row.key()).await.unwrap_err();
    assert_contains(&error, "more than the 20");
    // A required column may be cut off too: it is not reported as absent.
    let mut named = db.mutate(&NamedKey { user: 2 });
    for n in 0..30_u8 {
        named = named.put_raw("d", &[b'A', n], b"");
    }
    named.put(Named::NAME, "ann").await.unwrap();
    let error = db.get(&NamedKey { user: 2 }).await.unwrap_err();
    assert_contains(&error, "does not declare");
}

#[tokio::test]
async fn a_row_with_a_map_replaces_none() {
    let db = tables().await;
    let error = db.replace(&tags(1, 2)).await.unwrap_err();
    assert!(error.is_without_effect());
    assert_contains(&error, "field `tags` holds dynamic columns");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TAG_HISTORY")]
#[family("D", versions = 10)]
struct History {
    #[rowkey]
    user: u64,
    #[timestamp]
    day: i64,
    #[column(dynamic)]
    tags: BTreeMap<String, u32>,
}

#[tokio::test]
async fn versions_have_maps_of_their_own() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<History>().await.unwrap();
    let version = |day: i64, names: &[&str]| History {
        user: 1,
        day,
        tags: names.iter().map(|name| ((*name).to_owned(), 7)).collect(),
    };
    let all = [
        version(3, &["b"]),
        version(2, &["a", "b", "c"]),
        version(1, &["a"]),
    ];
    db.put_many(&all).await.unwrap();
    let key = HistoryKey { user: 1 };
    assert_eq!(db.history(&key).await.unwrap(), all);
    let newest = db.get(&key).await.unwrap().unwrap();
    assert_eq!(newest.tags.len(), 3);
    // A delete of one column deletes up to its newest version, so that a later one can be put.
    db.dynamic(&key, History::TAGS).delete("b").await.unwrap();
    db.put(&version(4, &["b"])).await.unwrap();
    let tags = db.get(&key).await.unwrap().unwrap().tags;
    assert_eq!(tags.into_keys().collect::<Vec<_>>(), ["a", "b", "c"]);
    let old = db
        .dynamic(&key, History::TAGS)
        .time_range(1..2)
        .get("a")
        .await;
    assert_eq!(old.unwrap(), Some(7));
    db.dynamic(&key, History::TAGS)
        .version(9_i64)
        .put("z", 1)
        .await
        .unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().day, 9);
}

/// A row whose columns are all declared only.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_DATA")]
#[family("V")]
struct Sensor {
    #[rowkey]
    name: String,
    #[column(dynamic)]
    values: Dynamic<u64, f64>,
}

#[tokio::test]
async fn a_row_exists_if_it_has_any_of_its_columns() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Sensor>().await.unwrap();
    let sensor = Sensor {
        name: "a".into(),
        values: Dynamic::new(),
    };
    assert_eq!(db.get(&sensor.key()).await.unwrap(), None);
    let error = db.put(&sensor).await.unwrap_err();
    assert_contains(&error, "dynamic columns are written by");
    db.dynamic(&sensor.key(), Sensor::VALUES)
        .put(7, 0.5)
        .await
        .unwrap();
    db.dynamic(&sensor.key(), Sensor::VALUES)
        .put(8, 0.5)
        .await
        .unwrap();
    assert_eq!(db.get(&sensor.key()).await.unwrap(), Some(sensor.clone()));
    let all = db
        .scan(Sensor::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(all, [sensor]);
}

#[tokio::test]
async fn columns_that_are_declared_only_are_not_read_with_their_row() {
    let db = filled().await;
    assert_eq!(db.get(&key("ann")).await.unwrap(), None);
    db.mutate(&key("ann"))
        .put(MailBox::OWNER, "Ann".to_owned())
        .await
        .unwrap();
    let row = db.get(&key("ann")).await.unwrap().unwrap();
    assert_eq!(
        (row.owner.as_deref(), row.mails),
        (Some("Ann"), Dynamic::new())
    );
    // Such a struct replaces its fixed columns alone.
    db.replace(&MailBox {
        owner: Some("A".into()),
        ..row
    })
    .await
    .unwrap();
    assert_eq!(
        db.dynamic(&key("ann"), MailBox::MAILS)
            .count()
            .await
            .unwrap(),
        300
    );
}

#[tokio::test]
async fn values_without_a_cell_are_errors() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:USER_OPTIONS")]
    #[family("D")]
    struct Options {
        #[rowkey]
        user: u64,
        #[column(dynamic)]
        options: BTreeMap<String, Option<u32>>,
    }
    let db = connected().await;
    db.create_table::<Options>().await.unwrap();
    let row = |name: &str, value| Options {
        user: 1,
        options: BTreeMap::from([(name.to_owned(), value)]),
    };
    db.put(&row("a", Some(1))).await.unwrap();
    let error = db.put(&row("a", None)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_contains(&error, "a value without a cell");
    let error = db.put(&row("", Some(1))).await.unwrap_err();
    assert_contains(&error, "an empty qualifier");
    let key = OptionsKey { user: 1 };
    let put = db.dynamic(&key, Options::OPTIONS).put("b", None).await;
    assert!(
        put.unwrap_err()
            .to_string()
            .contains("a value without a cell")
    );
    let put = db
        .mutate(&key)
        .put_dynamic(Options::OPTIONS, "", Some(1))
        .await;
    assert!(put.unwrap_err().to_string().contains("an empty qualifier"));
    assert_eq!(db.get(&key).await.unwrap(), Some(row("a", Some(1))));
}
