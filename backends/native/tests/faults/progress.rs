//! A scan reports its progress while no row passes its filter.

use std::time::Duration;

use hbase_backend::{Backend as _, RowBound, Scan, ScanStep, Scanner};
use hbase_native::{Native, Options};

use crate::fake::{Cluster, Fault, within};

/// Two regions; only rows at their ends pass, and before that the servers report other rows.
fn sparse() -> Cluster {
    let cluster = Cluster::new(&[("", "k", "a"), ("k", "", "b")]);
    cluster.store("x", &["q"]);
    cluster.store("y", &["q"]);
    cluster.pass(&["b", "e", "n", "o"]);
    cluster
}

fn scan_of(families: &[&str], reversed: bool) -> Scan {
    let mut scan = Scan {
        reversed,
        ..Scan::new()
    };
    for family in families {
        scan.read.add_family(family.as_bytes());
    }
    scan
}

async fn open(client: &Native, scan: Scan) -> Box<dyn Scanner> {
    let table = Cluster::table();
    let opened = client.scan(&table, scan, within(1000));
    opened.await.expect("a scanner")
}

fn text(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}

/// The steps of a scan: `[b` continues at a row, `(k` after it, and `x` is a row.
async fn steps(scanner: &mut dyn Scanner) -> Vec<String> {
    let mut steps = Vec::new();
    loop {
        match scanner.next_step(within(5000)).await.expect("a step") {
            ScanStep::Rows(rows) => steps.extend(rows.iter().map(|row| text(row.key()))),
            ScanStep::Passed(RowBound::Included(key)) => steps.push(format!("[{}", text(&key))),
            ScanStep::Passed(RowBound::Excluded(key)) => steps.push(format!("({}", text(&key))),
            ScanStep::Passed(RowBound::Unbounded) => steps.push("start".to_owned()),
            ScanStep::End => return steps,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_reports_the_row_at_which_it_is() {
    let cluster = sparse();
    let client = cluster.client();
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    let found = steps(&mut *scanner).await;
    assert_eq!(found, ["[b", "[e", "[k", "[n", "[o", "x", "y"]);
}

#[tokio::test(start_paused = true)]
async fn in_reverse_too() {
    let cluster = sparse();
    cluster.store("a", &["q"]);
    cluster.pass(&["z", "o", "n", "e", "b"]);
    let client = cluster.client();
    let scan = Scan {
        start: RowBound::Excluded(b"x".to_vec()),
        ..scan_of(&["f"], true)
    };
    let found = steps(&mut *open(&client, scan).await).await;
    assert_eq!(found, ["[o", "[n", "(k", "[e", "[b", "a"]);
}

/// A family may have cells in rows before the last cell that the server has read, in another family.
#[tokio::test(start_paused = true)]
async fn of_several_families_a_row_is_no_position() {
    let cluster = sparse();
    let client = cluster.client();
    for families in [&["f", "g"][..], &[]] {
        let found = steps(&mut *open(&client, scan_of(families, false)).await).await;
        assert_eq!(found, ["[k", "x", "y"], "{families:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_scanner_that_is_lost_is_opened_again_where_it_was() {
    let cluster = sparse();
    let client = cluster.client_with(Options::default().read_ahead_bytes(0));
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    for expected in ["b", "e"] {
        let step = scanner.next_step(within(5000)).await.expect("a step");
        let at = RowBound::Included(expected.into());
        assert_eq!(step, ScanStep::Passed(at));
    }
    cluster.expire_scanners();
    cluster.store("d", &["q"]);
    cluster.store("e", &["q"]);
    let rest = steps(&mut *scanner).await;
    // Opened at `e`, whose row is not known to be read, and not before.
    assert!(!rest.contains(&"d".to_owned()), "{rest:?}");
    assert!(rest.contains(&"e".to_owned()), "{rest:?}");
}

/// Rows of other ranges were returned up to a position: it must not go back.
#[tokio::test(start_paused = true)]
async fn a_position_stays_where_a_scanner_is_lost_within_a_row() {
    let cluster = sparse();
    cluster.store("x", &["p", "q", "r"]);
    cluster.cut_rows(1);
    cluster.page(1);
    let client = cluster.client_with(Options::default().read_ahead_bytes(0));
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    let at_row = ScanStep::Passed(RowBound::Included("x".into()));
    loop {
        let step = scanner.next_step(within(5000)).await.expect("a step");
        assert_ne!(step, ScanStep::End);
        if step == at_row {
            break;
        }
    }
    cluster.expire_scanners();
    assert_eq!(steps(&mut *scanner).await, ["x", "y"]);
}

#[tokio::test(start_paused = true)]
async fn a_batch_waits_for_rows_and_a_deadline_ends_the_wait() {
    let cluster = sparse();
    let client = cluster.client();
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    let rows = scanner.next_batch(within(5000)).await.expect("rows");
    assert_eq!(text(rows[0].key()), "x");
    for method in ["Scan", "Next"] {
        let late = Fault::Late(Duration::from_millis(300));
        cluster.always("a", method, late.clone());
        cluster.always("b", method, late);
    }
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    let late = scanner.next_batch(within(1000)).await;
    assert!(late.is_err(), "{late:?}");
    // The same time is enough for each step.
    let mut scanner = open(&client, scan_of(&["f"], false)).await;
    while scanner.next_step(within(1000)).await.expect("a step") != ScanStep::End {}
}
