//! Whether the server or the client tests a condition.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hbase_schema::db::{ScanRequest, Whole};
use hbase_schema::model::{Capability, Filter};
use hbase_schema::query::KeyQuery;
use hbase_schema::table::{FixedName, Table};
use hbase_schema::{Connection, RowFilter, any, is_in};

use super::tables::{Binary, Texts};
use crate::support::observed::{Observed, Order};

async fn store() -> (Connection, Arc<Order>) {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    db.create_table::<Binary>().await.unwrap();
    db.create_table::<Texts>().await.unwrap();
    let rows = (0..100_u32).flat_map(|at| {
        let slots = (0..10).map(move |slot| Binary::new((1, at, slot, None, "a")));
        slots.collect::<Vec<_>>()
    });
    db.put_many(rows).await.unwrap();
    let rows = (0..10).flat_map(|day| (0..10).map(move |slot| Texts::new((day, "Rome", slot))));
    db.put_many(rows).await.unwrap();
    (db, order)
}

/// The rows that a scan counts, and those that the server returns for that.
async fn counts<R: Table + FixedName + 'static, O>(
    order: &Order,
    scan: ScanRequest<R, Whole<R>, O>,
) -> (u64, u64) {
    let before = order.scanned.load(Ordering::SeqCst);
    let count = scan.count().await.unwrap();
    (count, order.scanned.load(Ordering::SeqCst) - before)
}

fn has_patterns(order: &Order) -> bool {
    let scans = order.scans.lock().unwrap();
    let last = scans.last().and_then(|scan| scan.read.filter.clone());
    last.is_some_and(|filter| filter.any(&|part| matches!(part, Filter::FuzzyRow(_))))
}

#[tokio::test]
async fn the_server_tests_a_part_at_a_fixed_place() {
    let (db, order) = store().await;
    let of_kind = || Binary::scan().kind(1).at(20..30);
    for (condition, rows) in [
        (Binary::SLOT.eq(3), 10),
        (Binary::SLOT.is_in([3, 200, 5]), 20),
        (Binary::SLOT.between(7..20), 30),
        (Binary::SLOT.lt(2), 20),
    ] {
        let found = counts(&order, db.scan(of_kind().matching(condition.clone()))).await;
        assert_eq!(found, (rows, rows), "{condition:?}");
        assert!(has_patterns(&order));
    }
    // With a filter of columns, a limit and selected columns.
    let scan = db.scan(of_kind().matching(Binary::SLOT.eq(3)));
    let scan = scan.filter(Binary::VALUE.ge(0)).limit(4);
    let found = scan.columns(Binary::VALUE).rows().collect().await.unwrap();
    assert_eq!(found.len(), 4);
    assert!(has_patterns(&order));
}

#[tokio::test]
async fn a_text_before_the_part_has_a_place_if_its_value_is_given() {
    let (db, order) = store().await;
    let by_slot = db.scan(Texts::scan().day(2..5).matching(Texts::SLOT.eq(3)));
    assert_eq!(counts(&order, by_slot).await, (3, 30));
    assert!(!has_patterns(&order));
    let both = Texts::CITY.eq("Rome") & Texts::SLOT.eq(3);
    let both = db.scan(Texts::scan().day(2..5).matching(both));
    assert_eq!(counts(&order, both).await, (3, 3));
    // The server passes those of the right city, because the slot after any of them is at another place.
    let started = Texts::CITY.starts_with("Ro") & Texts::SLOT.eq(3);
    let started = db.scan(Texts::scan().day(2..5).matching(started));
    assert_eq!(counts(&order, started).await, (3, 30));
    assert!(has_patterns(&order));
}

#[tokio::test]
async fn the_client_tests_what_no_filter_can() {
    let (db, order) = store().await;
    let of_kind = || {
        Binary::scan()
            .kind(1)
            .at(20..30)
            .matching(Binary::SLOT.eq(3))
    };
    assert_eq!(
        counts(&order, db.scan(of_kind()).reversed()).await,
        (10, 100)
    );
    let hints = RowFilter::raw(Filter::QualifierPrefix(b"V".to_vec()));
    assert_eq!(
        counts(&order, db.scan(of_kind()).filter(hints)).await,
        (10, 100)
    );
    let differ = Binary::scan()
        .kind(1)
        .at(20..30)
        .matching(Binary::SLOT.ne(3));
    assert_eq!(counts(&order, db.scan(differ)).await, (90, 100));
    let several = Binary::scan()
        .kind(1)
        .at(is_in([20, 25]))
        .matching(Binary::SLOT.eq(3));
    assert_eq!(counts(&order, db.scan(several)).await, (2, 20));
    let open = Binary::scan()
        .kind(any())
        .at(20..30)
        .matching(Binary::SLOT.eq(3));
    assert_eq!(counts(&order, db.scan(open)).await, (10, 100));
    order.lacks.lock().unwrap().push(Capability::AllFilters);
    assert_eq!(counts(&order, db.scan(of_kind())).await, (10, 100));
    assert!(!has_patterns(&order));
}

#[tokio::test]
async fn many_values_are_tested_at_the_client() {
    let (db, order) = store().await;
    let many: Vec<u8> = (3..90).collect();
    for condition in [Binary::SLOT.is_in(many), Binary::SLOT.ge(3)] {
        let scan = Binary::scan().kind(1).at(20..30).matching(condition);
        assert_eq!(counts(&order, db.scan(scan)).await, (70, 100));
        assert!(!has_patterns(&order));
    }
}

/// `KeyQuery` alone suffices in generic code.
#[tokio::test]
async fn generic_code_adds_a_condition() {
    fn at_slot<Q: KeyQuery<Row = Binary>>(query: Q) -> impl KeyQuery<Row = Binary> {
        query.matching(Binary::SLOT.eq(3))
    }
    let (db, _) = store().await;
    let scan = db.scan(at_slot(Binary::scan().kind(1).at(20..30)));
    assert_eq!(scan.count().await.unwrap(), 10);
}
