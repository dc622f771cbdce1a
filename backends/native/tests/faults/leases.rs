//! Slow readers: their scanners' leases are renewed, and after the last renewal no row is missing or read
//! twice.

use std::time::Duration;

use hbase_backend::{Backend as _, Scan, Scanner};
use hbase_native::{Native, Options};
use tokio::time::sleep;

use crate::fake::{Cluster, Fault, Thrown, within};

/// A region of 8 rows of 5 cells; a response has two results of two cells.
fn filled() -> Cluster {
    let cluster = Cluster::new(&[("", "", "a")]);
    for row in 'a'..='h' {
        cluster.store(&row.to_string(), &["1", "2", "3", "4", "5"]);
    }
    cluster.page(2);
    cluster.cut_rows(2);
    cluster
}

/// Every cell of the table, as `row` and qualifier.
fn all() -> Vec<String> {
    let rows = 'a'..='h';
    rows.flat_map(|row| (1..=5).map(move |n| format!("{row}{n}")))
        .collect()
}

async fn open(client: &Native, batch: Option<u32>) -> Box<dyn Scanner> {
    let scan = Scan {
        batch,
        ..Scan::new()
    };
    let scanner = client.scan(&Cluster::table(), scan, within(1000)).await;
    scanner.expect("a scanner")
}

/// The cells of the next batch; none at the end.
async fn next(scanner: &mut dyn Scanner) -> Vec<String> {
    let rows = scanner.next_batch(within(60_000)).await.expect("rows");
    let mut cells = Vec::new();
    for row in &rows {
        let key = String::from_utf8_lossy(row.key());
        let names = row
            .cells()
            .map(|cell| format!("{key}{}", char::from(cell.qualifier[0])));
        cells.extend(names);
    }
    cells
}

/// Reads all cells, with a pause after each batch.
async fn read_slowly(scanner: &mut dyn Scanner, pause: Duration) -> Vec<String> {
    let mut cells = Vec::new();
    loop {
        let batch = next(scanner).await;
        if batch.is_empty() {
            return cells;
        }
        cells.extend(batch);
        sleep(pause).await;
    }
}

/// With a batch that is fetched ahead, and without.
fn clients(cluster: &Cluster) -> [Native; 2] {
    let options = Options::default().read_ahead_bytes(0);
    [cluster.client(), cluster.client_with(options)]
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_keeps_its_scanner() {
    for batch in [None, Some(1), Some(2), Some(3)] {
        let cluster = filled();
        for client in clients(&cluster) {
            let opened = cluster.count("a", "Scan");
            let mut scanner = open(&client, batch).await;
            let cells = read_slowly(&mut *scanner, Duration::from_secs(200)).await;
            assert_eq!(cells, all(), "batch {batch:?}");
            let opened = cluster.count("a", "Scan") - opened;
            assert_eq!(opened, 1, "the scan was opened again, batch {batch:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_renewed_after_half_of_what_the_server_grants() {
    let cluster = filled();
    cluster.lease(Duration::from_secs(10));
    let client = cluster.client();
    let mut scanner = open(&client, None).await;
    next(&mut *scanner).await;
    sleep(Duration::from_secs(32)).await;
    let calls = cluster.calls("a", "Renew");
    assert_eq!(calls.len(), 6);
    assert_eq!((calls[1].at - calls[0].at).as_secs(), 5);
    drop(scanner);
    sleep(Duration::from_secs(60)).await;
    assert_eq!(cluster.count("a", "Renew"), 6, "it was dropped");
}

#[tokio::test(start_paused = true)]
async fn a_quick_reader_costs_no_renewal() {
    let cluster = filled();
    for client in clients(&cluster) {
        let mut scanner = open(&client, None).await;
        let cells = read_slowly(&mut *scanner, Duration::from_secs(29)).await;
        assert_eq!(cells, all());
        sleep(Duration::from_secs(10 * 60)).await;
    }
    assert_eq!(cluster.count("a", "Renew"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_stays_away_holds_its_scanner_for_a_while_only() {
    for batch in [None, Some(1), Some(2), Some(3)] {
        let cluster = filled();
        for client in clients(&cluster) {
            let (opened, renewed) = (cluster.count("a", "Scan"), cluster.count("a", "Renew"));
            let mut scanner = open(&client, batch).await;
            let mut cells = next(&mut *scanner).await;
            sleep(Duration::from_secs(2 * 60 * 60)).await;
            assert_eq!(cluster.count("a", "Renew") - renewed, 20);
            cells.extend(read_slowly(&mut *scanner, Duration::ZERO).await);
            assert_eq!(cells, all(), "batch {batch:?}");
            assert_eq!(cluster.count("a", "Scan") - opened, 2);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_renewal_that_fails_costs_no_cell() {
    let faults = [
        Fault::Throw(Thrown::final_one("UnknownScannerException", "no lease")),
        Fault::Throw(Thrown::final_one("regionserver.LeaseException", "no lease")),
        Fault::Throw(Thrown::not_serving()),
        Fault::Cut,
        Fault::CutAfter,
        Fault::Silence,
        Fault::Late(Duration::from_secs(3)),
    ];
    for fault in faults {
        for batch in [None, Some(1), Some(3)] {
            let cluster = filled();
            cluster.times(3, "a", "Renew", fault.clone());
            let client = cluster.client();
            let mut scanner = open(&client, batch).await;
            let cells = read_slowly(&mut *scanner, Duration::from_millis(31_500)).await;
            assert_eq!(cells, all(), "{fault:?}, batch {batch:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_scanner_whose_lease_ends_in_a_call_is_opened_again() {
    let cluster = filled();
    let thrown = Thrown::final_one("regionserver.LeaseException", "lease '7' does not exist");
    cluster.once("a", "Next", Fault::Throw(thrown));
    let client = cluster.client();
    let mut scanner = open(&client, None).await;
    let cells = read_slowly(&mut *scanner, Duration::ZERO).await;
    assert_eq!((cells, cluster.count("a", "Scan")), (all(), 2));
    assert_eq!(cluster.lookups(), 1, "the region was where it was");
}
