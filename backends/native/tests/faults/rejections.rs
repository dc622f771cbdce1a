//! Writes that a server rejects: which of them certainly had no effect, and the errors of servers that accept
//! no writes.

use std::io;
use std::time::Duration;

use hbase_backend::{Backend as _, Comparator, CompareOp, Error, Filter, Mutation, Result, Scan};
use hbase_native::Native;
use hbase_rpc::message::ScanRequest;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{add, get, keys, one_region, one_region_with, put};

const METHODS: [&str; 2] = ["Mutate", "Multi"];

/// The outcome of a put at the server's time, which may not be sent twice.
async fn put_once(client: &Native, method: &str, ms: u64) -> Result<()> {
    let mut once = Mutation::new("r");
    once.put(b"f", b"q", b"v").expect("a small cell");
    let table = Cluster::table();
    if method == "Mutate" {
        return client.mutate(&table, once, within(ms)).await;
    }
    let outcomes = client.mutate_many(&table, vec![once], within(ms)).await;
    outcomes.expect("outcomes").remove(0)
}

async fn connected() -> (Cluster, Native) {
    let (cluster, client) = one_region_with("known").await;
    (cluster, client)
}

#[tokio::test(start_paused = true)]
async fn what_a_server_rejects_is_without_effect() {
    let family = "Column family x does not exist in region T,,1.a. in table 'T', {NAME => 'f'}";
    let throttled = "number of write requests exceeded - wait 1hrs";
    for method in METHODS {
        for thrown in [
            Thrown::not_serving(),
            Thrown::new("exceptions.RegionOpeningException", "opening"),
            Thrown::new("regionserver.RegionServerStoppedException", "stopped"),
            Thrown::final_one("quotas.RpcThrottlingException", throttled),
            Thrown::final_one("DoNotRetryIOException", "region is read only"),
            Thrown::final_one("security.AccessDeniedException", "Insufficient permissions"),
            Thrown::final_one("regionserver.NoSuchColumnFamilyException", family),
        ] {
            let (cluster, client) = connected().await;
            cluster.always("a", method, Fault::Throw(thrown.clone()));
            let error = put_once(&client, method, 3000).await.expect_err("rejected");
            assert!(error.is_without_effect(), "{method}, {thrown:?}: {error}");
            assert!(!error.to_string().contains("unknown"), "{error}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_server_may_have_carried_out_is_in_doubt() {
    for method in METHODS {
        for thrown in [
            Thrown::new("RegionTooBusyException", "busy"),
            Thrown::new("ipc.CallTimeoutException", "too slow"),
            Thrown::final_one("DoNotRetryIOException", "something else"),
        ] {
            let (cluster, client) = connected().await;
            cluster.always("a", method, Fault::Throw(thrown.clone()));
            let error = put_once(&client, method, 3000).await.expect_err("rejected");
            assert!(!error.is_without_effect(), "{method}, {thrown:?}: {error}");
        }
        // An earlier try may have been carried out.
        let (cluster, client) = connected().await;
        cluster.once("a", "Mutate", Fault::CutAfter);
        cluster.always("a", "Mutate", Fault::Throw(Thrown::not_serving()));
        let error = put(&client, "r", within(3000)).await.expect_err("rejected");
        assert!(!error.is_without_effect(), "{error}");
        assert!(error.to_string().contains("unknown"), "{error}");
    }
}

/// Its region has no server, so nothing is sent.
#[tokio::test(start_paused = true)]
async fn a_row_of_no_region_is_without_effect() {
    let (cluster, client) = connected().await;
    cluster.relocate("", "");
    cluster.once("a", "Mutate", Fault::Throw(Thrown::not_serving()));
    let error = put_once(&client, "Mutate", 2000)
        .await
        .expect_err("nowhere");
    assert!(matches!(error, Error::NotSent { .. }), "{error}");
    assert!(error.is_without_effect());
}

/// A server that aborts: nothing is written, and the region comes up elsewhere.
#[tokio::test(start_paused = true)]
async fn a_log_that_is_closed_is_tried_again() {
    let message = "Cannot append; log is closed, regionName = T,,1.a.";
    let closed = Thrown::java("java.io.IOException", message);
    for method in METHODS {
        let (cluster, client) = connected().await;
        cluster.once("a", method, Fault::Throw(closed.clone()));
        cluster.relocate("", "b");
        put_once(&client, method, 5000).await.expect("a write");
        assert_eq!(cluster.count("b", method), 1);
    }
    let (cluster, client) = connected().await;
    cluster.once("a", "Mutate", Fault::Throw(closed));
    assert_eq!(add(&client, "n", within(5000)).await.expect("a sum"), 1);
}

/// Like a server with TLS that gets a client without TLS.
#[tokio::test(start_paused = true)]
async fn a_server_that_closes_each_connection_at_once_may_expect_tls() {
    let (cluster, client) = one_region();
    cluster.always("a", "Get", Fault::Cut);
    let error = get(&client, "r", within(3000)).await.expect_err("closed");
    assert!(error.to_string().contains("expects TLS"), "{error}");
    // Of a server that has responded that is known.
    put(&client, "r", within(1000)).await.expect("a write");
    let error = get(&client, "r", within(20)).await.expect_err("closed");
    assert!(!error.to_string().contains("expects TLS"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_host_that_swallows_packets_is_named_with_what_may_do_that() {
    let (cluster, client) = connected().await;
    cluster.delay_connections("a", Duration::from_secs(24 * 60 * 60));
    cluster.cut("a");
    for ms in [500, 30_000] {
        let error = get(&client, "r", within(ms)).await.expect_err("no answer");
        assert!(error.to_string().contains("firewall"), "{error}");
    }
    // The last attempt ends by itself.
    tokio::time::sleep(Duration::from_secs(6)).await;
    cluster.delay_connections("a", Duration::ZERO);
    cluster.refuse("a", io::ErrorKind::ConnectionRefused);
    let error = get(&client, "r", within(500)).await.expect_err("refused");
    assert!(!error.to_string().contains("firewall"), "{error}");
}

/// A hint in an `Or` makes a reversed scan lose cells.
#[tokio::test(start_paused = true)]
async fn a_reversed_scan_sends_no_hints_in_an_or() {
    let (cluster, client) = connected().await;
    let prefix = || Filter::QualifierPrefix(b"q".to_vec());
    let or = |beside| Filter::Or(vec![prefix(), beside]);
    let scan = |filter, reversed| {
        let mut scan = Scan::new();
        scan.reversed = reversed;
        scan.read.filter = Some(filter);
        keys(&client, scan, within(1000))
    };
    let value = || Filter::Value(CompareOp::Equal, Comparator::Binary(b"v".to_vec()));
    for (filter, reversed, expected) in [
        (or(value()), true, "QualifierFilter"),
        (or(value()), false, "ColumnPrefixFilter"),
        (prefix(), true, "ColumnPrefixFilter"),
    ] {
        scan(filter, reversed).await.expect("rows");
        let sent = cluster.calls("a", "Scan").pop().expect("a scan");
        let sent = sent
            .decode::<ScanRequest>()
            .scan
            .and_then(|scan| scan.filter);
        let sent = format!("{sent:?}");
        let other = if expected == "QualifierFilter" {
            "ColumnPrefixFilter"
        } else {
            "QualifierFilter"
        };
        assert!(sent.contains(expected) && !sent.contains(other), "{sent}");
    }
    let error = scan(or(Filter::FirstKeyOnly), true).await;
    let error = error.expect_err("cells would be lost");
    assert!(error.to_string().contains("ascending order"), "{error}");
}
