//! Recomputations that overlap: with each other, with readers, and with other calls on the table.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::db::DatedTables;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Error, Limits, connect};

use super::day;
use super::recompute::{Pair, Region, current, drop_elsewhere, pairs, regions};
use crate::support::assert_contains;

#[tokio::test]
async fn of_two_concurrent_recomputations_one_succeeds() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    let (date, rows) = (day(26), |generation| regions(0..3000, generation));
    let both = tokio::join!(
        tables.recompute(&date, rows(1)),
        tables.recompute(&date, rows(2)),
    );
    // If one ends before the other begins, the other replaces it.
    let current = current(&db).await.unwrap();
    match both {
        (Ok(_), Ok(_)) => assert!(current == rows(1) || current == rows(2)),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => {
            assert_contains(&error, "another call began");
            assert!(current == rows(1) || current == rows(2));
        }
        both => panic!("{both:?}"),
    }
}

#[tokio::test]
async fn readers_see_the_old_rows_until_all_new_ones_are_there() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables
        .recompute(&day(26), regions(0..500, 1))
        .await
        .unwrap();
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let reader = {
        let (db, stop) = (db.clone(), stop.clone());
        tokio::spawn(async move {
            let (mut whole, mut interrupted) = (0, 0);
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                match current(&db).await {
                    Ok(rows) => {
                        let generation = rows.first().expect("rows").generation;
                        assert_eq!(rows, regions(0..500, generation), "one generation, whole");
                        whole += 1;
                    }
                    Err(error) => {
                        assert_contains(&error, "recomputed while");
                        interrupted += 1;
                    }
                }
                tokio::task::yield_now().await;
            }
            (whole, interrupted)
        })
    };
    for generation in 2..40 {
        tables
            .recompute(&day(26), regions(0..500, generation))
            .await
            .unwrap();
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let (whole, _) = reader.await.unwrap();
    assert!(whole > 0);
}

/// A call that fails after it has written its rows.
async fn interrupt(tables: &DatedTables<Pair>, rows: Vec<Pair>) -> Error {
    let other_day = Pair {
        day: day(27),
        name: 1,
        total: 0,
    };
    let rows = rows.into_iter().chain([other_day]);
    tables.recompute(&day(26), rows).await.unwrap_err()
}

/// With two unfinished ones in a row, a compaction would keep those two.
#[tokio::test]
async fn two_unfinished_recomputations_hide_no_current_row() {
    let faults = Faults::new();
    let db = faults.over(&connect("memory:").await.unwrap());
    let tables = db.dated::<Pair>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), pairs(1)).await.unwrap();
    let hasty = db.dated::<Pair>().timeout(Duration::from_millis(100));
    // They end before they have removed their rows.
    for total in 2..4 {
        let unavailable = hbase_schema::model::Error::invalid("no scan now");
        faults.on(CallKind::Scan).always().fail(unavailable);
        interrupt(&hasty, pairs(total)).await;
        faults.clear();
    }
    interrupt(&hasty, pairs(4)).await;
    tables.major_compact(day(26)).await.unwrap();
    let current = || tables.scan(day(26), Pair::scan().all()).current().rows();
    assert_eq!(current().collect().await.unwrap(), pairs(1));
    hasty.recompute(&day(26), pairs(5)).await.unwrap();
    assert_eq!(current().collect().await.unwrap(), pairs(5));
}

