//! Procedures of the master whose responses do not come.

use std::time::Duration;

use hbase_backend::{Backend as _, Error, Result};
use hbase_model::{FamilyDescriptor, TableChange};
use tokio::time::sleep;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::one_region;

/// Drops the table, which is disabled first, while `meanwhile` happens.
async fn drop_table(cluster: &Cluster, meanwhile: impl FnOnce()) -> Result<()> {
    let client = cluster.client();
    let happens = async {
        sleep(Duration::from_millis(50)).await;
        meanwhile();
    };
    let table = Cluster::table();
    let (outcome, ()) = tokio::join!(client.drop_table(&table, within(2000)), happens);
    outcome
}

fn expect_unfinished(outcome: Result<()>, why: &str) {
    let error = outcome.expect_err("no response");
    assert!(!error.is_without_effect(), "{error}");
    assert!(error.to_string().contains(why), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_procedure_whose_request_was_lost_before_the_master_died_is_in_doubt() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.once("m", "DisableTable", Fault::CutAfter);
    let outcome = drop_table(&cluster, || cluster.kill("m")).await;
    assert_eq!(cluster.count("m", "DisableTable"), 1);
    expect_unfinished(outcome, "unknown");
}

#[tokio::test(start_paused = true)]
async fn a_procedure_that_was_started_before_the_master_died_is_in_doubt() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.always("m", "getProcedureResult", Fault::Cut);
    let outcome = drop_table(&cluster, || cluster.kill("m")).await;
    assert_eq!(cluster.count("m", "DisableTable"), 1);
    expect_unfinished(outcome, "the procedure was started");
}

#[tokio::test(start_paused = true)]
async fn a_procedure_whose_response_was_lost_is_requested_again_with_its_nonce() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.once("m", "DisableTable", Fault::CutAfter);
    drop_table(&cluster, || ()).await.expect("a second try");
    let calls = cluster.calls("m", "DisableTable");
    let nonces = calls.iter().map(|call| {
        let request: hbase_rpc::message::DisableTableRequest = call.decode();
        (request.nonce_group, request.nonce)
    });
    let nonces: Vec<_> = nonces.collect();
    assert_eq!(nonces.len(), 2);
    assert!(
        nonces[0] == nonces[1] && nonces[0].1.is_some(),
        "{nonces:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_procedure_that_no_master_has_received_was_not_sent() {
    let cluster = Cluster::new(&[("", "", "a")]);
    cluster.kill("m");
    let error = drop_table(&cluster, || ()).await.expect_err("no master");
    assert!(matches!(error, Error::NotSent { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_change_that_no_master_has_received_does_not_hide_an_earlier_one() {
    let (cluster, client) = one_region();
    let busy = Thrown::new("PleaseHoldException", "Master is initializing");
    cluster.always("m", "GetTableDescriptors", Fault::Throw(busy));
    let changes = [
        TableChange::AddFamily(FamilyDescriptor::new("g")),
        TableChange::AlterFamily(FamilyDescriptor::new("f")),
    ];
    let killed = async {
        sleep(Duration::from_millis(50)).await;
        cluster.kill("m");
    };
    let table = Cluster::table();
    let (outcome, ()) = tokio::join!(client.alter_table(&table, &changes, within(2000)), killed);
    assert_eq!(cluster.count("m", "AddColumn"), 1);
    expect_unfinished(outcome, "earlier changes were made");
}

#[tokio::test(start_paused = true)]
async fn no_change_is_made_where_one_of_them_is_invalid() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let changes = [
        TableChange::AddFamily(FamilyDescriptor::new("g")),
        TableChange::AddFamily(FamilyDescriptor::new("a:b")),
    ];
    let (client, table) = (cluster.client(), Cluster::table());
    let error = client.alter_table(&table, &changes, within(2000)).await;
    let error = error.expect_err("an invalid name");
    assert!(error.is_without_effect(), "{error}");
    assert_eq!(cluster.count("m", "AddColumn"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_flush_waits_for_a_region_without_a_server() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    cluster.relocate("m", "");
    let back = async {
        sleep(Duration::from_secs(1)).await;
        cluster.relocate("m", "c");
    };
    let table = Cluster::table();
    let (outcome, ()) = tokio::join!(client.flush(&table, within(10_000)), back);
    outcome.expect("a flush");
    let flushes = ["a", "b", "c"].map(|host| cluster.count(host, "FlushRegion"));
    assert_eq!(flushes, [1, 0, 1]);
    cluster.relocate("m", "");
    let error = client.flush(&table, within(1000)).await;
    let error = error.expect_err("a region without a server");
    assert!(error.to_string().contains("no server"), "{error}");
    cluster.disable();
    let error = client.flush(&table, within(1000)).await;
    let error = error.expect_err("a disabled table");
    assert!(matches!(error, Error::TableDisabled { .. }), "{error}");
}
