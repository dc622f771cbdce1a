//! Random columns, ranges and pages against a map.

use std::collections::BTreeMap;
use std::ops::Bound;

use hbase_schema::dynamic::{Dynamic, OrderedQualifier};
use hbase_schema::{Connection, HTable, Qualifier};
use proptest::prelude::*;

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    #[qualifier(ordered)]
    name: String,
    size: i16,
}

#[derive(HTable, Debug)]
#[table("DLQX:RANDOM_COLUMNS", naming = hbase)]
#[family("A")]
#[family("B")]
struct Table {
    #[rowkey]
    id: u8,
    #[family("A")]
    #[column(dynamic, prefix = "\u{ff}")]
    pairs: Dynamic<(i8, u8), u32>,
    #[family("A")]
    #[column(dynamic, prefix = "t")]
    texts: Dynamic<String, u32>,
    #[family("B")]
    #[column(dynamic)]
    named: Dynamic<Named, u32>,
}

const KEY: TableKey = TableKey { id: 7 };

fn bound<T: Clone>(kind: u8, value: &T) -> Bound<T> {
    match kind % 3 {
        0 => Bound::Included(value.clone()),
        1 => Bound::Excluded(value.clone()),
        _ => Bound::Unbounded,
    }
}

/// Whether a range can be asked of a map, which panics on others.
fn is_sane<T: Ord>(low: &Bound<T>, high: &Bound<T>) -> bool {
    match (low, high) {
        (Bound::Excluded(a), Bound::Excluded(b)) => a < b,
        (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b) | Bound::Excluded(b)) => {
            a <= b
        }
        _ => true,
    }
}

macro_rules! check {
    ($db:expr, $token:expr, $columns:expr, $low:expr, $high:expr, $size:expr) => {{
        let columns: BTreeMap<_, u32> = $columns.into_iter().collect();
        let request = || $db.dynamic(&KEY, $token);
        request().put_many(columns.clone()).await.unwrap();
        let all: Vec<_> = request().stream().collect().await.unwrap();
        assert!(
            all.iter().cloned().eq(columns.clone()),
            "the order of {all:?}"
        );
        let (low, high) = ($low, $high);
        let right: Vec<_> = if is_sane(&low, &high) {
            let range = columns.range((low.clone(), high.clone()));
            range.map(|(k, v)| (k.clone(), *v)).collect()
        } else {
            Vec::new()
        };
        let ranged = || request().range((low.clone(), high.clone()));
        let found: Vec<_> = ranged().stream().collect().await.unwrap();
        assert_eq!(found, right);
        let mut page = ranged().page($size).await.unwrap();
        let mut paged = page.items;
        while let Some(cursor) = page.next {
            page = ranged().page_after(cursor, $size).await.unwrap();
            paged.extend(page.items);
        }
        assert_eq!(paged, right);
        let deleted = ranged().delete_range().await.unwrap();
        assert_eq!(usize::try_from(deleted).unwrap(), right.len());
        assert_eq!(
            request().count().await.unwrap() + deleted,
            columns.len() as u64
        );
    }};
}

fn ordered<Q: OrderedQualifier>() {}

fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(work);
}

async fn connected() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Table>().await.unwrap();
    db
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn pairs(
        columns in prop::collection::btree_map(any::<(i8, u8)>(), any::<u32>(), 0..150),
        ends in any::<((u8, (i8, u8)), (u8, (i8, u8)))>(),
        size in 1..80_usize,
    ) {
        ordered::<(i8, u8)>();
        let ((low, from), (high, to)) = ends;
        run(async {
            let db = connected().await;
            check!(db, Table::PAIRS, columns, bound(low, &from), bound(high, &to), size);
        });
    }

    #[test]
    fn texts(
        columns in prop::collection::btree_map("[a-c\u{0}\u{ff}]{0,3}", any::<u32>(), 0..80),
        (from, to) in ("[a-c]{0,2}", "[a-c]{0,2}"),
        (low, high) in any::<(u8, u8)>(),
        size in 1..80_usize,
    ) {
        run(async {
            let db = connected().await;
            check!(db, Table::TEXTS, columns, bound(low, &from), bound(high, &to), size);
        });
    }

    #[test]
    fn parts_of_any_length(
        columns in prop::collection::btree_map(("[a-c]{0,3}", any::<i16>()), any::<u32>(), 0..80),
        (from, to) in (("[a-c]{0,2}", any::<i16>()), ("[a-c]{0,2}", any::<i16>())),
        (low, high) in any::<(u8, u8)>(),
        size in 1..80_usize,
    ) {
        let named = |(name, size)| Named { name, size };
        let columns = columns.into_iter().map(|(at, value)| (named(at), value));
        let (from, to) = (named(from), named(to));
        run(async {
            let db = connected().await;
            check!(db, Table::NAMED, columns, bound(low, &from), bound(high, &to), size);
        });
    }
}
