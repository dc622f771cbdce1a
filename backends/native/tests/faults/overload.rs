//! Servers that ask for patience.

use std::time::Duration;

use tokio::time::Instant;

use crate::fake::{Fault, Thrown, within};
use crate::{get, one_region_with};

#[tokio::test(start_paused = true)]
async fn a_busy_server_is_left_in_peace_and_its_locations_are_kept() {
    for class in [
        "RegionTooBusyException",
        "CallQueueTooBigException",
        "CallDroppedException",
    ] {
        let (cluster, client) = one_region_with("r").await;
        let busy = Fault::Throw(Thrown::new(class, "above the limit"));
        cluster.times(2, "a", "Get", busy);
        get(&client, "r", within(20_000)).await.expect("a read");
        let at: Vec<_> = cluster
            .calls("a", "Get")
            .iter()
            .map(|call| call.at)
            .collect();
        assert!(at[1] - at[0] >= Duration::from_secs(1), "{class}");
        assert!(at[2] - at[1] >= Duration::from_secs(2), "{class}");
        assert_eq!(cluster.lookups(), 1, "{class}");
    }
}

/// By the flag, of classes that the client knows and of others.
#[tokio::test(start_paused = true)]
async fn an_exception_of_an_overloaded_server_is_followed_by_a_longer_pause() {
    for class in ["NotServingRegionException", "quotas.OtherException"] {
        let (cluster, client) = one_region_with("r").await;
        let overloaded = Fault::Throw(Thrown::overloaded(class));
        cluster.once("a", "Get", overloaded);
        let begun = Instant::now();
        get(&client, "r", within(20_000)).await.expect("a read");
        assert!(begun.elapsed() >= Duration::from_secs(1), "{class}");
        let other = Fault::Throw(Thrown::new(class, "an exception"));
        cluster.once("a", "Get", other);
        let begun = Instant::now();
        get(&client, "r", within(20_000)).await.expect("a read");
        assert!(begun.elapsed() < Duration::from_millis(500), "{class}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_throttled_call_waits_as_long_as_the_server_says() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Throw(throttled("4sec, 500ms")));
    let begun = Instant::now();
    get(&client, "r", within(20_000)).await.expect("a read");
    let waited = begun.elapsed().as_secs_f64();
    assert!((4.5..4.6).contains(&waited), "{waited} s");
    assert_eq!(cluster.lookups(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_deadline_fails_at_once() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Throw(throttled("1mins")));
    let begun = Instant::now();
    let error = get(&client, "r", within(20_000))
        .await
        .expect_err("throttled");
    assert!(begun.elapsed() < Duration::from_millis(100));
    assert!(error.to_string().contains("wait 1mins"), "{error}");
    assert_eq!(cluster.count("a", "Get"), 1);
}

fn throttled(wait: &str) -> Thrown {
    let message = format!("number of requests exceeded - wait {wait}");
    Thrown::final_one("quotas.RpcThrottlingException", &message)
}
