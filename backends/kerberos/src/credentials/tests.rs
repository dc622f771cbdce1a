//! Identities without a KDC. `tests/kdc` has one.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::cache::tests::with;
use crate::config::tests::parse;

/// The end of a ticket that is good for years, seconds since 1970. Its start is in 1970.
const LATE: u32 = u32::MAX - 100;

fn config() -> Config {
    parse("[libdefaults]\nkdc_timesync = 0\ndns_lookup_kdc = false\n").unwrap()
}

/// A cache in a folder, which must be kept.
fn cache(tickets: &[(&[&str], u16, u32)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache");
    fs::write(&file, with(3, tickets)).unwrap();
    (folder, file)
}

async fn ticket(credentials: &Credentials, service: &str) -> Result<ServiceTicket, LoginError> {
    let deadline = Instant::now() + Duration::from_millis(300);
    credentials.service_ticket(service, deadline).await
}

#[tokio::test]
async fn tickets_of_services_in_the_cache_need_no_kdc() {
    let (_folder, file) = cache(&[(&["krbtgt", "A"], 18, LATE), (&["host", "h"], 18, LATE)]);
    let alice = Credentials::from_cache(config(), &file).unwrap();
    let found = ticket(&alice, "host/h@A").await.unwrap();
    assert_eq!(found.service(), "host/h@A");
    assert_eq!(
        found.expires(),
        std::time::UNIX_EPOCH + Duration::from_secs(LATE.into())
    );
    let error = ticket(&alice, "host/other@A").await.unwrap_err();
    assert!(matches!(error, LoginError::NoKdc { .. }), "{error}");
    let debug = format!("{alice:?} {found:?}");
    assert!(
        debug.contains("alice@A") && !debug.contains("[7, 7"),
        "{debug}"
    );
}

#[tokio::test]
async fn caches_without_a_usable_ticket_are_named() {
    let (_folder, file) = cache(&[(&["host", "h"], 18, LATE)]);
    let alice = Credentials::from_cache(config(), &file).unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        matches!(&error, LoginError::NoTicket { needed, .. } if needed == "krbtgt/A@A"),
        "{error}"
    );

    let (_folder, file) = cache(&[(&["krbtgt", "A"], 23, LATE)]);
    let alice = Credentials::from_cache(config(), &file).unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        matches!(&error, LoginError::NoCommonType { found, .. } if found.ends_with("has a key of arcfour-hmac")),
        "{error}"
    );

    let (_folder, file) = cache(&[(&["krbtgt", "A"], 18, 1000)]);
    let alice = Credentials::from_cache(config(), &file).unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        matches!(&error, LoginError::Expired { end, .. } if end == "1970-01-01T00:16:40Z"),
        "{error}"
    );
    fs::remove_file(&file).unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        matches!(
            error,
            LoginError::Expired { .. } | LoginError::NoCredentials { .. }
        ),
        "{error}"
    );
    fs::write(&file, b"not a cache").unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("byte 0: found 6e 6f, expected 05 03 or 05 04"),
        "{error}"
    );
}

#[tokio::test]
async fn a_cache_of_another_principal_is_an_error() {
    let (_folder, file) = cache(&[(&["krbtgt", "A"], 18, 1000)]);
    let alice = Credentials::from_cache(config(), &file).unwrap();
    let mut bytes = with(3, &[(&["krbtgt", "A"], 18, LATE)]);
    let name = bytes
        .windows(5)
        .position(|bytes| bytes == b"alice")
        .unwrap();
    bytes[name..name + 5].copy_from_slice(b"mally");
    fs::write(&file, bytes).unwrap();
    let error = ticket(&alice, "host/h@A").await.unwrap_err();
    assert!(
        matches!(&error, LoginError::OtherPrincipal { found, .. } if found == "mally@A"),
        "{error}"
    );
}

#[tokio::test]
async fn principals_have_a_realm() {
    let error = Credentials::from_keytab(config(), "k", "alice").unwrap_err();
    assert!(matches!(error, LoginError::NoRealm { .. }), "{error}");
    let error = Credentials::from_keytab(config(), "k", "a@b@c").unwrap_err();
    assert!(matches!(error, LoginError::Principal(_)), "{error}");
    let config =
        parse("[libdefaults]\ndefault_realm = A\n[domain_realm]\n.example.com = B\n").unwrap();
    let alice = Credentials::from_keytab(config, "k", "alice").unwrap();
    assert_eq!(alice.principal(), "alice@A");
    let realm = |service| alice.service(service).unwrap().realm;
    assert_eq!(realm("host/h.example.com"), "B");
    assert_eq!(realm("host/h.example.com@C"), "C");
    assert_eq!(realm("service"), "A");
    // The KDCs find it.
    assert_eq!(realm("host/h.example.org"), "");
    let error = ticket(&alice, "host/").await.unwrap_err();
    assert!(matches!(error, LoginError::Principal(_)), "{error}");
}

/// One call waits for a KDC that never replies; the other's deadline passes first.
#[tokio::test]
async fn a_call_that_waits_for_another_names_the_kdc() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let config = parse(&format!("[realms]\nA = {{\nkdc = {address}\n}}\n")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keytab");
    fs::write(&file, crate::keytab::tests::keytab(&[(1, true, 5, 18, 1)])).unwrap();
    let alice = Credentials::from_keytab(config, file, "alice@A").unwrap();
    let first = tokio::spawn({
        let alice = alice.clone();
        async move {
            alice
                .service_ticket("host/h@A", Instant::now() + Duration::from_secs(1))
                .await
        }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let error = ticket(&alice, "host/other@A")
        .await
        .unwrap_err()
        .to_string();
    let expected = format!(
        "no ticket for host/other@A until the deadline: waited for the login of another call, \
         which waits for a reply of the KDC of A ({address})"
    );
    assert_eq!(error, expected);
    let error = first.await.unwrap().unwrap_err();
    assert!(matches!(error, LoginError::Unreachable { .. }), "{error}");
    assert_eq!(alice.identity.called(), None);
}
