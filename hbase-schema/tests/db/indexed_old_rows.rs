//! Rows from before their table had an index: without an indexed cell, with a value that is too long for an entry, and of
//! another definition of the index.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::index::{Clocks, Settings, SystemClocks, Verification};
use hbase_schema::{Connection, ErrorKind, HTable, OnUndecodable};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

mod v1 {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("RIDES:OLD_RIDES")]
    #[family("D")]
    pub(super) struct Ride {
        #[rowkey]
        pub(super) id: u32,
        pub(super) rider: String,
        pub(super) driver: Option<String>,
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("RIDES:OLD_RIDES")]
#[family("D")]
struct Ride {
    #[rowkey]
    id: u32,
    #[index("RIDES:OLD_BY_RIDER")]
    rider: String,
    #[index("RIDES:OLD_BY_DRIVER")]
    driver: String,
}

fn old(id: u32, rider: &str, driver: Option<&str>) -> v1::Ride {
    v1::Ride {
        id,
        rider: rider.to_owned(),
        driver: driver.map(str::to_owned),
    }
}

async fn created(rows: &[v1::Ride]) -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::of_the_machine());
    let db = db
        .index_settings(Settings::default().page(2))
        .index_clocks(clocks);
    db.create_table::<v1::Ride>().await.unwrap();
    db.put_many(rows).await.unwrap();
    // The tests read the rows as they are.
    db.adopt_layout::<Ride>().await.unwrap();
    db
}

#[tokio::test]
async fn a_verification_counts_rows_without_an_indexed_cell() {
    let mut rows: Vec<_> = (0..7).map(|id| old(id, "ada", None)).collect();
    rows.push(old(7, "ada", Some("dan")));
    let db = created(&rows).await;
    db.create_table_if_missing::<Ride>().await.unwrap();
    // A row that is gone has left its stamp.
    db.delete(&RideKey { id: 0 }).await.unwrap();
    let indexes = db.indexes::<Ride>();
    for what in [Verification::Report, Verification::Repair] {
        let found = indexes.verify(Ride::BY_DRIVER, what).await.unwrap();
        assert_eq!((found.absent, found.missing, found.live), (6, 0, 1));
        assert_eq!(found.absent_example.unwrap(), 1_u32.to_be_bytes());
        let found = indexes.verify(Ride::BY_RIDER, what).await.unwrap();
        assert_eq!((found.absent, found.absent_example), (0, None));
    }
    let error = db.query(Ride::BY_RIDER.eq("ada")).rows().collect().await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Decode);
}

#[tokio::test]
async fn a_query_skips_or_collects_rows_that_do_not_decode() {
    let rows: Vec<_> = (0..9)
        .map(|id| old(id, "ada", (id % 3 != 1).then_some("dan")))
        .collect();
    let db = created(&rows).await;
    db.create_table_if_missing::<Ride>().await.unwrap();
    let ids = |rows: &[Ride]| rows.iter().map(|row| row.id).collect::<Vec<_>>();
    let query = |what| db.query(Ride::BY_RIDER.eq("ada")).on_undecodable(what);
    let good = [0, 2, 3, 5, 6, 8];
    for what in [OnUndecodable::Skip, OnUndecodable::Collect] {
        let mut rows = query(what).rows();
        let mut found = Vec::new();
        while let Some(row) = rows.next().await {
            found.push(row.unwrap());
        }
        assert_eq!(ids(&found), good);
        let skipped = rows.take_undecodable();
        let keys: Vec<_> = skipped.iter().map(|skipped| skipped.row.key()[3]).collect();
        let collected: &[u8] = if what == OnUndecodable::Collect {
            &[1, 4, 7]
        } else {
            &[]
        };
        assert_eq!(keys, collected);
        assert_eq!(
            query(what).limit(3).rows().collect().await.unwrap().len(),
            3
        );
        for size in 1..8 {
            let (mut found, mut keys) = (Vec::new(), Vec::new());
            let mut page = query(what).page(size).await.unwrap();
            loop {
                assert!(page.items.len() <= size);
                found.extend(page.items);
                keys.extend(page.skipped.iter().map(|skipped| skipped.row.key()[3]));
                let Some(next) = page.next else { break };
                page = query(what).page_after(next, size).await.unwrap();
            }
            assert_eq!(ids(&found), good, "{what:?}, pages of {size}");
            assert_eq!(keys, collected, "{what:?}, pages of {size}");
        }
    }
    // By default, an error ends the query; rows before it, and pages before its page, are returned.
    let page = db.query(Ride::BY_RIDER.eq("ada")).page(1).await.unwrap();
    assert_eq!(ids(&page.items), [0]);
    let next = db
        .query(Ride::BY_RIDER.eq("ada"))
        .page_after(page.next.unwrap(), 1);
    assert_eq!(next.await.unwrap_err().kind(), ErrorKind::Decode);
}

