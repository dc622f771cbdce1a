//! Whole recomputations of a day's rows.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::model::{
    Capability, Deadline, FamilyDescriptor, Mutation, TableDescriptor, TableName,
};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, ErrorKind, HTable, Timestamp, connect};

use super::units::Monthly;
use super::{Trade, day, three_days, trade};
use crate::support::{Observed, assert_contains};

/// Every row of a generation has its number.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:REGION_{yyyyMMdd}")]
#[family("D1", versions = 3)]
pub(super) struct Region {
    #[table_date]
    pub(super) day: Timestamp,
    #[rowkey]
    pub(super) name: u32,
    pub(super) generation: u32,
    note: Option<String>,
}

pub(super) fn regions(names: std::ops::Range<u32>, generation: u32) -> Vec<Region> {
    let region = |name| Region {
        day: day(26),
        name,
        generation,
        note: (generation == 1).then(|| "first".to_owned()),
    };
    names.map(region).collect()
}

/// As many versions as the docs require.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAIR_{yyyyMMdd}")]
#[family("D1", versions = 2)]
pub(super) struct Pair {
    #[table_date]
    pub(super) day: Timestamp,
    #[rowkey]
    pub(super) name: u32,
    pub(super) total: u32,
}

pub(super) fn pairs(total: u32) -> Vec<Pair> {
    let pair = |name| Pair {
        day: day(26),
        name,
        total,
    };
    (0..30).map(pair).collect()
}

pub(super) async fn current(db: &Connection) -> Result<Vec<Region>, Error> {
    let regions = db.dated::<Region>();
    let scan = regions.scan(day(26), Region::scan().all()).current();
    scan.rows().collect().await
}

#[tokio::test]
async fn generations_of_an_earlier_build_are_not_passed_over() {
    let db = connect("memory:").await.unwrap();
    db.dated::<Region>().create(day(26)).await.unwrap();
    let deadline = Deadline::after(Duration::from_secs(5));
    let mut earlier = TableDescriptor::new(TableName::parse("SCHEMA:GENERATION").unwrap());
    earlier.families = vec![FamilyDescriptor::with_name("G".into())].into();
    let backend = db.backend();
    backend.create_namespace("SCHEMA", deadline).await.unwrap();
    backend.create_table(&earlier, deadline).await.unwrap();
    let error = current(&db).await.unwrap_err().to_string();
    assert_contains(&error, "SCHEMA:GENERATION of an earlier build");
    let tables = db.dated::<Region>();
    let recomputed = tables.recompute(&day(26), regions(0..3, 1)).await;
    let error = recomputed.unwrap_err().to_string();
    assert_contains(&error, "SCHEMA:GENERATION of an earlier build");
}

#[tokio::test]
async fn a_recomputed_day_has_the_new_rows_alone() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    db.put_many(regions(90..95, 0)).await.unwrap();
    assert_eq!(
        current(&db).await.unwrap(),
        regions(90..95, 0),
        "never recomputed"
    );
    let first = tables
        .recompute(&day(26), regions(0..2000, 1))
        .await
        .unwrap();
    assert_eq!(first.rows, 2000);
    assert_eq!(current(&db).await.unwrap(), regions(0..2000, 1));
    let second = tables
        .recompute(&day(26), regions(10..30, 2))
        .await
        .unwrap();
    assert!(second.generation > first.generation);
    assert_eq!(current(&db).await.unwrap(), regions(10..30, 2));
    // Others read the same: no old row, and no column of an old row, is left.
    let plain = db.dated::<Region>().scan(.., Region::scan().all());
    assert_eq!(plain.rows().collect().await.unwrap(), regions(10..30, 2));
    let range = db
        .dated::<Region>()
        .scan(day(1).., Region::scan().all())
        .current();
    assert_eq!(range.rows().collect().await.unwrap(), regions(10..30, 2));
    assert_eq!(db.dated::<Region>().list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_a_call_did_not_finish_is_removed_by_the_next() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), regions(0..50, 1)).await.unwrap();
    let mut wrong = regions(60..2000, 2);
    wrong.push(Region {
        day: day(27),
        ..wrong[0].clone()
    });
    let error = tables.recompute(&day(26), &wrong).await.unwrap_err();
    assert_contains(
        &error,
        "found a row of the table DLQX:REGION_20151227, expected one of this date",
    );
    assert_eq!(current(&db).await.unwrap(), regions(0..50, 1));
    tables.recompute(&day(26), regions(5..7, 3)).await.unwrap();
    let plain = db.dated::<Region>().scan(day(26), Region::scan().all());
    assert_eq!(plain.rows().collect().await.unwrap(), regions(5..7, 3));
}

#[tokio::test]
async fn a_family_of_one_version_has_no_current_rows() {
    let db = connect("memory:").await.unwrap();
    let sales = db.dated::<Monthly>();
    sales.create(day(26)).await.unwrap();
    let scan = sales.scan(.., Monthly::scan().product("A")).current();
    let scan = scan.time_range(day(1)..day(2)).rows().collect().await;
    assert!(
        scan.unwrap_err()
            .to_string()
            .contains("`current` together with `time_range`")
    );
}

