//! Batches: the number of their requests, and the outcome of each row.

use std::time::Duration;

use hbase_backend::{Backend as _, Error, Get, Mutation};
use hbase_native::Native;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::one_region;

fn writes(rows: impl Iterator<Item = u32>) -> Vec<Mutation> {
    let write = |(at, row): (usize, u32)| {
        let mut mutation = Mutation::new(format!("{row:04}"));
        let value = at.to_string();
        let put = mutation.put_at(b"f", b"q", 1, value.as_bytes());
        put.expect("a small cell");
        mutation
    };
    rows.enumerate().map(write).collect()
}

async fn write(client: &Native, rows: impl Iterator<Item = u32>) {
    let (table, writes) = (Cluster::table(), writes(rows));
    let count = writes.len();
    let outcomes = client.mutate_many(&table, writes, within(20_000)).await;
    let outcomes = outcomes.expect("outcomes");
    assert_eq!(outcomes.len(), count);
    for outcome in outcomes {
        outcome.expect("a write");
    }
}

/// The values of rows, which are the positions of their writes.
async fn values(client: &Native, rows: impl Iterator<Item = u32>) -> Vec<String> {
    let gets: Vec<_> = rows.map(|row| Get::new(format!("{row:04}"))).collect();
    let table = Cluster::table();
    let found = client.get_many(&table, &gets, within(20_000)).await;
    let value = |row: Option<hbase_backend::Row>| {
        let row = row.expect("a row");
        let cell = row.cells().next().expect("a cell");
        String::from_utf8_lossy(cell.value).into_owned()
    };
    found.expect("rows").into_iter().map(value).collect()
}

