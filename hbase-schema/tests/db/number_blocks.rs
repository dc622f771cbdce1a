//! Unique numbers: blocks, their bounds, lost responses, inserts by number.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use hbase_schema::db::NumberBlocks;
use hbase_schema::model::Durability;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, ErrorKind, HTable, Sequence, Timestamp, connect};

use crate::support::{Observed, assert_contains};

#[derive(HTable, Debug)]
#[table("DLQX:LOAD_COUNTER")]
#[family("D1")]
struct LoadCounter {
    #[rowkey]
    name: String,
    #[column(counter)]
    next: i64,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:GENERAL_DATA", allow(hotspot))]
#[family("D1")]
struct General {
    #[rowkey]
    number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    loader: String,
    data: u32,
}

async fn tables() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<LoadCounter>().await.unwrap();
    db.create_table::<General>().await.unwrap();
    db
}

fn key() -> LoadCounterKey {
    LoadCounterKey {
        name: "general".into(),
    }
}

fn blocks(db: &Connection) -> NumberBlocks<LoadCounter> {
    db.number_blocks(&key(), LoadCounter::NEXT)
}

fn row(number: i64) -> General {
    General {
        number: Sequence(u32::try_from(number).unwrap()),
        loader: "LOADER01".into(),
        data: 7,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn loaders_never_get_a_number_twice() {
    let db = tables().await;
    let mut loaders = tokio::task::JoinSet::new();
    for loader in 0..8_u32 {
        // Pairs of tasks share a block.
        let blocks = blocks(&db).block_size(1 + loader * 3);
        for numbers in [blocks.clone(), blocks] {
            loaders.spawn(async move {
                let mut all = Vec::new();
                for _ in 0..200 {
                    all.push(numbers.next().await.unwrap());
                }
                assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
                all
            });
        }
    }
    let all: Vec<i64> = loaders.join_all().await.concat();
    let distinct: BTreeSet<_> = all.iter().copied().collect();
    assert_eq!((all.len(), distinct.len()), (3200, 3200));
}

#[tokio::test]
async fn several_numbers_are_those_left_of_a_block() {
    let db = tables().await;
    let numbers = blocks(&db).block_size(10);
    assert_eq!(numbers.next_up_to(4).await.unwrap(), 0..=3);
    assert_eq!(numbers.next_up_to(40).await.unwrap(), 4..=9);
    assert_eq!(numbers.next_up_to(0).await.unwrap(), 10..=10);
}

#[tokio::test]
async fn numbers_end_at_the_last_one() {
    let db = tables().await;
    let numbers = blocks(&db).block_size(10).last(12);
    for expected in 0..=12 {
        assert_eq!(numbers.next().await.unwrap(), expected);
    }
    for _ in 0..2 {
        let error = numbers.next().await.unwrap_err();
        assert!(matches!(error, Error::Request { .. }), "{error}");
        assert_contains(&error, "expected one up to 12");
    }
}

/// Clones share a block, and each ends at its own last number.
#[tokio::test]
async fn a_clone_with_another_last_number_keeps_to_it() {
    let db = tables().await;
    let all = blocks(&db).block_size(10);
    assert_eq!(all.next().await.unwrap(), 0);
    let few = all.clone().last(2);
    assert_eq!(few.next_up_to(9).await.unwrap(), 1..=2);
    for _ in 0..2 {
        let error = few.next().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "number_blocks, table DLQX:LOAD_COUNTER: found no number left, expected one up to 2: the next one is 3: use a wider key part, or another counter"
        );
    }
    assert_eq!(all.next_up_to(9).await.unwrap(), 3..=9);
    // Without a number up to the last one, no further block is taken.
    let none = blocks(&db).block_size(10).last(2);
    for _ in 0..3 {
        none.next().await.unwrap_err();
    }
    assert_eq!(all.next().await.unwrap(), 20);
}

#[tokio::test]
async fn a_counter_of_another_user_is_rejected() {
    let db = tables().await;
    db.set_counter(&key(), LoadCounter::NEXT, -20)
        .await
        .unwrap();
    let error = blocks(&db).block_size(5).next().await.unwrap_err();
    assert_contains(&error, "found the counter at -15");
}

/// The response of an increment that took effect is lost: its block is lost, and not returned later.
#[tokio::test]
async fn a_block_whose_response_is_lost_is_never_given() {
    let faults = Faults::new();
    let db = faults.over(&tables().await);
    let numbers = blocks(&db).block_size(10);
    assert_eq!(numbers.next_up_to(10).await.unwrap(), 0..=9);
    faults.on(CallKind::Increment).first(1).lose_response();
    let error = numbers.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
    assert_eq!(numbers.next().await.unwrap(), 20);
}

#[tokio::test]
async fn an_insert_by_number_passes_over_rows_that_exist() {
    let db = tables().await;
    let there: Vec<_> = [0, 1, 3].map(row).into();
    db.put_many(&there).await.unwrap();
    let numbers = Arc::new(blocks(&db).block_size(4));
    assert_eq!(numbers.insert(3, row).await.unwrap(), row(2));
    assert_eq!(numbers.insert(2, row).await.unwrap(), row(4));
    db.put_many([5, 6].map(row)).await.unwrap();
    let error = numbers.insert(2, row).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    assert_eq!(numbers.insert(1, row).await.unwrap(), row(7));
}

/// Numbers whose counter could be reset.
#[derive(HTable, Debug)]
#[table("DLQX:LOAD_NUMBERS", durability = skip_wal)]
#[family("D1")]
#[family("SHORT", ttl = "1d")]
#[family("LAST", ttl = "1d", min_versions = 1)]
struct Numbers {
    #[rowkey]
    name: String,
    #[family("D1")]
    plain: i64,
    #[family("SHORT")]
    #[column(counter)]
    short: i64,
    #[family("LAST")]
    #[column(counter)]
    last: i64,
}

#[tokio::test]
async fn columns_that_may_be_set_back_are_rejected() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Numbers>().await.unwrap();
    let key = NumbersKey { name: "a".into() };
    let cases = [
        (Numbers::PLAIN, "declare it `#[column(counter)]`"),
        (Numbers::SHORT, "a `ttl` of 86400 seconds"),
    ];
    for (column, expected) in cases {
        let error = db.number_blocks(&key, column).next().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_contains(&error, expected);
    }
    let last = db.number_blocks(&key, Numbers::LAST);
    assert_eq!(last.next().await.unwrap(), 0);
}

