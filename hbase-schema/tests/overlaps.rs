//! Recomputations of one day that overlap in random ways, with failures, compactions and
//! truncations: readers see the rows of one call, whole.
//!
//! `SCHEDULES=1500` sets the number of schedules (default: 300), `SCHEDULES_SEED` repeats the choice of an earlier
//! run.

use std::time::Duration;

use hbase_schema::db::DatedTables;
use hbase_schema::model::Error as BackendError;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, HTable, Limits, Timestamp, connect};

const ROWS: u32 = 9;
const CALLS: u32 = 4;
/// Concurrent schedules, each with its own day.
const AT_ONCE: usize = 100;
const TIMEOUT: Duration = Duration::from_millis(250);

/// As many versions as the docs require.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SHIFT_{yyyyMMdd}")]
#[family("D1", versions = 2)]
struct Shift {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    name: u32,
    call: u32,
}

fn rows(day: Timestamp, call: u32) -> Vec<Shift> {
    let row = |name| Shift { day, name, call };
    (0..ROWS).map(row).collect()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn tables(db: &Connection) -> DatedTables<Shift> {
    db.dated::<Shift>().grace(Duration::ZERO)
}

async fn nap(random: &mut fastrand::Rng, most: u64) {
    tokio::time::sleep(Duration::from_millis(random.u64(..=most))).await;
}

/// The outcome of a call.
#[derive(Debug)]
enum Outcome {
    Done(Timestamp),
    /// Its rows are not the current ones.
    Failed,
    /// The last step may have taken effect.
    Unknown,
}

/// A recomputation with random delays and failures.
async fn recompute(db: Connection, day: Timestamp, call: u32, seed: u64) -> Outcome {
    let mut random = fastrand::Rng::with_seed(seed);
    let faults = Faults::new();
    let kinds = [
        CallKind::Get,
        CallKind::MutateMany,
        CallKind::CheckAndMutate,
        CallKind::Scan,
    ];
    let kind = kinds[random.usize(..kinds.len())];
    let rule = faults.on(kind).nth(random.u64(1..8));
    match random.u8(..8) {
        0 => rule.fail(BackendError::invalid("a failure")),
        1 => rule.lose_response(),
        2 => rule.lose_connection(),
        3 => rule.hang(),
        _ => {}
    }
    for kind in kinds {
        for n in 1..12 {
            let delay = Duration::from_millis(random.u64(..12));
            faults.on(kind).nth(n).delay(delay);
        }
    }
    let (db, mut rows) = (faults.over(&db), rows(day, call));
    if random.u8(..4) == 0 {
        let other = day + Duration::from_secs(24 * 60 * 60);
        rows.push(Shift {
            day: other,
            ..rows[0].clone()
        });
    }
    nap(&mut random, 60).await;
    let tables = tables(&db);
    let call = tables.recompute(&day, rows);
    let patience = match random.u8(..8) {
        // The future is dropped, as by a program that ends.
        0 => Duration::from_millis(random.u64(..60)),
        _ => Duration::from_secs(60),
    };
    match tokio::time::timeout(patience, call).await {
        Ok(Ok(done)) => Outcome::Done(done.generation),
        Ok(Err(error)) if error.is_without_effect() => Outcome::Failed,
        Err(_) | Ok(Err(_)) => Outcome::Unknown,
    }
}

async fn compact(db: Connection, day: Timestamp, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..random.u8(..6) {
        nap(&mut random, 40).await;
        // A truncation may have the table.
        let _ = tables(&db).major_compact(day).await;
    }
}

/// Returns whether it was tried.
async fn truncate(db: Connection, day: Timestamp, seed: u64) -> bool {
    let mut random = fastrand::Rng::with_seed(seed);
    if random.u8(..4) > 0 {
        return false;
    }
    nap(&mut random, 80).await;
    let tables = tables(&db);
    if random.bool() {
        let _ = tables.truncate(day).await;
        return true;
    }
    let _ = tables.drop_tables(day).await;
    nap(&mut random, 20).await;
    while let Err(error) = tables.create(day).await {
        assert!(error.kind() != ErrorKind::NotFound, "{error}");
    }
    true
}

/// The call whose rows are the current ones, if any.
async fn current(db: &Connection, day: Timestamp) -> Option<u32> {
    let tables = tables(db);
    let scan = tables.scan(day, Shift::scan().all()).current();
    let found = scan.rows().collect().await.expect("rows");
    let call = found.first()?.call;
    assert_eq!(found, rows(day, call), "one call's rows, whole");
    Some(call)
}

async fn check(db: Connection, day: Timestamp, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    tables(&db).create(day).await.unwrap();
    let is_first = random.u8(..4) == 0;
    if !is_first {
        tables(&db).recompute(&day, rows(day, 0)).await.unwrap();
    }
    let count = random.u32(1..=CALLS);
    let (compacted, emptied) = (random.u64(..), random.u64(..));
    let calls = (1..=count).map(|call| recompute(db.clone(), day, call, random.u64(..)));
    let (outcomes, (), is_emptied) = tokio::join!(
        futures_util::future::join_all(calls),
        compact(db.clone(), day, compacted),
        truncate(db.clone(), day, emptied),
    );
    let found = current(&db, day).await;
    let last = (1..)
        .zip(&outcomes)
        .filter_map(|(call, outcome)| match outcome {
            Outcome::Done(generation) => Some((*generation, call)),
            _ => None,
        });
    let last = last.max().map(|(_, call)| call);
    let expected = last.or((!is_first).then_some(0));
    let is_unknown = |call: u32| {
        let index = (call as usize).checked_sub(1);
        index.is_some_and(|index| matches!(outcomes[index], Outcome::Unknown))
    };
    let is_right =
        found == expected || found.is_some_and(is_unknown) || (found.is_none() && is_emptied);
    assert!(
        is_right,
        "found {found:?}, expected {expected:?}: {outcomes:?}"
    );
    tables(&db).major_compact(day).await.unwrap();
    assert_eq!(
        current(&db, day).await,
        found,
        "after a compaction: {outcomes:?}"
    );
    tables(&db).recompute(&day, rows(day, 99)).await.unwrap();
    assert_eq!(current(&db, day).await, Some(99));
    let plain = tables(&db).scan(day, Shift::scan().all()).rows();
    assert_eq!(plain.collect().await.unwrap(), rows(day, 99));
}

#[tokio::test]
async fn overlapping_recomputations_show_the_rows_of_one_call_whole() {
    let seed = number("SCHEDULES_SEED", fastrand::u64(..));
    let schedules = number("SCHEDULES", 300);
    println!("SCHEDULES_SEED={seed}");
    let db = connect("memory:").await.unwrap();
    // The first recomputation creates the table of generations, which all others share.
    let before: Timestamp = "1999-12-31".parse().unwrap();
    let unhurried = tables(&db);
    unhurried.create(before).await.unwrap();
    let recomputed = unhurried.recompute(&before, rows(before, 0)).await;
    assert!(recomputed.is_ok(), "{recomputed:?}");
    let limits = Limits::default().timeout(TIMEOUT).batch_rows(2);
    let db = Connection::with_limits(db.backend(), limits);
    let first: Timestamp = "2000-01-01".parse().unwrap();
    let all: Vec<u64> = (0..schedules).collect();
    for some in all.chunks(AT_ONCE) {
        let some = some.iter().map(|&n| {
            let day = first + Duration::from_secs(24 * 60 * 60) * u32::try_from(n * 2).unwrap();
            let checked = tokio::spawn(check(db.clone(), day, seed.wrapping_add(n)));
            async move {
                let checked = checked.await;
                assert!(
                    checked.is_ok(),
                    "SCHEDULES_SEED={seed}, schedule {n}: {checked:?}"
                );
            }
        });
        futures_util::future::join_all(some).await;
    }
}