/// No request of a dropped call takes effect late.
#[tokio::test]
async fn a_call_that_does_not_end_is_waited_for() {
    let faults = Faults::new();
    let db = connect("memory:").await.unwrap();
    let timeout = Duration::from_millis(200);
    let tables = |db: &Connection| db.dated::<Pair>().grace(Duration::ZERO).timeout(timeout);
    let first = tables(&db);
    first.create(day(26)).await.unwrap();
    first.recompute(&day(26), pairs(1)).await.unwrap();
    let dropped = tables(&faults.over(&db));
    faults.on(CallKind::MutateMany).hang();
    let running = dropped.recompute(&day(26), pairs(2));
    let ended = tokio::time::timeout(Duration::from_millis(50), running).await;
    assert!(ended.is_err());
    let begun = std::time::Instant::now();
    first.recompute(&day(26), pairs(3)).await.unwrap();
    assert!(begun.elapsed() > timeout * 3, "{:?}", begun.elapsed());
    // It has ended, so that the next one does not wait.
    let begun = std::time::Instant::now();
    let slow = db.dated::<Pair>().grace(Duration::ZERO);
    slow.recompute(&day(26), pairs(4)).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// A `create` that forgets the generations of an earlier table late, when another program has found
/// the table and recomputed it.
#[tokio::test]
async fn a_slow_creation_forgets_no_recomputation() {
    for dropped_elsewhere in [false, true] {
        let db = connect("memory:").await.unwrap();
        let tables = db.dated::<Pair>().grace(Duration::ZERO);
        if dropped_elsewhere {
            tables.create(day(26)).await.unwrap();
            tables.recompute(&day(26), pairs(0)).await.unwrap();
            drop_elsewhere(&db).await;
        }
        let faults = Faults::new();
        let slow = faults.over(&db).dated::<Pair>();
        let late = Duration::from_millis(400);
        faults.on(CallKind::Mutate).delay(late);
        faults.on(CallKind::CheckAndMutate).delay(late);
        let created = tokio::spawn(async move { slow.create(day(26)).await });
        while tables.list().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tables.recompute(&day(26), pairs(1)).await.unwrap();
        interrupt(&tables, pairs(2)).await;
        created.await.unwrap().unwrap();
        let current = tables.scan(day(26), Pair::scan().all()).current().rows();
        assert_eq!(current.collect().await.unwrap(), pairs(1));
    }
}

/// Otherwise some of its rows might be gone.
#[tokio::test]
async fn a_recomputation_that_begins_during_a_truncation_writes_behind_it() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Pair>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    tables.recompute(&day(26), pairs(1)).await.unwrap();
    let faults = Faults::new();
    let slow = faults.over(&db).dated::<Pair>();
    let late = faults.on(CallKind::Schema).always();
    late.delay(Duration::from_millis(200));
    let truncated = tokio::spawn(async move { slow.truncate(day(26)).await });
    while faults.calls(CallKind::CheckAndMutate) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tables.recompute(&day(26), pairs(2)).await.unwrap();
    assert_eq!(truncated.await.unwrap().unwrap().len(), 1);
    let current = tables.scan(day(26), Pair::scan().all()).current().rows();
    assert_eq!(current.collect().await.unwrap(), pairs(2));
}

/// Its earlier and later writes are not shown.
#[tokio::test]
async fn a_truncation_or_a_drop_ends_a_recomputation() {
    for drops in [false, true] {
        let db = connect("memory:").await.unwrap();
        let tables = db.dated::<Pair>().grace(Duration::ZERO);
        tables.create(day(26)).await.unwrap();
        tables.recompute(&day(26), pairs(1)).await.unwrap();
        let limits = Limits::default().batch_rows(2);
        let faults = Faults::new();
        let slow = Connection::with_limits(faults.over_backend(db.backend()), limits);
        let writes = faults.on(CallKind::MutateMany).always();
        writes.delay(Duration::from_millis(200));
        let slow = slow.dated::<Pair>();
        let running =
            tokio::spawn(async move { slow.recompute(&day(26), pairs(2)).await.map(drop) });
        while faults.calls(CallKind::MutateMany) < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if drops {
            tables.drop_tables(day(26)).await.unwrap();
            tables.create(day(26)).await.unwrap();
        } else {
            tables.truncate(day(26)).await.unwrap();
        }
        let error = running.await.unwrap().unwrap_err();
        let expected = "another call began to recompute this table meanwhile, or truncated it";
        assert_contains(&error, expected);
        let current = tables.scan(day(26), Pair::scan().all()).current().rows();
        assert_eq!(current.collect().await.unwrap(), []);
    }
}

/// A scan that runs when the new rows become current reads the old ones to their end.
#[tokio::test]
async fn old_rows_are_read_to_their_end_during_the_grace() {
    let db = connect("memory:").await.unwrap();
    let tables = db.dated::<Region>().grace(Duration::ZERO);
    tables.create(day(26)).await.unwrap();
    let (old, new) = (regions(0..3000, 1), regions(0..3000, 2));
    tables.recompute(&day(26), &old).await.unwrap();
    let scan = || tables.scan(day(26), Region::scan().all()).current();
    let (mut whole, mut interrupted) = (scan().rows(), scan().rows());
    for rows in [&mut whole, &mut interrupted] {
        assert_eq!(rows.next().await.unwrap().unwrap(), old[0]);
    }
    let waiting = {
        let tables = db.dated::<Region>().grace(Duration::from_secs(60 * 60));
        tokio::spawn(async move { tables.recompute(&day(26), new).await.map(drop) })
    };
    while scan().first().await.unwrap().unwrap().generation == 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(whole.collect().await.unwrap(), old[1..]);
    // With the cells of a third generation, a compaction may drop those of the first one.
    waiting.abort();
    tables.recompute(&day(26), regions(0..9, 3)).await.unwrap();
    let error = interrupted.collect().await.unwrap_err();
    assert_contains(&error, "recomputed while");
}