#[derive(HTable, Debug)]
#[table("DLQX:DAILY_COUNTS")]
#[family("D1", versions = 9)]
struct Daily {
    #[rowkey]
    name: String,
    #[timestamp(day)]
    day: Timestamp,
    count: i64,
}

#[tokio::test]
async fn a_column_of_a_period_is_rejected() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Daily>().await.unwrap();
    let key = DailyKey { name: "a".into() };
    let numbers = db.number_blocks(&key, Daily::COUNT);
    assert!(numbers.next().await.is_err());
    assert_eq!(db.get_raw(&key).await.unwrap(), None);
}

/// The options of a connection are those of the rows, and not of the counter.
#[tokio::test]
async fn the_counter_neither_expires_nor_is_lost() {
    let observed = Arc::new(Observed::over_memory().await);
    let db = Connection::with_backend(Arc::clone(&observed) as _);
    db.create_table::<LoadCounter>().await.unwrap();
    db.create_table::<Numbers>().await.unwrap();
    let expiring = db.ttl(Duration::from_secs(9));
    let key = key();
    let numbers_key = NumbersKey { name: "a".into() };
    let used = [
        Durability::UseDefault,
        Durability::SkipWal,
        Durability::AsyncWal,
        Durability::FsyncWal,
    ];
    for durability in used {
        let db = expiring.durability(durability);
        db.number_blocks(&key, LoadCounter::NEXT)
            .next()
            .await
            .unwrap();
    }
    let skipping = db.number_blocks(&numbers_key, Numbers::LAST);
    skipping.next().await.unwrap();
    let increments = observed.order.increments.lock().unwrap();
    assert!(
        increments
            .iter()
            .all(|increment| increment.ttl_ms.is_none())
    );
    let logged: Vec<_> = increments
        .iter()
        .map(|increment| increment.durability)
        .collect();
    let sync = Durability::SyncWal;
    assert_eq!(
        logged,
        [
            Durability::UseDefault,
            sync,
            sync,
            Durability::FsyncWal,
            sync
        ]
    );
}

#[tokio::test]
async fn a_clone_does_not_wait_for_a_block_without_end() {
    let faults = Faults::new();
    let db = faults.over(&tables().await);
    let db = db.timeout(Duration::from_secs(1));
    let db = db.operation_timeout(Duration::from_millis(200));
    let numbers = blocks(&db).block_size(2);
    assert_eq!(numbers.next_up_to(2).await.unwrap(), 0..=1);
    faults.on(CallKind::Increment).hang();
    let clone = numbers.clone();
    let hanging = tokio::spawn(async move { clone.next().await });
    while faults.calls(CallKind::Increment) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let error = numbers.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    let expected = "waiting for a block of numbers";
    assert_contains(&error, expected);
    hanging.await.unwrap().unwrap_err();
    let later = numbers.next_up_to(2).await.unwrap();
    assert!(*later.start() > 1, "{later:?}");
    assert!(numbers.next().await.unwrap() > *later.end());
}

#[tokio::test]
async fn a_counter_at_its_end_gives_no_number_twice() {
    let db = tables().await;
    let start = |at: i64| db.set_counter(&key(), LoadCounter::NEXT, at);
    start(i64::MAX - 5).await.unwrap();
    let numbers = blocks(&db).block_size(5);
    assert_eq!(numbers.next().await.unwrap(), i64::MAX - 5);
    start(i64::MAX - 4).await.unwrap();
    let error = blocks(&db).block_size(5).next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "after an increment by 5");
    // A block that ends at 0 has begun before it.
    start(-5).await.unwrap();
    let error = blocks(&db).block_size(5).next().await.unwrap_err();
    assert_contains(&error, "found the counter at 0");
    // A size of 0 is one of 1.
    start(7).await.unwrap();
    let one = blocks(&db).block_size(0);
    assert_eq!(one.next().await.unwrap(), 7);
    assert_eq!(one.next().await.unwrap(), 8);
}
