//! Scanners at servers that ask for a pause: they are kept if possible, and closed otherwise.

use hbase_backend::{Backend as _, Scan, Scanner};
use hbase_native::{Native, Options};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::keys;

/// A region of six rows; a response has two of them.
fn paged() -> Cluster {
    let cluster = Cluster::new(&[("", "", "a")]);
    for row in ["a", "b", "c", "d", "e", "f"] {
        cluster.store(row, &["q"]);
    }
    cluster.page(2);
    cluster.keep_open();
    cluster
}

async fn scan(cluster: &Cluster) -> String {
    let rows = keys(&cluster.client(), Scan::new(), within(60_000)).await;
    rows.expect("rows").concat()
}

#[tokio::test(start_paused = true)]
async fn a_scanner_whose_call_was_not_begun_is_kept() {
    let throttled = "number of read requests exceeded - wait 1sec, 50ms";
    for thrown in [
        Thrown::final_one("quotas.RpcThrottlingException", throttled),
        Thrown::new("CallQueueTooBigException", "Call queue is full"),
        Thrown::new("CallDroppedException", "Call dropped"),
    ] {
        let cluster = paged();
        cluster.times(2, "a", "Next", Fault::Throw(thrown.clone()));
        assert_eq!(scan(&cluster).await, "abcdef", "{thrown:?}");
        assert_eq!(cluster.count("a", "Scan"), 1, "{thrown:?}");
        assert_eq!(cluster.count("a", "Next"), 3 + 2, "{thrown:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_deadline_costs_no_scanner() {
    let cluster = paged();
    let throttled = "number of read requests exceeded - wait 1hrs";
    let throttled = Thrown::final_one("quotas.RpcThrottlingException", throttled);
    cluster.times(2, "a", "Next", Fault::Throw(throttled));
    let client = cluster.client();
    let mut scanner = open(&client).await;
    let first = scanner.next_batch(within(1000)).await.expect("rows");
    let error = scanner.next_batch(within(1000)).await;
    let error = error.expect_err("a wait beyond the deadline");
    assert!(error.to_string().contains("wait 1hrs"), "{error}");
    let second = scanner.next_batch(within(1000)).await.expect("rows");
    let keys = first.iter().chain(&second).map(hbase_backend::Row::key);
    assert_eq!(keys.collect::<Vec<_>>().concat(), b"abcd");
    assert_eq!(cluster.count("a", "Scan"), 1, "it was opened again");
}

async fn open(client: &Native) -> Box<dyn Scanner> {
    let table = Cluster::table();
    let scan = client.scan(&table, Scan::new(), within(1000));
    scan.await.expect("a scanner")
}

#[tokio::test(start_paused = true)]
async fn a_scanner_that_is_given_up_is_closed() {
    for fault in [
        Fault::Throw(Thrown::new("RegionTooBusyException", "busy")),
        Fault::Throw(Thrown::new("CallTimeoutException", "too long")),
        Fault::Garbled,
    ] {
        let cluster = paged();
        cluster.once("a", "Next", fault.clone());
        let rows = keys(&cluster.client(), Scan::new(), within(60_000)).await;
        if !matches!(fault, Fault::Garbled) {
            assert_eq!(rows.expect("rows").concat(), "abcdef", "{fault:?}");
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(cluster.scanners(), 0, "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_response_that_cannot_be_read_costs_no_row() {
    let cluster = paged();
    cluster.times(2, "a", "Next", Fault::Garbled);
    let client = cluster.client_with(Options::default().read_ahead_bytes(0));
    let mut scanner = open(&client).await;
    let (mut keys, mut errors) = (Vec::new(), 0);
    loop {
        match scanner.next_batch(within(1000)).await {
            Ok(rows) if rows.is_empty() => break,
            Ok(rows) => keys.extend(rows.iter().flat_map(|row| row.key().to_vec())),
            Err(_) => errors += 1,
        }
    }
    assert_eq!((keys, errors), (b"abcdef".to_vec(), 2));
}

/// The server closes it with its last rows.
#[tokio::test(start_paused = true)]
async fn a_scanner_that_was_read_to_its_end_is_not_closed_once_more() {
    let cluster = Cluster::new(&[("", "d", "a"), ("d", "", "a")]);
    for row in ["a", "b", "e", "f"] {
        cluster.store(row, &["q"]);
    }
    for limit in [None, Some(1), Some(3)] {
        for page in [1, 10] {
            cluster.page(page);
            let scan = Scan {
                limit,
                ..Scan::new()
            };
            let read = keys(&cluster.client(), scan, within(1000)).await;
            let expected: usize = limit.unwrap_or(4).try_into().expect("few rows");
            assert_eq!(read.expect("rows").len(), expected);
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            let left = (cluster.count("a", "Close"), cluster.scanners());
            assert_eq!(left, (0, 0), "limit {limit:?}, page {page}");
        }
    }
}
