//! Reading ahead, and other bounds of memory.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use hbase_backend::{Backend as _, Mutation, Scan, Scanner};
use hbase_native::{Native, Options};
use tokio::time::sleep;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{keys, one_region};

/// A cluster whose scans return two rows at a time, of six.
fn paged() -> Cluster {
    let cluster = Cluster::new(&[("", "", "a")]);
    for row in ["a", "b", "c", "d", "e", "f"] {
        cluster.store(row, &["q"]);
    }
    cluster.page(2);
    cluster
}

async fn opened(client: &Native) -> Box<dyn Scanner> {
    let table = Cluster::table();
    let scan = client.scan(&table, Scan::default(), within(500)).await;
    scan.expect("a scanner")
}

/// Polls a future at most `polls` times, and drops it.
async fn polled<F: Future + Unpin>(mut future: F, polls: usize) -> Option<F::Output> {
    for _ in 0..polls {
        let poll = poll_fn(|context| Poll::Ready(Pin::new(&mut future).poll(context)));
        if let Poll::Ready(output) = poll.await {
            return Some(output);
        }
        tokio::task::yield_now().await;
    }
    None
}

/// How many requests there were a while after the first batch was read, and the keys of the others.
async fn after_one_batch(cluster: &Cluster, client: &Native) -> (usize, Vec<String>) {
    let mut scanner = opened(client).await;
    let first = scanner.next_batch(within(500)).await.expect("a batch");
    assert_eq!(first.len(), 2);
    sleep(Duration::from_secs(5)).await;
    let requests = cluster.scan_calls("a");
    let mut keys = Vec::new();
    loop {
        let batch = scanner.next_batch(within(2000)).await.expect("a batch");
        if batch.is_empty() {
            return (requests, keys);
        }
        let names = batch.iter().map(|row| String::from_utf8_lossy(row.key()));
        keys.extend(names.map(std::borrow::Cow::into_owned));
    }
}

#[tokio::test(start_paused = true)]
async fn one_batch_is_fetched_ahead_and_no_more() {
    let cluster = paged();
    let (requests, rest) = after_one_batch(&cluster, &cluster.client()).await;
    assert_eq!((requests, rest.concat()), (2, "cdef".to_owned()));
}

/// On a runtime with one thread, tasks run only while the reader waits, and it may decode a batch for a long
/// time.
#[tokio::test(start_paused = true)]
async fn the_next_request_is_sent_before_a_batch_is_returned() {
    let cluster = paged();
    let client = cluster.client();
    let mut scanner = opened(&client).await;
    let first = scanner.next_batch(within(500)).await.expect("a batch");
    assert_eq!((first.len(), cluster.scan_calls("a")), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_was_not_taken_is_returned_by_the_next_call() {
    let cluster = paged();
    let client = cluster.client();
    let mut scanner = opened(&client).await;
    let mut rows = Vec::new();
    // Futures are dropped after one poll, two, and so on, until one has a batch.
    let mut polls = 1;
    loop {
        assert!(polls < 1000, "a call never ends");
        let Some(batch) = polled(scanner.next_batch(within(2000)), polls).await else {
            polls += 1;
            continue;
        };
        let batch = batch.expect("a batch");
        if batch.is_empty() {
            break;
        }
        rows.extend(batch.iter().map(|row| row.key().to_vec()));
        polls = 1;
    }
    assert_eq!(rows.concat(), b"abcdef");
}

#[tokio::test(start_paused = true)]
async fn a_client_without_room_fetches_what_it_is_asked_for() {
    let cluster = paged();
    let client = cluster.client_with(Options::default().read_ahead_bytes(0));
    let (requests, rest) = after_one_batch(&cluster, &client).await;
    assert_eq!((requests, rest.concat()), (1, "cdef".to_owned()));
}

/// Room is released: if more scans read ahead than fit at a time, they do so one after the other.
#[tokio::test(start_paused = true)]
async fn room_is_given_back_with_each_batch() {
    let cluster = paged();
    let client = cluster.client_with(Options::default().read_ahead_bytes(2 << 20));
    for _ in 0..3 {
        let found = keys(&client, Scan::default(), within(2000)).await;
        assert_eq!(found.expect("a scan").concat(), "abcdef");
    }
    let before = cluster.scan_calls("a");
    let (requests, rest) = after_one_batch(&cluster, &client).await;
    assert_eq!((requests - before, rest.concat()), (2, "cdef".to_owned()));
}

/// The batch that was fetched ahead had its own deadline, which passed long before the reader came back.
#[tokio::test(start_paused = true)]
async fn a_batch_that_could_not_be_fetched_ahead_is_fetched_when_asked_for() {
    let cluster = paged();
    let client = cluster.client();
    let mut scanner = opened(&client).await;
    let first = scanner.next_batch(within(500)).await.expect("a batch");
    cluster.once("a", "Next", Fault::Silence);
    assert_eq!(first.len(), 2);
    sleep(Duration::from_secs(5)).await;
    let second = scanner.next_batch(within(2000)).await.expect("a batch");
    assert_eq!(second[0].key(), b"c");
}

/// Errors of reading ahead may be due to its own deadline; only the reader's deadline counts.
#[tokio::test(start_paused = true)]
async fn an_error_of_reading_ahead_is_not_the_reader_s() {
    let throttled = Thrown::final_one("quotas.RpcThrottlingException", "wait 1mins");
    for fault in [
        Fault::Throw(throttled),
        Fault::Throw(Thrown::not_serving()),
        Fault::Throw(Thrown::new("RegionTooBusyException", "busy")),
        Fault::Cut,
    ] {
        let cluster = paged();
        let client = cluster.client();
        let table = Cluster::table();
        let scan = client.scan(&table, Scan::default(), within(500)).await;
        let mut scanner = scan.expect("a scanner");
        scanner.next_batch(within(500)).await.expect("a batch");
        for method in ["Scan", "Next", "Locate"] {
            cluster.always("a", method, fault.clone());
        }
        sleep(Duration::from_secs(5)).await;
        cluster.heal();
        let second = scanner.next_batch(within(2000)).await.expect("a batch");
        assert_eq!(second[0].key(), b"c", "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn requests_beyond_the_bytes_in_flight_wait_for_responses() {
    let (cluster, client) = one_region();
    let table = Cluster::table();
    let write = |row: &'static str| {
        let mut mutation = Mutation::new(row);
        let value = vec![7; 9 << 20];
        mutation.put_at(b"f", b"q", 1, &value).expect("a cell");
        client.mutate(&table, mutation, within(9000))
    };
    let late = Fault::Late(Duration::from_secs(3));
    cluster.once("a", "Mutate", late);
    let looking = async {
        sleep(Duration::from_secs(2)).await;
        cluster.count("a", "Mutate")
    };
    let (first, second, meanwhile) = tokio::join!(write("a"), write("b"), looking);
    assert_eq!(meanwhile, 1, "both requests were sent");
    first.expect("the first write");
    second.expect("the second write");
    assert_eq!(cluster.count("a", "Mutate"), 2);
}
