//! Each row once, and those of a region in order, whatever the table's regions are.

use std::collections::BTreeSet;

use hbase_model::splits::region_of;
use hbase_schema::Connection;
use proptest::prelude::*;

use super::{Spread, create, ids, spread};

/// Any scan of any rows in any regions.
#[derive(Clone, Debug)]
struct Case {
    points: BTreeSet<Vec<u8>>,
    ids: BTreeSet<u32>,
    range: Option<(u32, u32)>,
    caching: u32,
    concurrent: usize,
    limit: u64,
}

fn case() -> impl Strategy<Value = Case> {
    let id = || 0_u32..300;
    // Split points that are keys, prefixes of keys, and between keys.
    let point = (id(), 3_usize..6).prop_map(|(id, len)| {
        let mut key = id.to_be_bytes().to_vec();
        key.resize(len, 0);
        key
    });
    let points = proptest::collection::btree_set(point, 0..9);
    let ids = proptest::collection::btree_set(id(), 0..60);
    let range = proptest::option::of((id(), id()));
    let rest = (1_u32..8, 1_usize..6, 0_u64..70);
    (points, ids, range, rest).prop_map(|(points, ids, range, rest)| Case {
        points,
        ids,
        range,
        caching: rest.0,
        concurrent: rest.1,
        limit: rest.2,
    })
}

async fn rows_of(db: &Connection, case: &Case, limit: Option<u64>) -> Vec<Spread> {
    let scan = match case.range {
        Some((from, to)) => db.scan(Spread::scan().id(from..to)).unordered(),
        None => db.scan(Spread::scan().all()).unordered(),
    };
    let scan = scan
        .caching(case.caching)
        .max_concurrent_scans(case.concurrent);
    let scan = match limit {
        Some(limit) => scan.limit(limit),
        None => scan,
    };
    scan.rows().collect().await.unwrap()
}

async fn check(case: Case) -> Result<(), TestCaseError> {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let points: Vec<Vec<u8>> = case.points.iter().cloned().collect();
    create(&db, &points).await;
    db.put_many(case.ids.iter().map(|id| spread(*id)))
        .await
        .unwrap();
    let ordered = match case.range {
        Some((from, to)) => db.scan(Spread::scan().id(from..to)).rows().collect().await,
        None => db.scan(Spread::scan().all()).rows().collect().await,
    };
    let ordered = ids(&ordered.unwrap());

    let found = ids(&rows_of(&db, &case, None).await);
    for region in 0..=points.len() {
        let of_region = |id: &&u32| region_of(&points, &id.to_be_bytes()) == region;
        let of_region: Vec<_> = found.iter().filter(of_region).collect();
        prop_assert!(of_region.is_sorted(), "region {region}: {of_region:?}");
    }
    let mut sorted = found;
    sorted.sort_unstable();
    prop_assert_eq!(&sorted, &ordered);

    let limited = ids(&rows_of(&db, &case, Some(case.limit)).await);
    let distinct: BTreeSet<u32> = limited.iter().copied().collect();
    prop_assert_eq!(distinct.len(), limited.len());
    prop_assert_eq!(limited.len() as u64, case.limit.min(ordered.len() as u64));
    prop_assert!(distinct.iter().all(|id| ordered.contains(id)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_rows_are_those_of_the_ordered_scan(case in case()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(case))?;
    }
}