/// The key of an entry is at most 32,767 bytes.
#[tokio::test]
async fn a_build_names_a_row_whose_value_is_too_long() {
    let long = "y".repeat(40_000);
    let rows = [
        old(1, "ada", Some("dan")),
        old(2, &long, Some("dan")),
        old(3, "bob", Some("dan")),
    ];
    let db = created(&rows).await;
    let error = db.create_table_if_missing::<Ride>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_contains(&error, "index RIDES:OLD_BY_RIDER lacks 1 row(s)");
    assert_contains(
        &error,
        r"such as \x00\x00\x00\x02 (an entry of index RIDES:OLD_BY_RIDER has a key of ",
    );
    db.delete(&RideKey { id: 2 }).await.unwrap();
    db.create_table_if_missing::<Ride>().await.unwrap();
    assert_eq!(
        db.query(Ride::BY_RIDER.range("a".to_owned()..))
            .count()
            .await
            .unwrap(),
        2
    );
}

mod buckets {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("RIDES:OLD_RIDES")]
    #[family("D")]
    pub(super) struct Ride {
        #[rowkey]
        pub(super) id: u32,
        #[index("RIDES:OLD_BY_RIDER", buckets(4))]
        pub(super) rider: String,
        #[index("RIDES:OLD_BY_DRIVER")]
        pub(super) driver: String,
    }
}

#[tokio::test]
async fn another_number_of_buckets_says_to_drop_and_rebuild_the_index() {
    let db = created(&[old(1, "ada", Some("dan"))]).await;
    db.create_table_if_missing::<Ride>().await.unwrap();
    let indexes = db.indexes::<buckets::Ride>();
    let errors = [
        db.create_table_if_missing::<buckets::Ride>()
            .await
            .unwrap_err(),
        indexes.build(|_| {}).await.unwrap_err(),
        indexes
            .backfill(buckets::Ride::BY_RIDER, |_| {})
            .await
            .unwrap_err(),
        db.query(buckets::Ride::BY_RIDER.eq("ada"))
            .count()
            .await
            .unwrap_err(),
        db.verify::<buckets::Ride>().await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Differs);
        assert_contains(&error, "index RIDES:OLD_BY_RIDER was built as `");
        assert_contains(&error, "drop it, then rebuild it");
    }
    indexes.drop_index(buckets::Ride::BY_RIDER).await.unwrap();
    db.create_table_if_missing::<buckets::Ride>().await.unwrap();
    assert_eq!(
        db.query(buckets::Ride::BY_RIDER.eq("ada"))
            .count()
            .await
            .unwrap(),
        1
    );
}

/// A drop that ended during its wait.
#[tokio::test]
async fn an_interrupted_drop_has_one_kind_until_it_is_repeated() {
    let db = created(&[old(1, "ada", Some("dan"))]).await;
    db.create_table_if_missing::<Ride>().await.unwrap();
    let indexes = db.indexes::<Ride>();
    // With the machine's clocks, it waits for twice the write limit of 30 s.
    let slow = db.index_clocks(Arc::new(SystemClocks)).indexes::<Ride>();
    let drop = slow.drop_index(Ride::BY_RIDER);
    let dropped = tokio::time::timeout(Duration::from_secs(2), drop).await;
    assert!(dropped.is_err(), "it waits for a minute");
    for error in [
        db.query(Ride::BY_RIDER.eq("ada"))
            .count()
            .await
            .unwrap_err(),
        db.create_table_if_missing::<Ride>().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotBuilt, "{error}");
        assert_contains(&error, "drop it once more by `drop_index`");
    }
    indexes.drop_index(Ride::BY_RIDER).await.unwrap();
    db.create_table_if_missing::<Ride>().await.unwrap();
    assert_eq!(db.query(Ride::BY_RIDER.eq("ada")).count().await.unwrap(), 1);
}
