//! Pauses before retries: they leave time for a last try, and start over where there is progress.

use std::time::Duration;

use hbase_backend::{Backend as _, Get};
use tokio::time::{Instant, sleep};

use crate::fake::{Cluster, Fault, Thrown, within};
use crate::{get, one_region, one_region_with};

/// The pauses of 0.1, 0.2, 0.3, 0.5, 1, 2, 4 and 10 s end after 18.1 s; another one of 10 s is too long.
#[tokio::test(start_paused = true)]
async fn the_last_try_is_shortly_before_the_deadline() {
    for is_batch in [false, true] {
        let (cluster, client) = one_region();
        cluster.relocate("", "");
        let back = async {
            sleep(Duration::from_secs(20)).await;
            cluster.relocate("", "a");
        };
        let read = async {
            if is_batch {
                let (table, gets) = (Cluster::table(), [Get::new("r")]);
                let rows = client.get_many(&table, &gets, within(28_000)).await;
                rows.map(|_| ())
            } else {
                get(&client, "r", within(28_000)).await.map(|_| ())
            }
        };
        let (read, ()) = tokio::join!(read, back);
        read.expect("a read");
    }
}

#[tokio::test(start_paused = true)]
async fn there_is_one_last_try_and_not_many() {
    let (cluster, client) = one_region_with("r").await;
    let busy = Thrown::new("RegionTooBusyException", "above the limit");
    cluster.always("a", "Get", Fault::Throw(busy));
    let begun = Instant::now();
    get(&client, "r", within(5500)).await.expect_err("busy");
    assert!(begun.elapsed() < Duration::from_millis(5500));
    let at = cluster.calls("a", "Get").into_iter();
    let at: Vec<_> = at.map(|call| (call.at - begun).as_millis()).collect();
    // After pauses of 1 and 2 s, and the rest of that of 3 s.
    assert!(
        matches!(at[..], [0, 1000..=1010, 3000..=3030, 4450..=4500]),
        "{at:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_progresses_does_not_slow_down() {
    let (cluster, client) = one_region();
    cluster.carry_out_at_most(1);
    let gets: Vec<_> = (0..15).map(|n| Get::new(format!("{n:02}"))).collect();
    let (table, begun) = (Cluster::table(), Instant::now());
    let rows = client.get_many(&table, &gets, within(60_000)).await;
    assert_eq!(rows.expect("reads").len(), 15);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(cluster.count("a", "Multi"), 15);
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_does_not_progress_slows_down() {
    let (cluster, client) = one_region();
    cluster.carry_out_at_most(0);
    let (table, gets) = (Cluster::table(), [Get::new("r")]);
    let rows = client.get_many(&table, &gets, within(20_000)).await;
    rows.expect_err("no progress");
    let tries = cluster.count("a", "Multi");
    assert!(tries <= 15, "{tries} tries");
}
