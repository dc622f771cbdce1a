//! Defaults of absent cells.

use std::sync::Arc;

use hbase_schema::HTable;
use hbase_schema::index::{Clocks, Settings};

use crate::support::memory;
use crate::test_clocks::TestClocks;

/// Rows of an indexed table that were written before a column was declared.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("INDEXED_DEFAULTS")]
#[family("D1")]
struct IndexedDefaults {
    #[rowkey]
    id: u32,
    #[index("BY_PLACE")]
    place: String,
    #[column(default = seven)]
    weight: u16,
}

/// The same rows without the new column.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("INDEXED_DEFAULTS")]
#[family("D1")]
struct Earlier {
    #[rowkey]
    id: u32,
    #[index("BY_PLACE")]
    place: String,
}

/// Columns that older rows lack.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("COLUMN_DEFAULTS")]
#[family("D1", versions = 3)]
struct Defaults {
    #[rowkey]
    id: u32,
    n: u32,
    #[column(default)]
    level: u8,
    #[column(default = everywhere)]
    place: String,
    #[column(flatten, prefix = "G_")]
    group: Group,
}

#[derive(hbase_schema::Columns, Debug, Clone, PartialEq)]
struct Group {
    #[column(default = seven)]
    weight: u16,
}

fn everywhere() -> String {
    "everywhere".to_owned()
}

fn seven() -> u16 {
    7
}

#[tokio::test]
async fn a_default_counts_wherever_its_column_is_read() {
    let db = memory().await;
    db.create_table::<Defaults>().await.unwrap();
    let key = DefaultsKey { id: 1 };
    db.mutate(&key).put(Defaults::N, 5).await.unwrap();
    let columns = (
        Defaults::N,
        Defaults::LEVEL,
        Defaults::PLACE,
        Defaults::GROUP.weight,
    );
    let expected = (5, 0, everywhere(), 7);
    let whole = db.get(&key).await.unwrap().unwrap();
    assert_eq!(
        (whole.n, whole.level, whole.place, whole.group.weight),
        expected
    );
    let got = db.get(&key).columns(columns).await.unwrap();
    assert_eq!(got.as_ref(), Some(&expected));
    let scan = || db.scan(Defaults::scan().all()).columns(columns);
    let rows = scan().rows().collect().await.unwrap();
    assert_eq!(rows, std::slice::from_ref(&expected));
    let page = scan().page(10).await.unwrap();
    assert_eq!(page.items, std::slice::from_ref(&expected));
    let history = db.history(&key).columns(columns).await.unwrap();
    assert_eq!(history, [expected]);
    let timed = (Defaults::N, Defaults::LEVEL.with_timestamp());
    let timed = db.get(&key).columns(timed).await.unwrap();
    assert_eq!(timed, Some((5, (0, None))));
}

#[tokio::test]
async fn a_default_counts_in_queries_by_an_index() {
    let db = memory().await;
    let clocks = Arc::new(TestClocks::starting_at(1_000_000));
    let clocks = || Arc::clone(&clocks) as Arc<dyn Clocks>;
    let earlier = db.index_settings(Settings::default());
    let earlier = earlier.index_clocks(clocks());
    earlier.create_table_if_missing::<Earlier>().await.unwrap();
    let place = everywhere();
    earlier.put(&Earlier { id: 1, place }).await.unwrap();
    let rows = db
        .index_settings(Settings::default())
        .index_clocks(clocks());
    let of = || rows.query(IndexedDefaults::BY_PLACE.eq("everywhere"));
    let whole = of().rows().collect().await.unwrap();
    assert_eq!(whole.iter().map(|row| row.weight).collect::<Vec<_>>(), [7]);
    let weights = of().columns(IndexedDefaults::WEIGHT);
    assert_eq!(weights.rows().collect().await.unwrap(), [7]);
}
