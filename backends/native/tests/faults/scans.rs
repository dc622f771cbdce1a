//! Scans: each row once, whatever happens on the way.

use std::time::Duration;

use hbase_backend::{Backend as _, Deadline, Error, RowBound, Scan, Scanner};
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{keys, rows};

/// A table of 4 regions with a row of 5 cells at each edge, and some between.
fn filled() -> Cluster {
    let cluster = Cluster::new(&[
        ("", "d", "a"),
        ("d", "k", "b"),
        ("k", "r", "a"),
        ("r", "", "b"),
    ]);
    for row in ('a'..='z').step_by(1) {
        cluster.store(&row.to_string(), &["1", "2", "3", "4", "5"]);
    }
    cluster
}

fn letters(from: char, to: char) -> Vec<String> {
    (from..=to).map(|letter| letter.to_string()).collect()
}

/// The scan has ended.
async fn expect_end(scanner: &mut dyn Scanner, deadline: Deadline) {
    let rows = scanner.next_batch(deadline).await.expect("the end");
    assert!(rows.is_empty(), "{} rows after the end", rows.len());
}

#[tokio::test(start_paused = true)]
async fn every_row_is_read_at_every_edge_of_many_regions() {
    let cluster = Cluster::of_regions(50);
    for n in 0..50 {
        for key in [format!("{n:02}"), format!("{n:02}\0"), format!("{n:02}~")] {
            cluster.store(&key, &["q"]);
        }
    }
    cluster.page(2);
    let client = cluster.client();
    let all = cluster.keys();
    let forward = keys(&client, Scan::new(), within(60_000))
        .await
        .expect("rows");
    assert_eq!(forward, all);
    let scan = Scan {
        reversed: true,
        ..Scan::new()
    };
    let mut backward = keys(&client, scan, within(60_000)).await.expect("rows");
    backward.reverse();
    assert_eq!(backward, all);
    for (index, start) in all.iter().enumerate() {
        let scan = Scan {
            start: RowBound::Excluded(start.clone().into_bytes()),
            stop: all.get(index + 4).map_or(RowBound::Unbounded, |stop| {
                RowBound::Included(stop.clone().into_bytes())
            }),
            ..Scan::new()
        };
        let found = keys(&client, scan, within(60_000)).await.expect("rows");
        assert_eq!(
            found,
            all[index + 1..all.len().min(index + 5)],
            "from {start:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn ranges_in_reverse_end_where_they_should() {
    let cluster = filled();
    cluster.page(2);
    let client = cluster.client();
    for (start, stop) in [('z', 'a'), ('r', 'd'), ('s', 'k'), ('k', 'k')] {
        let scan = Scan {
            start: RowBound::Included(start.to_string().into_bytes()),
            stop: RowBound::Included(stop.to_string().into_bytes()),
            reversed: true,
            ..Scan::new()
        };
        let mut found = keys(&client, scan, within(60_000)).await.expect("rows");
        found.reverse();
        assert_eq!(found, letters(stop, start));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_scanner_is_opened_again_behind_the_last_whole_row() {
    let faults = [
        Fault::Throw(Thrown::final_one(
            "UnknownScannerException",
            "no such scanner",
        )),
        Fault::Throw(Thrown::final_one(
            "exceptions.ScannerResetException",
            "reset",
        )),
        Fault::Throw(Thrown::final_one(
            "exceptions.OutOfOrderScannerNextException",
            "order",
        )),
        Fault::Throw(Thrown::not_serving()),
        Fault::Cut,
        Fault::CutAfter,
    ];
    for fault in faults {
        for reversed in [false, true] {
            for cells in [2, 3, 5, usize::MAX] {
                let cluster = filled();
                cluster.page(3);
                cluster.cut_rows(cells);
                for host in ["a", "b"] {
                    cluster.once(host, "Scan", fault.clone());
                    cluster.times(4, host, "Next", fault.clone());
                }
                let client = cluster.client();
                let scan = Scan {
                    reversed,
                    ..Scan::new()
                };
                let mut found = rows(&client, scan, within(300_000)).await.expect("rows");
                if reversed {
                    found.reverse();
                }
                let expected: Vec<_> = letters('a', 'z').into_iter().map(|row| (row, 5)).collect();
                assert_eq!(
                    found, expected,
                    "{fault:?}, reversed: {reversed}, {cells} cells"
                );
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_ran_out_within_a_row_costs_no_cell() {
    for batch in [None, Some(1), Some(2), Some(3)] {
        let cluster = filled();
        cluster.page(2);
        cluster.cut_rows(2);
        let client = cluster.client();
        let scan = Scan {
            batch,
            ..Scan::new()
        };
        let table = Cluster::table();
        let mut scanner = client
            .scan(&table, scan, within(1000))
            .await
            .expect("a scanner");
        let mut cells = Vec::new();
        // Each batch has a cell at least.
        for _ in 0..200 {
            let found = scanner.next_batch(within(60_000)).await.expect("rows");
            if found.is_empty() {
                break;
            }
            for row in &found {
                let key = String::from_utf8_lossy(row.key()).into_owned();
                cells.extend(
                    row.cells()
                        .map(|cell| format!("{key}{}", char::from(cell.qualifier[0]))),
                );
            }
            cluster.expire_scanners();
        }
        let expected = letters('a', 'z')
            .into_iter()
            .flat_map(|row| (1..=5).map(move |n| format!("{row}{n}")));
        assert_eq!(cells, expected.collect::<Vec<_>>(), "batch {batch:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_partial_row_that_changed_meanwhile_gives_no_cell_twice() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.store("r", &["2", "4", "6", "8"]);
    cluster.page(1);
    let client = cluster.client();
    let scan = Scan {
        batch: Some(2),
        ..Scan::new()
    };
    let table = Cluster::table();
    let mut scanner = client
        .scan(&table, scan, within(1000))
        .await
        .expect("a scanner");
    let first = scanner.next_batch(within(1000)).await.expect("rows");
    cluster.expire_scanners();
    cluster.store("r", &["1", "2", "4", "6", "8"]);
    let mut found = first;
    loop {
        let next = scanner.next_batch(within(5000)).await.expect("rows");
        if next.is_empty() {
            break;
        }
        found.extend(next);
    }
    let cells = found
        .iter()
        .flat_map(|row| row.cells().map(|cell| char::from(cell.qualifier[0])));
    assert_eq!(cells.collect::<String>(), "2468");
}

#[tokio::test(start_paused = true)]
async fn heartbeats_without_end_end_at_the_deadline() {
    let cluster = filled();
    cluster.heartbeats(2000);
    for method in ["Scan", "Next"] {
        cluster.always("a", method, Fault::Late(Duration::from_millis(10)));
    }
    let client = cluster.client();
    let begun = Instant::now();
    let error = keys(&client, Scan::new(), within(5000))
        .await
        .expect_err("no rows");
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(begun.elapsed() <= Duration::from_millis(5001));
}

#[tokio::test(start_paused = true)]
async fn heartbeats_are_no_end() {
    let cluster = filled();
    cluster.heartbeats(3);
    let client = cluster.client();
    let found = keys(&client, Scan::new(), within(5000))
        .await
        .expect("rows");
    assert_eq!(found, letters('a', 'z'));
}

#[tokio::test(start_paused = true)]
async fn rows_need_no_flags_of_partial_results() {
    for cells in [2, 5, usize::MAX] {
        let cluster = filled();
        cluster.without_flags();
        cluster.cut_rows(cells);
        cluster.page(3);
        let client = cluster.client();
        let found = rows(&client, Scan::new(), within(60_000))
            .await
            .expect("rows");
        let expected: Vec<_> = letters('a', 'z').into_iter().map(|row| (row, 5)).collect();
        assert_eq!(found, expected, "{cells} cells");
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_dies_behind_the_last_row_ends_the_scan() {
    let bounds = [
        (
            RowBound::Included(b"e".to_vec()),
            RowBound::Included(b"h".to_vec()),
            false,
            letters('e', 'h'),
        ),
        (
            RowBound::Included(b"e".to_vec()),
            RowBound::Excluded(b"h".to_vec()),
            false,
            letters('e', 'g'),
        ),
        (
            RowBound::Included(b"h".to_vec()),
            RowBound::Included(b"e".to_vec()),
            true,
            letters('e', 'h'),
        ),
        (
            RowBound::Included(b"h".to_vec()),
            RowBound::Included(b"h".to_vec()),
            false,
            letters('h', 'h'),
        ),
    ];
    for (start, stop, reversed, expected) in bounds {
        let cluster = filled();
        let client = cluster.client();
        let count = expected.len();
        // The last row comes, and then nothing of the end.
        cluster.page(count);
        cluster.keep_open();
        let scan = Scan {
            start,
            stop,
            reversed,
            ..Scan::new()
        };
        let deadline = within(60_000);
        let table = Cluster::table();
        let mut scanner = client
            .scan(&table, scan, deadline)
            .await
            .expect("a scanner");
        let mut found = scanner.next_batch(deadline).await.expect("rows");
        assert_eq!(found.len(), count);
        cluster.cut("b");
        found.extend(scanner.next_batch(deadline).await.expect("the end"));
        let mut found: Vec<_> = found
            .iter()
            .map(|row| String::from_utf8_lossy(row.key()).into_owned())
            .collect();
        found.sort();
        assert_eq!(found, expected);
        expect_end(&mut *scanner, deadline).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_that_is_reached_ends_the_scan_whatever_dies() {
    let cluster = filled();
    let client = cluster.client();
    cluster.page(2);
    let scan = Scan {
        limit: Some(4),
        ..Scan::new()
    };
    let deadline = within(60_000);
    let table = Cluster::table();
    let mut scanner = client
        .scan(&table, scan, deadline)
        .await
        .expect("a scanner");
    let mut count = scanner.next_batch(deadline).await.expect("rows").len();
    cluster.cut("a");
    while count < 4 {
        count += scanner.next_batch(deadline).await.expect("rows").len();
    }
    cluster.kill("a");
    cluster.kill("b");
    assert_eq!(count, 4);
    expect_end(&mut *scanner, deadline).await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_is_sent_no_more_than_it_takes() {
    let cluster = Cluster::new(&[("", "", "a")]);
    for n in 0..1000 {
        cluster.store(&format!("{n:04}"), &["q"]);
    }
    cluster.page(10);
    let client = cluster.client();
    let table = Cluster::table();
    let mut scanner = client
        .scan(&table, Scan::new(), within(1000))
        .await
        .expect("a scanner");
    let mut count = 0;
    for batch in 1..=5 {
        count += scanner.next_batch(within(1000)).await.expect("rows").len();
        sleep(Duration::from_secs(30)).await;
        // One batch ahead at most.
        let asked = cluster.scan_calls("a");
        assert!(asked <= batch + 1, "{asked} calls for {batch} batches");
    }
    assert!(count >= 50);
}
