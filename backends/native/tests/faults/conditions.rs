//! Batches of conditional mutations: each is carried out once, or its outcome is unknown and its error says so.

use hbase_backend::{
    Backend as _, CheckAndMutate, Comparator, CompareOp, Condition, Filter, Get, Mutation, Result,
};
use hbase_native::Native;
use hbase_rpc::message::MultiRequest;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::one_region;

fn column_is(value: &str) -> Condition {
    Condition::Compare {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
        op: CompareOp::Equal,
        comparator: Comparator::Binary(value.into()),
    }
}

/// Puts `to` if the value is `from`; an empty `from` means an absent row.
fn put_if(row: &str, from: &str, to: &str) -> CheckAndMutate {
    let mut mutation = Mutation::new(row);
    let put = mutation.put_at(b"f", b"q", 1, to.as_bytes());
    put.expect("a small cell");
    CheckAndMutate::new(column_is(from), mutation)
}

async fn check(client: &Native, checks: Vec<CheckAndMutate>) -> Vec<Result<bool>> {
    let (table, count) = (Cluster::table(), checks.len());
    let done = client.check_and_mutate_many(&table, checks, within(20_000));
    let done = done.await.expect("results");
    assert_eq!(done.len(), count);
    done
}

async fn value(client: &Native, row: &str) -> String {
    let get = Get::new(row);
    let found = client.get(&Cluster::table(), &get, within(1000)).await;
    let found = found.expect("a read").expect("a row");
    let value = found.value(b"f", b"q").expect("a cell");
    String::from_utf8_lossy(value).into_owned()
}

/// The number of region actions of each request to a server.
fn actions(cluster: &Cluster, server: &str) -> Vec<usize> {
    let calls = cluster.calls(server, "Multi");
    let counts = calls.iter().map(|call| {
        let request = call.decode::<MultiRequest>();
        let actions = request.region_action.iter();
        assert!(actions.clone().all(|action| action.condition.is_some()));
        actions.len()
    });
    counts.collect()
}

#[tokio::test(start_paused = true)]
async fn each_is_a_region_action_of_a_few_requests() {
    let cluster = Cluster::new(&[("", "0500", "a"), ("0500", "", "b")]);
    let client = cluster.client();
    let odd = (0..1000).filter(|n| n % 2 == 1);
    let first = odd.map(|n| put_if(&format!("{n:04}"), "", "old")).collect();
    assert!(
        check(&client, first)
            .await
            .into_iter()
            .all(|held| held.expect("a result"))
    );
    let all = (0..1000)
        .map(|n| put_if(&format!("{n:04}"), "", "new"))
        .collect();
    for (n, held) in check(&client, all).await.into_iter().enumerate() {
        assert_eq!(held.expect("a result"), n % 2 == 0, "row {n}");
    }
    let counts: Vec<usize> = [[32; 8], [63; 8]].concat();
    let counts_at_a = actions(&cluster, "a");
    assert_eq!(counts_at_a.len(), counts.len(), "{counts_at_a:?}");
    assert!(
        counts_at_a
            .iter()
            .zip(counts)
            .all(|(count, most)| *count <= most)
    );
    assert_eq!(value(&client, "0998").await, "new");
    assert_eq!(value(&client, "0999").await, "old");
}

