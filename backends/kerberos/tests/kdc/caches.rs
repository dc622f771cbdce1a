//! Logins by credential caches that `kinit` wrote.

use std::time::Duration;

use hbase_schema_kerberos::{Credentials, LoginError};

use crate::kdc::Kdc;
use crate::soon;

#[tokio::test]
#[ignore = "needs a KDC"]
async fn the_cache_of_kinit_is_used_and_read_again() {
    let kdc = Kdc::running().await;
    let cache = kdc.file("caches-alice");
    kdc.kinit("alice", &cache, &["-l", "4s"]);
    let alice = Credentials::from_cache(kdc.config(), &cache).unwrap();
    assert_eq!(alice.principal(), "alice@TEST.LOCAL");
    alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(4500)).await;
    let start = std::time::Instant::now();
    let error = alice
        .service_ticket("host/kind18", start + Duration::from_secs(1))
        .await
        .unwrap_err();
    assert!(matches!(error, LoginError::Expired { .. }), "{error:?}");
    // After the first login, the call waits for another `kinit` until its deadline.
    assert!(
        start.elapsed() > Duration::from_millis(800),
        "{:?}",
        start.elapsed()
    );
    let waiting = tokio::spawn({
        let alice = alice.clone();
        async move { alice.service_ticket("host/kind18", soon()).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    kdc.kinit("alice", &cache, &[]);
    waiting.await.unwrap().unwrap();

    kdc.kinit("plain", &cache, &["-l", "1h"]);
    tokio::time::sleep(Duration::from_millis(10)).await;
    let other = Credentials::from_cache(kdc.config(), &cache).unwrap();
    assert_eq!(other.principal(), "plain@TEST.LOCAL");
    // The ticket that alice holds is good for ten hours; nothing of the other's is used.
    let ticket = alice.service_ticket("host/kind17", soon()).await.unwrap();
    assert_eq!(ticket.client(), "alice@TEST.LOCAL");
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn errors_of_caches_are_named() {
    let kdc = Kdc::running().await;
    let missing = Credentials::from_cache(kdc.config(), kdc.file("caches-none")).unwrap_err();
    assert!(
        matches!(missing, LoginError::NoCredentials { .. }),
        "{missing:?}"
    );
    let cache = kdc.file("caches-expired");
    kdc.kinit("alice", &cache, &["-l", "1s"]);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let alice = Credentials::from_cache(kdc.config(), &cache).unwrap();
    let error = alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap_err();
    assert!(matches!(error, LoginError::Expired { .. }), "{error:?}");
    println!("{error}");
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn renewable_tickets_are_renewed() {
    let kdc = Kdc::running().await;
    let cache = kdc.file("caches-renewed");
    kdc.kinit("alice", &cache, &["-l", "6s", "-r", "1m"]);
    let alice = Credentials::from_cache(kdc.config(), &cache).unwrap();
    let first = alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    // Beyond the life of the ticket in the file.
    tokio::time::sleep(Duration::from_secs(9)).await;
    let later = alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    assert!(later.expires() > first.expires() + Duration::from_secs(3));
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn both_versions_of_the_format_are_read() {
    let kdc = Kdc::running().await;
    let text = std::fs::read_to_string(kdc.file("krb5.conf")).unwrap();
    for version in [3, 4] {
        let config = kdc.file(&format!("caches-{version}.conf"));
        let line = format!("ccache_type = {version}");
        std::fs::write(&config, text.replace("rdns = false", &line)).unwrap();
        let cache = kdc.file(&format!("caches-{version}"));
        kdc.kinit_by(&config, "alice", &cache, &[]);
        assert_eq!(std::fs::read(&cache).unwrap()[..2], [5, version]);
        let alice = Credentials::from_cache(kdc.config(), &cache).unwrap();
        alice
            .service_ticket("host/localhost", soon())
            .await
            .unwrap();
    }
}