fn positions(count: u32) -> Vec<String> {
    (0..count).map(|at| at.to_string()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_long_batch_is_sent_as_two_requests_to_a_server() {
    let cluster = Cluster::new(&[("", "0100", "a"), ("0100", "0700", "a"), ("0700", "", "b")]);
    let client = cluster.client();
    let shuffled = || (0..1000).map(|n| n * 619 % 1000);
    write(&client, shuffled()).await;
    assert_eq!(cluster.count("a", "Multi"), 2);
    assert_eq!(cluster.count("b", "Multi"), 2);
    assert_eq!(values(&client, shuffled()).await, positions(1000));
    assert_eq!(cluster.count("a", "Multi"), 4);
    write(&client, 0..199).await;
    assert_eq!(cluster.count("a", "Multi"), 5, "a short one is sent whole");
}

#[tokio::test(start_paused = true)]
async fn writes_of_one_row_stay_in_one_request_and_in_order() {
    let (cluster, client) = one_region();
    // The middle is within the writes of row 1, which the first request would write last.
    cluster.once("a", "Multi", Fault::Late(Duration::from_millis(500)));
    write(&client, (0..600).map(|n| n / 250)).await;
    assert_eq!(cluster.count("a", "Multi"), 2);
    assert_eq!(values(&client, 0..3).await, ["249", "499", "599"]);
    write(&client, (0..400).map(|_| 7)).await;
    assert_eq!(values(&client, 7..8).await, ["399"]);
    assert_eq!(cluster.count("a", "Multi"), 5, "each get is one of them");
}

#[tokio::test(start_paused = true)]
async fn each_half_of_a_long_batch_is_tried_again_alone() {
    let (cluster, client) = one_region();
    cluster.once(
        "a",
        "Multi",
        Fault::Throw(Thrown::new("RegionTooBusyException", "busy")),
    );
    write(&client, 0..1000).await;
    assert_eq!(cluster.count("a", "Multi"), 4, "500 rows are long too");
    assert_eq!(values(&client, 0..1000).await, positions(1000));
}

/// Puts a value and deletes another column: two actions, in one step.
fn put_and_delete(row: &str, value: &str) -> Mutation {
    let mut mutation = Mutation::new(row);
    let put = mutation.put_at(b"f", b"q", 1, value.as_bytes());
    put.expect("a small cell");
    let delete = mutation.delete_column(b"f", b"other", None);
    delete.expect("a small marker");
    mutation
}

#[tokio::test(start_paused = true)]
async fn writes_of_a_row_keep_their_order_where_one_has_several_actions() {
    let (_cluster, client) = one_region();
    let mut later = Mutation::new("0000");
    later.put_at(b"f", b"q", 1, b"2").expect("a small cell");
    let (table, both) = (Cluster::table(), vec![put_and_delete("0000", "1"), later]);
    let outcomes = client.mutate_many(&table, both, within(1000)).await;
    assert!(outcomes.expect("outcomes").iter().all(Result::is_ok));
    assert_eq!(values(&client, 0..1).await, ["2"]);
}

#[tokio::test(start_paused = true)]
async fn a_row_of_several_actions_follows_its_region() {
    let (cluster, client) = one_region();
    write(&client, 0..1).await;
    cluster.relocate("", "b");
    let table = Cluster::table();
    for _ in 0..2 {
        let mutation = put_and_delete("0000", "moved");
        let done = client.mutate(&table, mutation, within(5000)).await;
        done.expect("a write");
    }
    assert_eq!(values(&client, 0..1).await, ["moved"]);
    assert_eq!(
        cluster.count("a", "Multi"),
        2,
        "the second one knows where the region is"
    );
}

#[tokio::test(start_paused = true)]
async fn requests_are_bounded_in_bytes() {
    let (cluster, client) = one_region();
    let large = |row: u32| {
        let mut mutation = Mutation::new(format!("{row:04}"));
        let put = mutation.put_at(b"f", b"q", 1, &vec![7; 1 << 20]);
        put.expect("a cell");
        mutation
    };
    let (table, writes) = (Cluster::table(), (0..20).map(large).collect());
    let outcomes = client.mutate_many(&table, writes, within(20_000)).await;
    assert!(outcomes.expect("outcomes").iter().all(Result::is_ok));
    assert_eq!(cluster.count("a", "Multi"), 3, "7 MiB, 7 and 6");
}

#[tokio::test(start_paused = true)]
async fn a_missing_table_is_looked_up_once_for_a_batch() {
    let cluster = Cluster::new(&[]);
    let client = cluster.client();
    let table = Cluster::table();
    let outcomes = client.mutate_many(&table, writes(0..1000), within(1000));
    for outcome in outcomes.await.expect("outcomes") {
        let error = outcome.expect_err("no table");
        assert!(matches!(error, Error::TableNotFound { .. }), "{error}");
    }
    assert!(cluster.lookups() <= 2, "{} look-ups", cluster.lookups());
}

#[tokio::test(start_paused = true)]
async fn requests_are_bounded_in_bytes_where_all_writes_are_of_one_row() {
    let (cluster, client) = one_region();
    let write = |version: u8| {
        let mut mutation = Mutation::new("r");
        let value = vec![version; 1 << 20];
        let put = mutation.put_at(b"f", b"q", version.into(), &value);
        put.expect("a cell");
        mutation
    };
    let (table, writes) = (Cluster::table(), (0..20).map(write).collect());
    let outcomes = client.mutate_many(&table, writes, within(20_000)).await;
    assert!(outcomes.expect("outcomes").iter().all(Result::is_ok));
    let calls = cluster.calls("a", "Multi").into_iter().map(|call| {
        let request = call.decode::<hbase_rpc::message::MultiRequest>();
        request.region_action[0].action.len()
    });
    assert_eq!(calls.collect::<Vec<_>>(), [7, 7, 6], "MiB");
    let row = client.get(&table, &Get::new("r"), within(1000)).await;
    let row = row.expect("a read").expect("a row");
    assert_eq!(row.value(b"f", b"q"), Some(&vec![19; 1 << 20][..]));
}
