//! The writes of one row keep their order, no matter which of them a server rejects.

use hbase_backend::{Backend as _, Get, Mutation, Result};
use hbase_native::Native;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::one_region;

fn put(row: &str, qualifier: &str, value: &str) -> Mutation {
    let mut mutation = Mutation::new(row);
    let put = mutation.put_at(b"f", qualifier.as_bytes(), 1, value.as_bytes());
    put.expect("a small cell");
    mutation
}

/// Two actions, in one step.
fn put_and_delete(row: &str, value: &str) -> Mutation {
    let mut mutation = put(row, "q", value);
    let delete = mutation.delete_column(b"f", b"other", None);
    delete.expect("a small marker");
    mutation
}

async fn write(client: &Native, writes: Vec<Mutation>) -> Vec<Result<()>> {
    let table = Cluster::table();
    let outcomes = client.mutate_many(&table, writes, within(20_000));
    outcomes.await.expect("outcomes")
}

async fn value(client: &Native, row: &str) -> String {
    let get = Get::new(row);
    let found = client.get(&Cluster::table(), &get, within(1000)).await;
    let found = found.expect("a read").expect("a row");
    let value = found.value(b"f", b"q").expect("a cell");
    String::from_utf8_lossy(value).into_owned()
}

fn busy() -> Thrown {
    Thrown::new("RegionTooBusyException", "StoreTooBusy")
}

#[tokio::test(start_paused = true)]
async fn a_write_is_not_repeated_after_a_later_one_of_its_row() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "r", busy());
    let writes = vec![put("r", "q", "1"), put("s", "q", "1"), put("r", "q", "2")];
    let outcomes = write(&client, writes).await;
    let error = outcomes[0].as_ref().expect_err("it was overtaken");
    assert!(error.to_string().contains("StoreTooBusy"), "{error}");
    assert!(outcomes[1].is_ok() && outcomes[2].is_ok(), "{outcomes:?}");
    assert_eq!(value(&client, "r").await, "2");
    assert_eq!(cluster.count("a", "Multi"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_write_of_other_columns_overtakes_nothing() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "r", busy());
    let writes = vec![put("r", "q", "1"), put("r", "p", "2")];
    let outcomes = write(&client, writes).await;
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(cluster.count("a", "Multi"), 2);
}

#[tokio::test(start_paused = true)]
async fn rejected_writes_of_a_row_are_repeated_in_their_order() {
    let (cluster, client) = one_region();
    let thrown = Thrown::new("quotas.RpcThrottlingException", "wait 5sec");
    cluster.reject_writes(1, "r", thrown);
    cluster.reject_writes(1, "r", Thrown::new("RegionOpeningException", "soon"));
    let outcomes = write(&client, vec![put("r", "q", "1"), put("r", "q", "2")]).await;
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(value(&client, "r").await, "2");
    assert_eq!(cluster.count("a", "Multi"), 2, "they parted");
}

#[tokio::test(start_paused = true)]
async fn a_row_of_several_actions_waits_for_earlier_writes() {
    let (cluster, client) = one_region();
    // The first region action of the first request, and no other.
    cluster.reject_region(
        1,
        "",
        Thrown::new("RegionTooBusyException", "Over memstore"),
    );
    let writes = vec![
        put("r", "q", "1"),
        put_and_delete("r", "2"),
        put("r", "q", "3"),
        put("s", "q", "1"),
        put_and_delete("r", "4"),
    ];
    let outcomes = write(&client, writes).await;
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(value(&client, "r").await, "4");
}

#[tokio::test(start_paused = true)]
async fn a_row_has_so_many_writes_in_a_request_as_a_server_applies_in_one_step() {
    let (cluster, client) = one_region();
    cluster.once("a", "Multi", Fault::Throw(busy()));
    let writes = (0..1200).map(|n| put("r", "q", &n.to_string())).collect();
    let outcomes = write(&client, writes).await;
    assert!(outcomes.iter().all(Result::is_ok));
    assert_eq!(value(&client, "r").await, "1199");
    let calls = cluster.calls("a", "Multi");
    let counts = calls.iter().map(|call| {
        let request = call.decode::<hbase_rpc::message::MultiRequest>();
        request.region_action[0].action.len()
    });
    assert_eq!(counts.collect::<Vec<_>>(), [500, 500, 500, 200]);
}
