//! One region or server does not delay the other rows of a batch.

use std::time::Duration;

use hbase_backend::{Backend as _, Error, Get, Mutation, Result};
use hbase_native::Native;
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{one_region, put, two_regions_with_rows};

fn writes<'r>(rows: impl IntoIterator<Item = &'r str>) -> Vec<Mutation> {
    let write = |row: &'r str| {
        let mut mutation = Mutation::new(row);
        mutation.put_at(b"f", b"q", 1, b"v").expect("a small cell");
        mutation
    };
    rows.into_iter().map(write).collect()
}

async fn write(client: &Native, rows: &[&str], ms: u64) -> Vec<Result<()>> {
    let (table, writes) = (Cluster::table(), writes(rows.iter().copied()));
    let outcomes = client.mutate_many(&table, writes, within(ms)).await;
    outcomes.expect("outcomes")
}

#[tokio::test(start_paused = true)]
async fn a_region_without_a_server_holds_up_no_other_region() {
    for is_cached in [false, true] {
        let cluster = Cluster::new(&[("", "g", "a"), ("g", "p", "a"), ("p", "", "b")]);
        let client = cluster.client();
        if is_cached {
            for row in ["a", "h", "z"] {
                put(&client, row, within(1000)).await.expect("a write");
            }
        }
        cluster.relocate("g", "");
        let meanwhile = async {
            sleep(Duration::from_secs(1)).await;
            let written = cluster.keys();
            cluster.relocate("g", "c");
            written
        };
        let all = ["b", "h", "i", "y"];
        let (outcomes, written) = tokio::join!(write(&client, &all, 20_000), meanwhile);
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        let others = ["b", "y"];
        assert!(
            others
                .iter()
                .all(|row| written.iter().any(|key| key == row))
        );
        assert!(!written.contains(&"i".to_owned()), "{written:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn many_rows_without_a_server_cost_a_look_up_a_try() {
    let cluster = Cluster::new(&[("", "5", "a"), ("5", "", "a")]);
    let client = cluster.client();
    cluster.relocate("5", "");
    let gets: Vec<_> = (0..10_000).map(|n| Get::new(format!("{n:04}"))).collect();
    let table = Cluster::table();
    let error = client.get_many(&table, &gets, within(3000)).await;
    let error = error.expect_err("no server");
    assert!(error.to_string().contains("no server"), "{error}");
    // After 0.1, 0.2, 0.3, 0.5 and 1 s.
    assert!(cluster.lookups() <= 8, "{} look-ups", cluster.lookups());
}

#[tokio::test(start_paused = true)]
async fn rows_on_both_sides_of_a_hole_in_meta_are_written() {
    let cluster = Cluster::new(&[("", "e", "a"), ("e", "m", "a"), ("m", "", "b")]);
    cluster.drop_region("e");
    let client = cluster.client();
    let begun = Instant::now();
    let meanwhile = async {
        sleep(Duration::from_secs(1)).await;
        assert_eq!(cluster.keys(), ["a", "z"]);
    };
    let all = ["a", "f", "g", "h", "z"];
    let (outcomes, ()) = tokio::join!(write(&client, &all, 3000), meanwhile);
    let ended: Vec<_> = outcomes.iter().map(Result::is_ok).collect();
    assert_eq!(ended, [true, false, false, false, true]);
    let error = outcomes[2].as_ref().expect_err("a hole");
    assert!(error.to_string().contains("no region"), "{error}");
    assert!(begun.elapsed() <= Duration::from_secs(3));
    assert!(cluster.lookups() <= 16, "{} look-ups", cluster.lookups());
}

#[tokio::test(start_paused = true)]
async fn known_regions_are_written_while_meta_is_silent() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    put(&client, "a", within(1000)).await.expect("a write");
    cluster.always("m", "Locate", Fault::Silence);
    let meanwhile = async {
        sleep(Duration::from_millis(500)).await;
        cluster.keys()
    };
    let (outcomes, written) = tokio::join!(write(&client, &["b", "z"], 1000), meanwhile);
    assert_eq!(written, ["a", "b"]);
    assert!(outcomes[0].is_ok());
    let late = outcomes[1].as_ref().expect_err("nobody finds its region");
    assert!(matches!(late, Error::DeadlineExceeded { .. }), "{late}");
}

#[tokio::test(start_paused = true)]
async fn found_regions_are_written_while_others_are_looked_up() {
    for fault in [Fault::Silence, Fault::Late(Duration::from_secs(5))] {
        let cluster = Cluster::new(&[("", "e", "a"), ("e", "m", "b"), ("m", "", "b")]);
        let client = cluster.client();
        let quick = Fault::Late(Duration::from_millis(1));
        cluster.once("m", "Locate", quick);
        cluster.once("m", "Locate", fault.clone());
        let meanwhile = async {
            sleep(Duration::from_millis(500)).await;
            cluster.keys()
        };
        let all = ["a", "f", "z"];
        let (outcomes, written) = tokio::join!(write(&client, &all, 20_000), meanwhile);
        assert_eq!(written, ["a"], "{fault:?}");
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        let lookups = cluster.lookups();
        assert!(lookups <= 4, "{fault:?}: {lookups} look-ups");
    }
}

#[tokio::test(start_paused = true)]
async fn found_regions_are_written_while_all_others_are_read_behind_a_hole() {
    let cluster = Cluster::new(&[("", "e", "a"), ("e", "m", "a"), ("m", "", "b")]);
    cluster.drop_region("e");
    let client = cluster.client();
    let quick = Fault::Late(Duration::from_millis(1));
    cluster.times(3, "m", "Locate", quick);
    cluster.always("m", "Locate", Fault::Silence);
    let meanwhile = async {
        sleep(Duration::from_millis(500)).await;
        cluster.keys()
    };
    let (outcomes, written) = tokio::join!(write(&client, &["a", "f", "z"], 3000), meanwhile);
    assert_eq!(written, ["a"]);
    assert!(outcomes[0].is_ok(), "{outcomes:?}");
}

#[tokio::test(start_paused = true)]
async fn a_batch_on_a_disabled_table_says_so() {
    let (cluster, client) = two_regions_with_rows().await;
    cluster.disable();
    let begun = Instant::now();
    for outcome in write(&client, &["a", "b", "z"], 20_000).await {
        let error = outcome.expect_err("a disabled table");
        assert!(matches!(error, Error::TableDisabled { .. }), "{error}");
    }
    let (table, gets) = (Cluster::table(), [Get::new("a")]);
    let error = client.get_many(&table, &gets, within(20_000)).await;
    let error = error.expect_err("a disabled table");
    assert!(matches!(error, Error::TableDisabled { .. }), "{error}");
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
}

fn throttled(wait: &str) -> Thrown {
    let message = format!("number of requests exceeded - wait {wait}");
    Thrown::new("quotas.RpcThrottlingException", &message)
}

fn busy() -> Thrown {
    Thrown::new("RegionTooBusyException", "Over memstore limit")
}

#[tokio::test(start_paused = true)]
async fn each_region_waits_for_its_own_pause() {
    let cluster = Cluster::new(&[("", "g", "a"), ("g", "p", "a"), ("p", "", "a")]);
    let client = cluster.client();
    cluster.reject_region(1, "", throttled("50ms"));
    cluster.reject_region(1, "g", busy());
    cluster.reject_region(1, "p", throttled("1hrs"));
    let begun = Instant::now();
    let outcomes = write(&client, &["a", "h", "z"], 20_000).await;
    assert!(outcomes[0].is_ok() && outcomes[1].is_ok(), "{outcomes:?}");
    let error = outcomes[2]
        .as_ref()
        .expect_err("a wait beyond the deadline");
    assert!(error.to_string().contains("wait 1hrs"), "{error}");
    let at = cluster.calls("a", "Multi").into_iter().map(|call| {
        let after = call.at - begun;
        after.as_millis() / 10
    });
    let at: Vec<_> = at.collect();
    assert!(matches!(at[..], [0, 5, 100..=101]), "{at:?}");
}

#[tokio::test(start_paused = true)]
async fn the_writes_of_a_region_wait_for_its_longest_pause() {
    let (cluster, client) = one_region();
    cluster.reject_writes(1, "a", throttled("50ms"));
    cluster.reject_writes(1, "b", busy());
    cluster.reject_writes(1, "c", throttled("1hrs"));
    let begun = Instant::now();
    let outcomes = write(&client, &["a", "b", "c", "d"], 20_000).await;
    let ended: Vec<_> = outcomes.iter().map(Result::is_ok).collect();
    assert_eq!(ended, [true, true, false, true]);
    let took = begun.elapsed().as_secs_f64();
    assert!((1.0..1.1).contains(&took), "{took} s");
    assert_eq!(cluster.count("a", "Multi"), 2);
}

#[tokio::test(start_paused = true)]
async fn rows_that_fail_for_an_unknown_reason_end_after_a_few_tries_of_their_own() {
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "a")]);
    let client = cluster.client();
    let unknown = Thrown::new("SomeException", "an unknown reason");
    cluster.reject_region(usize::MAX, "", unknown);
    cluster.reject_region(usize::MAX, "m", Thrown::not_serving());
    let begun = Instant::now();
    let meanwhile = async {
        let table = Cluster::table();
        let gets = [Get::new("a")];
        let error = client.get_many(&table, &gets, within(60_000)).await;
        (error, begun.elapsed())
    };
    let (outcomes, (error, took)) = tokio::join!(write(&client, &["a", "z"], 10_000), meanwhile);
    assert!(error.is_err() && took < Duration::from_secs(5), "{took:?}");
    let errors: Vec<_> = outcomes.iter().map(|one| format!("{one:?}")).collect();
    assert!(errors[0].contains("unknown reason"), "{errors:?}");
    assert!(errors[1].contains("not online"), "{errors:?}");
    let tries = cluster.count("a", "Multi");
    assert!(tries <= 20, "{tries} requests");
}
