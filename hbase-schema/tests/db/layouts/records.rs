//! The records of layouts: their numbers, records that cannot be read, and backends that take none.

use std::sync::Arc;
use std::time::Duration;

use hbase_model::lock::LayoutRecord;
use hbase_model::{TableChange, TableDescriptor};
use hbase_schema::db::{Destructive, LayoutCheck};
use hbase_schema::model::{Capability, Deadline};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, Limits, connect};

use super::{created, layout_error, narrower, v1, wider};
use crate::support::{Observed, assert_contains};

const NAME: &str = "HBASE_SCHEMA_LAYOUT:Order";

async fn record(db: &Connection) -> String {
    let live = db.describe::<v1::Order>().await.unwrap();
    live.attribute(NAME).unwrap()
}

async fn layout(db: &Connection) -> u32 {
    let table = &v1::Order::SCHEMA.table.name;
    let record = LayoutRecord::parse(&record(db).await, table);
    record.unwrap().layout()
}

/// Overwrites the record with another text.
async fn set_record(db: &Connection, text: &'static str) {
    let table = &v1::Order::SCHEMA.table.name;
    let mut only = TableDescriptor::new(table.clone());
    only.metadata = vec![(NAME.into(), text.into())].into();
    let changes = [TableChange::SetMetadata(Box::new(only))];
    let soon = Deadline::after(Duration::from_secs(5));
    let altered = db.backend().alter_table(table, &changes, soon).await;
    altered.unwrap();
}

fn narrow() -> narrower::Order {
    narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    }
}

fn wide() -> wider::Order {
    wider::Order {
        id: 1,
        cents: 5,
        note: None,
        by: None,
    }
}

fn first() -> v1::Order {
    v1::Order {
        id: 1,
        cents: 5,
        note: None,
    }
}

fn with_check(db: &Connection, check: LayoutCheck) -> Connection {
    Connection::with_limits(db.backend(), Limits::default().layout_check(check))
}

#[tokio::test]
async fn the_number_of_a_layout_is_recorded_if_it_is_given() {
    let db = created().await;
    let table = &v1::Order::SCHEMA.table.name;
    let (own, other) = (v1::Order::SCHEMA.facts(), narrower::Order::SCHEMA.facts());
    for (facts, given, changes, recorded) in [
        (&own, None, false, 1),
        (&own, Some(1), false, 1),
        (&own, Some(5), true, 5),
        (&own, Some(5), false, 5),
        (&own, None, false, 5),
        (&other, None, true, 6),
        (&other, Some(9), true, 9),
        (&own, Some(9), true, 9),
    ] {
        let adopted = db.adopt_facts(table, "Order", facts, given).await;
        assert_eq!(adopted.unwrap(), changes, "{given:?}");
        assert_eq!(layout(&db).await, recorded, "{given:?}");
    }
}

#[tokio::test]
async fn a_record_that_cannot_be_read_stays_until_a_layout_is_adopted() {
    let db = created().await;
    set_record(&db, "no record").await;
    let db = with_check(&db, LayoutCheck::Known);
    let diff = db.diff::<wider::Order>().await.unwrap();
    let plan = db.plan(&[diff]).await.unwrap();
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    assert_eq!(record(&db).await, "no record");
    db.put(&narrow()).await.unwrap();
    let required = with_check(&db, LayoutCheck::Required);
    let error = required.put(&narrow()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout);
    assert_contains(&error, "its record is not one that this version can read");
    assert!(db.adopt_layout::<wider::Order>().await.unwrap());
    assert_eq!(layout(&db).await, 1);
    required.put(&wide()).await.unwrap_err();
    let required = with_check(&db, LayoutCheck::Required);
    required.put(&wide()).await.unwrap();
    layout_error(required.put(&narrow()).await.unwrap_err());
}

#[tokio::test]
async fn a_table_that_has_no_record_gets_one_by_a_plan() {
    let db = connect("memory:").await.unwrap();
    let soon = Deadline::after(Duration::from_secs(5));
    db.backend().create_namespace("SHOP", soon).await.unwrap();
    let table = v1::Order::SCHEMA.table;
    db.backend().create_table(table, soon).await.unwrap();
    let diff = db.diff::<v1::Order>().await.unwrap();
    let plan = db.plan(&[diff]).await.unwrap();
    assert!(plan.is_empty());
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    assert_eq!(layout(&db).await, 1);
    layout_error(db.put(&narrow()).await.unwrap_err());
}

#[tokio::test]
async fn a_backend_without_attributes_or_changes_adopts_no_layout() {
    for lacking in [Capability::AlterTable, Capability::AllAttributes] {
        let observed = Arc::new(Observed::over_memory().await);
        let db = Connection::with_backend(Arc::clone(&observed) as _);
        db.create_table::<v1::Order>().await.unwrap();
        let before = record(&db).await;
        observed.order.lacks.lock().unwrap().push(lacking);
        let error = db.adopt_layout::<narrower::Order>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert_contains(&error, "to record the layout of a table");
        assert_eq!(record(&db).await, before);
        // A table can be created without a record.
        db.drop_table::<v1::Order>().await.unwrap();
        db.create_table::<v1::Order>().await.unwrap();
        let live = db.describe::<v1::Order>().await.unwrap();
        let is_recorded = live.attribute(NAME).is_some();
        assert_eq!(is_recorded, lacking == Capability::AlterTable);
    }
}

#[tokio::test]
async fn a_verification_needs_the_layout_only_if_it_is_required() {
    let observed = Arc::new(Observed::over_memory().await);
    let db = Connection::with_backend(Arc::clone(&observed) as _);
    db.create_table::<v1::Order>().await.unwrap();
    for (check, differs) in [
        (LayoutCheck::Off, false),
        (LayoutCheck::Known, true),
        (LayoutCheck::Required, true),
    ] {
        let db = with_check(&db, check);
        let verified = db.verify::<narrower::Order>().await;
        assert_eq!(verified.is_err(), differs, "{check:?}");
        let put = db.put(&narrow()).await;
        assert_eq!(put.is_err(), differs, "{check:?}");
        db.verify::<v1::Order>().await.unwrap();
    }
    let lacking = Capability::AllAttributes;
    observed.order.lacks.lock().unwrap().push(lacking);
    for check in [LayoutCheck::Off, LayoutCheck::Known] {
        let db = with_check(&db, check);
        db.verify::<narrower::Order>().await.unwrap();
        db.put(&narrow()).await.unwrap();
    }
    let required = with_check(&db, LayoutCheck::Required);
    let error = required.verify::<v1::Order>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout);
    assert_contains(&error, "it does not report the attributes of tables");
}

#[tokio::test]
async fn a_required_layout_is_read_once() {
    let faults = Faults::new();
    let backend = faults.over_backend(created().await.backend());
    let limits = Limits::default().layout_check(LayoutCheck::Required);
    let db = Connection::with_limits(backend, limits);
    for _ in 0..3 {
        db.put(&first()).await.unwrap();
        db.put(&wide()).await.unwrap();
        layout_error(db.put(&narrow()).await.unwrap_err());
    }
    assert_eq!(faults.calls(CallKind::Describe), 1);
}
