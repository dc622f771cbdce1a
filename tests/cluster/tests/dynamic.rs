//! Dynamic columns of a real `HBase`, by the native client and through the Thrift gateway.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::collections::BTreeMap;

use hbase_schema::{Connection, Dynamic, HTable, Qualifier};
use hbase_schema_cluster_tests::{Cluster, connect, patient};
use hbase_schema_thrift::Options;

/// Fixed and dynamic columns in one family, with bytes of every value.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DYNAMIC_COLUMNS")]
#[family("D")]
#[family("W")]
struct Row {
    #[rowkey]
    id: String,
    #[family("D")]
    name: Option<String>,
    #[family("D")]
    #[column(dynamic, prefix = "m:", limit = 300)]
    map: BTreeMap<(i16, u8), u32>,
    #[family("W")]
    #[column(dynamic)]
    wide: Dynamic<At, u32>,
}

#[derive(Qualifier, Debug, Clone, PartialEq)]
struct At {
    #[qualifier(desc)]
    day: u32,
    #[qualifier(ordered)]
    name: String,
}

fn at(n: u32) -> At {
    At {
        day: n / 10,
        name: format!("n'({:02}\\\u{1}", n % 10),
    }
}

async fn connections() -> [(&'static str, Connection); 2] {
    let cluster = Cluster::from_env().expect("a running HBase");
    let url = format!("hbase://{}", cluster.master);
    let native = Connection::builder()
        .url(url)
        .limits(patient())
        .connect()
        .await;
    let thrift = connect(&cluster.thrift, patient(), &Options::default());
    [
        ("native", native.expect("a cluster")),
        ("thrift", thrift.expect("a gateway")),
    ]
}

#[tokio::test]
async fn rows_are_written_and_read_as_in_the_embedded_store() {
    let connections = connections().await;
    connections[0]
        .1
        .create_table::<Row>()
        .await
        .expect("a new table");
    for (name, db) in &connections {
        whole(db, name).await;
        wide(db, name).await;
        scans(db, name).await;
    }
    // One reads what the other wrote.
    for ((_, db), other) in connections.iter().zip(["thrift", "native"]) {
        let found = db.get(&RowKey { id: other.into() }).await.expect(other);
        assert_eq!(found.expect("a row").map.len(), 300);
    }
}

/// A map with its row, up to its limit.
async fn whole(db: &Connection, name: &str) {
    let row = Row {
        id: name.into(),
        name: Some("x".into()),
        map: (0..300).map(|n| ((n - 150, 7), 1)).collect(),
        wide: Dynamic::new(),
    };
    db.put(&row).await.expect(name);
    let key = row.key();
    assert_eq!(db.get(&key).await.expect(name), Some(row.clone()), "{name}");
    db.dynamic(&key, Row::MAP)
        .put((1000, 1), 9)
        .await
        .expect(name);
    let error = db.get(&key).await.expect_err("a limit");
    assert!(
        error.to_string().contains("more than the 300"),
        "{name}: {error}"
    );
    let negative = db.dynamic(&key, Row::MAP).range(..(0,)).count().await;
    assert_eq!(negative.expect(name), 150, "{name}");
    let deleted = db.dynamic(&key, Row::MAP).range((1,)..).prefix((1000,));
    assert_eq!(deleted.delete_range().await.expect(name), 1, "{name}");
    assert_eq!(db.get(&key).await.expect(name), Some(row), "{name}");
}

/// A row of many columns in pages and as a stream.
async fn wide(db: &Connection, name: &str) {
    const COLUMNS: u32 = 20_000;
    let key = RowKey { id: name.into() };
    let wide = || db.dynamic(&key, Row::WIDE);
    let columns = (0..COLUMNS).map(|n| (at(n), n));
    assert_eq!(
        wide().put_many(columns).await.expect(name),
        u64::from(COLUMNS)
    );
    let all: Vec<(At, u32)> = wide().stream().collect().await.expect(name);
    let mut right: Vec<(At, u32)> = (0..COLUMNS).map(|n| (at(n), n)).collect();
    right.sort_by_key(|(at, _)| (std::cmp::Reverse(at.day), at.name.clone()));
    assert!(all == right, "{name}: {} columns", all.len());
    assert_eq!(wide().get(at(777)).await.expect(name), Some(777), "{name}");
    let some = wide().get_many([at(5), at(COLUMNS), at(6)]).await;
    assert_eq!(some.expect(name), [Some(5), None, Some(6)], "{name}");

    // From the day 1500 back to the day 1401, 130 a page.
    let range = || wide().range((1500,)..(1400,));
    let mut page = range().page(130).await.expect(name);
    let mut found = page.items;
    while let Some(cursor) = page.next {
        page = range().page_after(cursor, 130).await.expect(name);
        found.extend(page.items);
    }
    let of_range = right
        .iter()
        .filter(|(at, _)| (1401..=1500).contains(&at.day));
    assert!(found.iter().eq(of_range), "{name}: {} columns", found.len());
    let keys: Vec<At> = wide()
        .prefix((3,))
        .qualifiers()
        .collect()
        .await
        .expect(name);
    assert!(keys.into_iter().eq((30..40).map(at)), "{name}");
    let deleted = wide().range((1999,)..=(1000,)).delete_range().await;
    assert_eq!(deleted.expect(name), 10_000, "{name}");
    assert_eq!(wide().count().await.expect(name), 10_000, "{name}");
}

/// The columns of several rows, in pages that end within rows.
async fn scans(db: &Connection, name: &str) {
    for n in 0..5 {
        let key = RowKey {
            id: format!("{name} {n}"),
        };
        let columns = (0..n * 100).map(|n| (at(n), n));
        db.dynamic(&key, Row::WIDE)
            .put_many(columns)
            .await
            .expect(name);
    }
    let rows = || Row::scan().id(hbase_schema::prefix(format!("{name} ")));
    let scan = || db.dynamic_scan(rows(), Row::WIDE).range((30,)..);
    let all: Vec<_> = scan().stream().collect().await.expect(name);
    assert_eq!(all.len(), 100 + 200 + 300 + 310, "{name}");
    let mut page = scan().page(77).await.expect(name);
    let mut found = page.items;
    while let Some(cursor) = page.next {
        page = scan().page_after(cursor, 77).await.expect(name);
        found.extend(page.items);
    }
    assert_eq!(found, all, "{name}");
}
