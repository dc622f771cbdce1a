//! Callers that wait for the same region share a look-up in `hbase:meta`.

use std::time::Duration;

use futures_util::future::join_all;
use hbase_backend::{Error, Result, Row};
use hbase_native::Native;
use tokio::time::sleep;

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region, one_region_with};

async fn gets(client: &Native, count: usize, ms: u64) -> Vec<Result<Option<Row>>> {
    let rows: Vec<_> = (0..count)
        .map(|n| format!("{:03}", n * 619 % 1000))
        .collect();
    join_all(rows.iter().map(|row| get(client, row, within(ms)))).await
}

#[tokio::test(start_paused = true)]
async fn calls_on_a_region_without_a_server_share_its_look_ups() {
    let (cluster, client) = one_region();
    cluster.relocate("", "");
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(5)));
    let found = gets(&client, 1000, 500).await;
    assert!(found.iter().all(Result::is_err));
    let (lookups, states) = (cluster.lookups(), cluster.count("m", "State"));
    assert!(
        lookups <= 10 && states <= 10,
        "{lookups} look-ups, {states} states"
    );
}

#[tokio::test(start_paused = true)]
async fn a_region_that_is_back_is_found_by_all_who_wait() {
    let (cluster, client) = one_region();
    cluster.relocate("", "");
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(5)));
    let back = async {
        sleep(Duration::from_millis(250)).await;
        cluster.relocate("", "a");
    };
    let (found, ()) = tokio::join!(gets(&client, 1000, 5000), back);
    assert!(found.iter().all(Result::is_ok));
}

/// An error is shared only by those who came before its look-up.
#[tokio::test(start_paused = true)]
async fn a_table_that_was_missing_is_found_once_it_is_there() {
    let cluster = Cluster::new(&[]);
    let client = cluster.client();
    cluster.always("m", "Locate", Fault::Late(Duration::from_millis(5)));
    for found in gets(&client, 100, 1000).await {
        let error = found.expect_err("no table");
        assert!(matches!(error, Error::TableNotFound { .. }), "{error}");
    }
    assert!(cluster.lookups() <= 2, "{} look-ups", cluster.lookups());
    cluster.merge("", "", "a");
    get(&client, "r", within(1000)).await.expect("a read");
}

/// They do not leave a look-up each: one continues until its limit, and the others wait for it.
#[tokio::test(start_paused = true)]
async fn callers_in_a_hurry_share_the_look_ups_of_a_silent_meta() {
    let (cluster, client) = one_region();
    cluster.always("m", "Locate", Fault::Silence);
    for _ in 0..50 {
        let found = gets(&client, 20, 200).await;
        assert!(found.iter().all(Result::is_err));
    }
    // They end after 1, 3, 7 and 15 s.
    assert_eq!(cluster.lookups(), 4);
    cluster.heal();
    sleep(Duration::from_secs(5)).await;
    get(&client, "r", within(200)).await.expect("a read");
}

/// A busy region has a server, so its table is not disabled.
#[tokio::test(start_paused = true)]
async fn the_state_of_a_table_is_asked_for_where_a_region_is_nowhere() {
    let (cluster, client) = one_region_with("r").await;
    let busy = Thrown::new("RegionTooBusyException", "above the limit");
    cluster.times(4, "a", "Get", Fault::Throw(busy));
    get(&client, "r", within(60_000)).await.expect("a read");
    assert_eq!(cluster.count("m", "State"), 0);
}

/// A search for a better error does not delay the next try.
#[tokio::test(start_paused = true)]
async fn the_state_of_a_table_is_waited_for_no_longer_than_the_pause() {
    let (cluster, client) = one_region_with("r").await;
    let away = Fault::Throw(Thrown::not_serving());
    cluster.times(3, "a", "Get", away);
    cluster.always("m", "State", Fault::Silence);
    let begun = tokio::time::Instant::now();
    get(&client, "r", within(60_000)).await.expect("a read");
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
}

/// The third pause is shorter than that; later ones are not.
#[tokio::test(start_paused = true)]
async fn a_disabled_table_is_found_out_by_a_slow_meta_too() {
    let (cluster, client) = one_region_with("r").await;
    cluster.disable();
    cluster.always("m", "State", Fault::Late(Duration::from_millis(400)));
    let begun = tokio::time::Instant::now();
    let error = get(&client, "r", within(20_000)).await;
    let error = error.expect_err("a disabled table");
    assert!(matches!(error, Error::TableDisabled { .. }), "{error}");
    assert!(
        begun.elapsed() < Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
}
