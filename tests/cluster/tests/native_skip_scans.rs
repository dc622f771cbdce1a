//! Skip scans and unique numbers on a real `HBase`, by its own RPC: each skip scan returns what a full
//! scan with a condition at the client returns.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use hbase_schema::query::KeyQuery;
use hbase_schema::table::Writable;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{
    Connection, FixedName, FromRowOwned, HTable, TimeOfDay, any, is_in, prefix, ranges,
};
use hbase_schema_cluster_tests::{Cluster, native, patient};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SKIP_TRADES", splits = hex_string(8))]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt, fixed = 8)]
    account: String,
    #[rowkey]
    note: String,
    cents: i64,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SKIP_GRID", allow(hotspot))]
#[family("D1")]
struct Grid {
    #[rowkey]
    kind: u8,
    #[rowkey]
    hash: u32,
    #[rowkey]
    hour: u16,
    #[rowkey]
    name: String,
    cents: i64,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SKIP_TILES", splits = per_bucket)]
#[rowkey(salt = buckets(4))]
#[family("D1")]
struct Tile {
    #[rowkey]
    week: u16,
    #[rowkey]
    z: u64,
    #[rowkey(salt)]
    id: u32,
    count: u32,
}

#[derive(HTable, Debug)]
#[table("SKIP_COUNTER")]
#[family("D1")]
struct Counter {
    #[rowkey]
    name: String,
    #[column(counter)]
    next: i64,
}

async fn database<T: FixedName + Writable>() -> Connection {
    let cluster = Cluster::from_env().expect("a running HBase");
    let db = Connection::with_limits(Arc::new(native(&cluster)), patient());
    let _ = db.drop_table::<T>().await;
    db.create_table::<T>().await.expect("a table");
    db
}

fn minute(minute: u16) -> TimeOfDay {
    TimeOfDay::from_minutes(minute).expect("a minute")
}

async fn check<R, Q>(db: &Connection, all: &[R], query: Q, holds: impl Fn(&R) -> bool)
where
    R: FixedName + FromRowOwned + Debug + Send + Sync + 'static,
    Q: KeyQuery<Row = R> + Clone,
{
    let shown = |rows: Vec<&R>| {
        let rows = rows.into_iter().map(|row| format!("{row:?}"));
        let mut rows: Vec<_> = rows.collect();
        rows.sort();
        rows
    };
    let expected = shown(all.iter().filter(|row| holds(row)).collect());
    assert!(!expected.is_empty());
    let found = db.scan(query.clone()).rows().collect().await.expect("rows");
    assert_eq!(shown(found.iter().collect()), expected);
    let found = db.scan(query.clone()).caching(2).unordered().rows();
    let found = found.collect().await.expect("rows, unordered");
    assert_eq!(shown(found.iter().collect()), expected);
    let keys = db.scan(query).count().await.expect("a count");
    assert_eq!(keys, expected.len() as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_salt_is_open() {
    let db = database::<Trade>().await;
    let trade = |n: u32| Trade {
        at: minute(u16::try_from(n * 7 % 1440).expect("a minute")),
        account: format!("AC{:06}", n % 700),
        note: format!("n{}", n % 13),
        cents: i64::from(n),
    };
    let all: Vec<_> = (0..20_000).map(trade).collect();
    db.put_many(&all).await.expect("trades");
    let (from, to) = (minute(700), minute(710));
    let scan = || Trade::scan().any_salt();
    check(&db, &all, scan().at(from), |row| row.at == from).await;
    check(&db, &all, scan().at(from..to), |row| {
        (from..to).contains(&row.at)
    })
    .await;
    check(&db, &all, scan().at(any()).account("AC000042"), |row| {
        row.account == "AC000042"
    })
    .await;
    check(
        &db,
        &all,
        scan().at(any()).account(prefix("AC00004")),
        |row| row.account.starts_with("AC00004"),
    )
    .await;
    let cheap = db.scan(scan().at(from..to)).filter(Trade::CENTS.lt(9000));
    let cheap = cheap.rows().collect().await.expect("cheap rows").len();
    let right = all
        .iter()
        .filter(|row| (from..to).contains(&row.at) && row.cents < 9000);
    assert_eq!(cheap, right.count());
    let few = db.scan(scan().at(from..to)).limit(5).rows();
    assert_eq!(few.collect().await.expect("few rows").len(), 5);
    db.drop_table::<Trade>().await.expect("no table");
}

/// As many as a query of `GeoMesa`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_ranges_of_each_shard_are_four_scans() {
    let db = database::<Tile>().await;
    let rows = (0..9000_u32).map(|id| Tile {
        week: 2190 + u16::try_from(id % 3).expect("a week"),
        z: u64::from(id) * 5,
        id,
        count: 1,
    });
    let all: Vec<Tile> = rows.collect();
    db.put_many(&all).await.expect("tiles");
    let near: Vec<_> = (0..2000_u64).map(|n| n * 20..n * 20 + 11).collect();
    let query = || {
        Tile::scan()
            .week(is_in([2190, 2192]))
            .z(ranges(near.clone()))
    };
    let holds = |row: &Tile| row.week != 2191 && row.z % 20 < 11 && row.z < 40_000;
    check(&db, &all, query(), holds).await;
    let expected: Vec<u32> = {
        let mut chosen: Vec<_> = all.iter().filter(|row| holds(row)).collect();
        chosen.sort_by_key(|row| (row.week, row.z));
        chosen.iter().map(|row| row.id).collect()
    };
    let faults = Faults::new();
    let counted = faults.over(&db);
    let rows = counted.scan(query()).rows().collect().await.expect("rows");
    let found: Vec<u32> = rows.iter().map(|row| row.id).collect();
    assert_eq!(found, expected);
    assert_eq!(faults.calls(CallKind::Scan), 4, "one scan of each shard");
    let few = Tile::scan()
        .week(is_in([2190, 2192]))
        .z(ranges(near[..20].to_vec()));
    let forward = db.scan(few.clone()).rows().collect().await.expect("rows");
    let mut reversed = db
        .scan(few)
        .reversed()
        .rows()
        .collect()
        .await
        .expect("reversed rows");
    reversed.reverse();
    assert!(
        forward == reversed && !forward.is_empty(),
        "{} rows",
        forward.len()
    );
    db.drop_table::<Tile>().await.expect("no table");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_are_open() {
    let db = database::<Grid>().await;
    let row = |n: u32| Grid {
        kind: u8::try_from(n % 5).expect("a byte"),
        hash: (n / 4).wrapping_mul(2_654_435_761),
        hour: u16::try_from(n * 7 % 600).expect("an hour"),
        name: "x".repeat(n as usize % 4),
        cents: i64::from(n),
    };
    let all: Vec<_> = (0..6000).map(row).collect();
    db.put_many(&all).await.expect("rows");
    let scan = Grid::scan;
    check(&db, &all, scan().kind(3).hash(any()).hour(21), |row| {
        row.kind == 3 && row.hour == 21
    })
    .await;
    check(
        &db,
        &all,
        scan().kind(any()).hash(any()).hour(20..50),
        |row| (20..50).contains(&row.hour),
    )
    .await;
    check(
        &db,
        &all,
        scan().kind(any()).hash(5000..900_000_000),
        |row| (5000..900_000_000).contains(&row.hash),
    )
    .await;
    check(
        &db,
        &all,
        scan().kind(any()).hash(any()).hour(21).name(prefix("x")),
        |row| row.hour == 21 && row.name.starts_with('x'),
    )
    .await;
    db.drop_table::<Grid>().await.expect("no table");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn loaders_never_get_a_number_twice() {
    let db = database::<Counter>().await;
    let key = CounterKey { name: "n".into() };
    let mut loaders = tokio::task::JoinSet::new();
    for loader in 0..8 {
        let numbers = db.number_blocks(&key, Counter::NEXT).block_size(1 + loader);
        loaders.spawn(async move {
            let mut all = Vec::new();
            for _ in 0..200 {
                all.push(numbers.next().await.expect("a number"));
            }
            all
        });
    }
    let all: Vec<i64> = loaders.join_all().await.concat();
    let distinct: BTreeSet<i64> = all.iter().copied().collect();
    assert_eq!((all.len(), distinct.len()), (1600, 1600));
    db.drop_table::<Counter>().await.expect("no table");
}