#[tokio::test(start_paused = true)]
async fn without_an_answer_the_outcome_is_unknown_and_nothing_is_sent_again() {
    for fault in [Fault::Cut, Fault::CutAfter] {
        let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
        let client = cluster.client();
        cluster.once("a", "Multi", fault.clone());
        let both = vec![put_if("c", "", "1"), put_if("n", "", "1")];
        let done = check(&client, both).await;
        let error = done[0].as_ref().expect_err("the connection was lost");
        assert!(!error.is_without_effect(), "{error}");
        assert!(error.to_string().contains("unknown"), "{error}");
        assert!(matches!(done[1], Ok(true)));
        assert_eq!(cluster.count("a", "Multi"), 1, "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_server_rejects_is_tried_again_alone() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "s", Thrown::new("RegionTooBusyException", "busy"));
    let rows = ["r", "s", "t"].map(|row| put_if(row, "", "1"));
    let done = check(&client, rows.into()).await;
    assert!(done.iter().all(|held| matches!(held, Ok(true))), "{done:?}");
    assert_eq!(actions(&cluster, "a"), [3, 1]);
    cluster.relocate("", "b");
    let rows = ["r", "s", "t"].map(|row| put_if(row, "1", "2"));
    let done = check(&client, rows.into()).await;
    assert!(done.iter().all(|held| matches!(held, Ok(true))), "{done:?}");
    assert_eq!(value(&client, "s").await, "2");
}

#[tokio::test(start_paused = true)]
async fn an_exception_of_unknown_effect_is_the_result_of_its_row() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "s", Thrown::new("SomeException", "who knows"));
    let rows = ["r", "s", "t"].map(|row| put_if(row, "", "1"));
    let done = check(&client, rows.into()).await;
    let error = done[1].as_ref().expect_err("an exception");
    assert!(error.to_string().contains("unknown"), "{error}");
    assert!(matches!((&done[0], &done[2]), (Ok(true), Ok(true))));
    assert_eq!(actions(&cluster, "a"), [3]);
}

#[tokio::test(start_paused = true)]
async fn those_of_one_row_wait_for_each_other() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "r", Thrown::new("RegionTooBusyException", "busy"));
    let done = check(
        &client,
        vec![
            put_if("r", "", "1"),
            put_if("s", "", "1"),
            put_if("r", "1", "2"),
            put_if("r", "1", "3"),
            put_if("r", "2", "4"),
        ],
    );
    let held: Vec<bool> = done
        .await
        .into_iter()
        .map(|held| held.expect("a result"))
        .collect();
    assert_eq!(held, [true, true, true, false, true]);
    assert_eq!(value(&client, "r").await, "4");
    assert_eq!(actions(&cluster, "a"), [2, 1, 1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_condition_that_a_server_may_not_decode_has_a_request_of_its_own() {
    let (cluster, client) = one_region();
    let thrown = Thrown::final_one("DoNotRetryIOException", "no");
    cluster.always("a", "Multi", Fault::Throw(thrown));
    let mut checks: Vec<_> = ["a", "b", "c", "d"].map(|row| put_if(row, "", "1")).into();
    checks[1].condition = Condition::Filter(Filter::Page(1));
    assert!(check(&client, checks).await.iter().all(Result::is_err));
    let mut counts = actions(&cluster, "a");
    counts.sort_unstable();
    assert_eq!(counts, [1, 1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_looks_at_no_condition_is_noticed() {
    let (cluster, client) = one_region();
    cluster.ignore_conditions();
    let done = check(&client, vec![put_if("r", "other", "1")]).await;
    let error = done[0]
        .as_ref()
        .expect_err("a result without the condition");
    assert!(error.to_string().contains("since 2.4"), "{error}");
}

/// Later mutations of a row wait for the earlier ones, but for nothing else in their request.
#[tokio::test(start_paused = true)]
async fn a_region_that_asks_for_a_pause_holds_up_no_row_of_another_one() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    let throttled = "number of requests exceeded - wait 10sec, 0ms";
    let throttled = Thrown::new("quotas.RpcThrottlingException", throttled);
    cluster.reject_region(1, "", throttled);
    let checks = vec![
        put_if("a", "", "1"),
        put_if("z", "", "1"),
        put_if("z", "1", "2"),
        put_if("a", "1", "2"),
    ];
    let meanwhile = async {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(cluster.keys(), ["z"]);
        value(&client, "z").await
    };
    let (done, value_of_z) = tokio::join!(check(&client, checks), meanwhile);
    assert!(done.iter().all(|held| matches!(held, Ok(true))), "{done:?}");
    assert_eq!(value_of_z, "2");
    assert_eq!(value(&client, "a").await, "2");
}