/// Fills a day without a generation, then stops its first recomputation by a row of another day.
#[tokio::test]
async fn the_first_recomputation_shows_no_new_row_before_its_end() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    db.put_many(regions(0..50, 0)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    let mut wrong = regions(0..3000, 1);
    wrong.push(Region {
        day: day(27),
        ..wrong[0].clone()
    });
    tables.recompute(&day(26), &wrong).await.unwrap_err();
    assert_eq!(current(&db).await.unwrap(), regions(0..50, 0));
}

#[tokio::test]
async fn a_table_that_is_created_again_has_no_generation() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), regions(0..5, 1)).await.unwrap();
    tables.drop_tables(day(26)).await.unwrap();
    tables.create(day(26)).await.unwrap();
    db.put_many(regions(0..9, 7)).await.unwrap();
    assert_eq!(current(&db).await.unwrap(), regions(0..9, 7));
}

/// Like `HBase`'s shell drops it.
pub(super) async fn drop_elsewhere(db: &Connection) {
    let (backend, deadline) = (db.backend(), Deadline::after(Duration::from_secs(5)));
    let names = backend.list_tables(deadline).await.unwrap();
    for name in names.iter().filter(|name| name.to_string().contains("26")) {
        backend.drop_table(name, deadline).await.unwrap();
    }
}

#[tokio::test]
async fn a_table_that_was_dropped_elsewhere_has_no_generation_either() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), regions(0..5, 1)).await.unwrap();
    drop_elsewhere(&db).await;
    assert_eq!(tables.create(day(26)).await.unwrap().len(), 1);
    db.put_many(regions(0..9, 7)).await.unwrap();
    assert_eq!(current(&db).await.unwrap(), regions(0..9, 7));
}

/// A table that is recomputed before the last of a limited number of rows is an error, not half of it.
#[tokio::test]
async fn a_limit_is_checked_before_its_last_row() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), regions(0..50, 1)).await.unwrap();
    let scan = || tables.scan(day(26), Region::scan().all()).current();
    let mut rows = scan().limit(3).rows();
    assert!(rows.next().await.unwrap().is_ok());
    tables.recompute(&day(26), regions(0..50, 2)).await.unwrap();
    assert!(rows.next().await.unwrap().is_ok());
    let error = rows.next().await.unwrap().unwrap_err();
    assert_contains(&error, "recomputed while");
    assert_eq!(
        scan().limit(3).rows().collect().await.unwrap(),
        regions(0..3, 2)
    );
    assert_eq!(
        scan().first().await.unwrap(),
        Some(regions(0..1, 2).remove(0))
    );
    let error = scan().page(3).await.unwrap_err();
    assert_contains(&error, "`current` together with `page`");
}

#[tokio::test]
async fn counters_have_no_generation() {
    let (db, _) = three_days().await;
    let trades = db.dated::<Trade>();
    let error = trades
        .recompute(&day(26), [trade(26, 1)])
        .await
        .unwrap_err();
    assert_contains(&error, "found counters in the struct");
}

/// Like the Thrift gateway, which would read the rows of all generations.
#[tokio::test]
async fn a_backend_without_time_ranges_reads_no_generation() {
    let backend = Arc::new(Observed::over_memory().await);
    let order = Arc::clone(&backend.order);
    let db = Connection::with_backend(backend);
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    order.lacks.lock().unwrap().push(Capability::TimeRange);
    let error = current(&db).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_contains(&error, "`current` reads the cells of one timestamp");
}

#[tokio::test]
async fn a_lost_response_to_the_last_step_is_no_error_if_it_took_effect() {
    let faults = Faults::new();
    let db = faults.over(&connect("memory:").await.unwrap());
    let tables = db.dated::<Pair>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), pairs(1)).await.unwrap();
    faults.on(CallKind::CheckAndMutate).nth(2).lose_response();
    let done = tables.recompute(&day(26), pairs(2)).await.unwrap();
    assert!(done.not_removed.is_none());
    let plain = tables.scan(day(26), Pair::scan().all()).rows();
    assert_eq!(plain.collect().await.unwrap(), pairs(2));
    faults.on(CallKind::CheckAndMutate).nth(2).lose_connection();
    tables.recompute(&day(26), pairs(3)).await.unwrap_err();
    let current = tables.scan(day(26), Pair::scan().all()).current().rows();
    assert_eq!(current.collect().await.unwrap(), pairs(2));
}

#[tokio::test]
async fn generations_of_another_length_are_an_error_that_names_the_row() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Pair>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), pairs(1)).await.unwrap();
    let mut put = Mutation::new("DLQX:PAIR_20151226");
    put.put(b"G", b"STATE", b"abc").unwrap();
    let pointers = TableName::parse("HSCHEMA:GENERATION").unwrap();
    let (backend, deadline) = (db.backend(), Deadline::after(Duration::from_secs(5)));
    backend.mutate(&pointers, put, deadline).await.unwrap();
    let current = tables.scan(day(26), Pair::scan().all()).current().rows();
    for error in [
        current.collect().await.unwrap_err(),
        tables.recompute(&day(26), pairs(2)).await.unwrap_err(),
    ] {
        let text = error.to_string();
        let expected = "found 3 bytes in the column G:STATE, expected 0, or 16 or more in steps of 8, as this library writes: delete the row, and recompute the table";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("DLQX:PAIR_20151226"), "{text}");
    }
}
