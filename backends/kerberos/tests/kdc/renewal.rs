//! Logins while the KDC is stopped and started, and while its clock differs.

use std::time::{Duration, Instant, SystemTime};

use hbase_schema_kerberos::{Credentials, LoginError};

use crate::kdc::Kdc;

/// No call fails after the first login, and none waits for a KDC that is down.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a KDC, which it stops; takes 100 s"]
async fn tickets_of_30_s_outlast_15_s_without_a_kdc() {
    let kdc = Kdc::alone().await;
    let user = kdc.credentials("short");
    let start = Instant::now();
    let mut ends = Vec::new();
    let mut is_down = false;
    while start.elapsed() < Duration::from_secs(100) {
        let second = start.elapsed().as_secs() % 45;
        let should_be_down = (25..40).contains(&second);
        if should_be_down != is_down {
            kdc.control(&[if should_be_down { "stop" } else { "start" }]);
            is_down = should_be_down;
        }
        let call = Instant::now();
        let deadline = call + Duration::from_millis(500);
        let ticket = user.service_ticket("host/short", deadline).await;
        let ticket = ticket.unwrap_or_else(|error| {
            panic!("after {:?}, down: {is_down}: {error}", start.elapsed())
        });
        assert!(ticket.expires() > SystemTime::now());
        if ends.last() != Some(&ticket.expires()) {
            ends.push(ticket.expires());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    if is_down {
        kdc.control(&["start"]);
    }
    println!("{} tickets in 100 s", ends.len());
    assert!((4..20).contains(&ends.len()), "{ends:?}");
}

/// A call that needs a new ticket while the KDC is down waits for it until its deadline.
#[tokio::test]
#[ignore = "needs a KDC, which it stops"]
async fn a_new_ticket_waits_for_the_kdc() {
    let kdc = Kdc::alone().await;
    let alice = kdc.credentials("alice");
    alice
        .service_ticket("host/localhost", crate::soon())
        .await
        .unwrap();
    kdc.control(&["stop"]);
    let start = Instant::now();
    let error = alice
        .service_ticket("host/kind18", start + Duration::from_secs(1))
        .await
        .unwrap_err()
        .to_string();
    let waited = start.elapsed();
    let waiting = tokio::spawn({
        let alice = alice.clone();
        async move { alice.service_ticket("host/kind18", crate::soon()).await }
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    kdc.control(&["start"]);
    waiting.await.unwrap().unwrap();
    assert!(
        error.contains("no KDC of the realm TEST.LOCAL replied") && error.contains(&kdc.address),
        "{error}"
    );
    assert!(
        waited > Duration::from_millis(800) && waited < Duration::from_millis(1300),
        "{waited:?}"
    );
}

/// The KDC's clock is an hour ahead: the client follows it, or names the difference.
#[tokio::test]
#[ignore = "needs a KDC, whose clock it changes"]
async fn the_clock_of_the_kdc_is_followed_or_named() {
    let kdc = Kdc::alone().await;
    kdc.control(&["stop"]);
    kdc.control(&["start", "+1h"]);
    let alice = kdc.credentials("alice");
    let ticket = alice.service_ticket("host/localhost", crate::soon()).await;
    let other = alice.service_ticket("host/kind18", crate::soon()).await;
    let strict = kdc.config_with(|text| text.replace("rdns = false", "kdc_timesync = 0"));
    let strict = Credentials::from_keytab(strict, kdc.keytab("alice"), "alice").unwrap();
    let error = strict.service_ticket("host/localhost", crate::soon()).await;
    // A ticket from before, whose owner does not know of the KDC's clock.
    let cache = kdc.file("renewal-clock");
    kdc.control(&["stop"]);
    kdc.control(&["start"]);
    kdc.kinit("alice", &cache, &[]);
    let cached = Credentials::from_cache(kdc.config(), &cache).unwrap();
    kdc.control(&["stop"]);
    kdc.control(&["start", "+1h"]);
    let from_cache = cached.service_ticket("host/localhost", crate::soon()).await;
    kdc.control(&["stop"]);
    kdc.control(&["start"]);
    let left = ticket
        .unwrap()
        .expires()
        .duration_since(SystemTime::now())
        .unwrap();
    assert!(left > Duration::from_secs(10 * 3600), "{left:?}");
    other.unwrap();
    from_cache.unwrap();
    let error = error.unwrap_err();
    assert!(
        matches!(
            &error,
            LoginError::ClockSkew {
                seconds: 3590..=3610,
                ..
            }
        ),
        "{error:?}"
    );
}
