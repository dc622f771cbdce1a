//! Each cause of a failed login has an error of its own, which comes at once.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use hbase_schema_kerberos::{Credentials, LoginError};

use crate::kdc::Kdc;
use crate::soon;

/// The error of a login, which must come within 2 s.
async fn error(credentials: &Credentials, service: &str) -> LoginError {
    let start = Instant::now();
    let error = credentials
        .service_ticket(service, soon())
        .await
        .unwrap_err();
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}: {error}",
        start.elapsed()
    );
    println!("{error}");
    error
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn principals_that_may_not_log_in_are_named() {
    let kdc = Kdc::running().await;
    let service = "host/localhost";
    let found = error(&kdc.credentials("locked"), service).await;
    assert!(matches!(found, LoginError::Disabled { .. }), "{found:?}");
    let found = error(&kdc.credentials("expired"), service).await;
    assert!(matches!(found, LoginError::Disabled { .. }), "{found:?}");
    let found = error(&kdc.credentials("weak"), service).await;
    assert!(
        matches!(&found, LoginError::NoCommonType { found, .. } if found.contains("arcfour-hmac")),
        "{found:?}"
    );
    let nobody = Credentials::from_keytab(kdc.config(), kdc.keytab("alice"), "nobody").unwrap();
    let found = error(&nobody, service).await;
    assert!(
        matches!(&found, LoginError::NotInKeytab { found, .. } if found == "alice@TEST.LOCAL"),
        "{found:?}"
    );
    let missing = Credentials::from_keytab(kdc.config(), "/nonexistent", "alice").unwrap();
    let found = error(&missing, service).await;
    assert!(matches!(found, LoginError::File(_)), "{found:?}");
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn unknown_services_and_clients_are_named() {
    let kdc = Kdc::running().await;
    let found = error(&kdc.credentials("alice"), "host/nowhere@TEST.LOCAL").await;
    assert!(
        matches!(&found, LoginError::UnknownService { service, .. } if service == "host/nowhere@TEST.LOCAL"),
        "{found:?}"
    );
    kdc.admin("addprinc -randkey gone");
    kdc.admin(&format!("ktadd -k {} gone", kdc.keytab("gone").display()));
    kdc.admin("delprinc -force gone");
    let found = error(&kdc.credentials("gone"), "host/localhost").await;
    assert!(
        matches!(found, LoginError::UnknownClient { .. }),
        "{found:?}"
    );
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn encryption_types_that_are_not_common_are_named() {
    let kdc = Kdc::running().await;
    let config =
        kdc.config_with(|text| text.replace("rdns = false", "permitted_enctypes = aes256-sha1"));
    let user = Credentials::from_keytab(config.clone(), kdc.keytab("kind19"), "kind19").unwrap();
    let found = error(&user, "host/localhost").await;
    assert!(
        matches!(&found, LoginError::NoCommonType { found, .. } if found.contains("krb5.conf allows")),
        "{found:?}"
    );
    let user = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let found = error(&user, "host/kind20").await;
    assert!(
        matches!(found, LoginError::NoCommonType { .. }),
        "{found:?}"
    );
    // The KDC has a key of another type than the keytab.
    kdc.admin("addprinc -randkey +requires_preauth -e aes128-cts-hmac-sha1-96:normal changed");
    kdc.admin(&format!(
        "ktadd -norandkey -k {} changed",
        kdc.keytab("changed").display()
    ));
    kdc.admin("cpw -randkey -e aes256-cts-hmac-sha384-192:normal changed");
    let found = error(&kdc.credentials("changed"), "host/localhost").await;
    assert!(
        matches!(&found, LoginError::NoCommonType { found, .. } if found.contains("the KDC has aes256-cts-hmac-sha384-192")),
        "{found:?}"
    );
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn unreachable_kdcs_are_named_and_others_are_tried() {
    let kdc = Kdc::running().await;
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    // Accepts connections by its queue, and never replies.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent
        .local_addr()
        .map(|address| (silent, address))
        .unwrap();
    let line = format!("kdc = {}", kdc.address);
    let config = kdc.config_with(|text| text.replace(&line, &format!("kdc = {closed}")));
    let alice = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let found = error(&alice, "host/localhost").await;
    assert!(
        matches!(&found, LoginError::Unreachable { failures, .. } if failures.contains(&closed.to_string())),
        "{found:?}"
    );

    let config = kdc.config_with(|text| text.replace(&line, &format!("kdc = {}", silent.1)));
    let alice = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let deadline = Instant::now() + Duration::from_secs(1);
    let found = alice
        .service_ticket("host/localhost", deadline)
        .await
        .unwrap_err();
    assert!(
        matches!(&found, LoginError::Unreachable { failures, .. } if failures.contains("no reply in time")),
        "{found:?}"
    );
    assert!(Instant::now() < deadline + Duration::from_millis(300));

    let three = format!("kdc = {closed}\nkdc = {}\n{line}", silent.1);
    let config = kdc.config_with(|text| text.replace(&line, &three));
    let alice = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let start = Instant::now();
    alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    // Only the first request waits for the silent one; the others go to the KDC that replied.
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );

    let config = kdc.config_with(|text| text.replace(&line, ""));
    let alice = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let found = error(&alice, "host/localhost").await;
    assert!(matches!(&found, LoginError::NoKdc { .. }), "{found:?}");
}
