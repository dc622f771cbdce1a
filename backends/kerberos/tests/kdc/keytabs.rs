//! Logins by keytab.

use std::time::{Duration, Instant};

use hbase_schema_kerberos::{Credentials, Initiator};

use crate::kdc::Kdc;
use crate::soon;

#[tokio::test]
#[ignore = "needs a KDC"]
async fn a_service_ticket_is_fetched_and_kept() {
    let kdc = Kdc::running().await;
    let alice = kdc.credentials("alice");
    assert_eq!(alice.principal(), "alice@TEST.LOCAL");
    let ticket = alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    assert_eq!(ticket.client(), "alice@TEST.LOCAL");
    assert_eq!(ticket.service(), "host/localhost@TEST.LOCAL");
    let left = ticket
        .expires()
        .duration_since(std::time::SystemTime::now())
        .unwrap();
    assert!(left > Duration::from_secs(9 * 3600), "{left:?}");
    // The second call needs no KDC: its deadline has passed.
    let again = alice
        .service_ticket("host/localhost", Instant::now())
        .await
        .unwrap();
    assert_eq!(again.expires(), ticket.expires());
    let debug = format!(
        "{alice:?} {ticket:?} {:?}",
        Initiator::start(&ticket, std::time::SystemTime::now()).0
    );
    assert!(
        debug.contains("alice@TEST.LOCAL") && !debug.contains('['),
        "{debug}"
    );
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn keys_of_each_encryption_type_log_in() {
    let kdc = Kdc::running().await;
    for kind in 17..=20 {
        let user = kdc.credentials(&format!("kind{kind}"));
        for service in [17, 18, 19, 20] {
            let ticket = user
                .service_ticket(&format!("host/kind{service}@TEST.LOCAL"), soon())
                .await;
            assert!(ticket.is_ok(), "{kind}, {service}: {ticket:?}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn logins_without_preauthentication_work() {
    let kdc = Kdc::running().await;
    kdc.credentials("plain")
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
}

/// The first login takes two requests, and the ticket one more.
#[tokio::test]
#[ignore = "needs a KDC"]
async fn a_login_takes_at_most_50_ms() {
    let kdc = Kdc::running().await;
    let mut times = Vec::new();
    for _ in 0..10 {
        let alice = kdc.credentials("alice");
        let start = Instant::now();
        alice
            .service_ticket("host/localhost", soon())
            .await
            .unwrap();
        times.push(start.elapsed());
    }
    times.sort();
    println!("logins: {times:?}");
    // Other programs may slow down some of them.
    assert!(times[0] < Duration::from_millis(50), "{times:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a KDC"]
async fn many_calls_share_one_login() {
    let kdc = Kdc::running().await;
    let user = kdc.credentials("kind18");
    let logged = |kdc: &Kdc| {
        let log = std::fs::read_to_string(kdc.file("kdc.log")).unwrap();
        let issued = log.lines().filter(|line| {
            line.contains("ISSUE") && line.contains("kind18@TEST.LOCAL for host/kind17")
        });
        issued.count()
    };
    let before = logged(&kdc);
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let user = user.clone();
            tokio::spawn(async move { user.service_ticket("host/kind17@TEST.LOCAL", soon()).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(logged(&kdc) - before, 1);
}

/// After a change of the key, the keytab has both versions: the newest is used.
#[tokio::test]
#[ignore = "needs a KDC"]
async fn a_keytab_with_an_old_and_a_new_key_logs_in() {
    let kdc = Kdc::running().await;
    kdc.admin("addprinc -randkey +requires_preauth rotated");
    let keytab = kdc.file("rotated.keytab");
    let add = format!("ktadd -k {} rotated", keytab.display());
    for _ in 0..3 {
        kdc.admin(&add);
        kdc.credentials("rotated")
            .service_ticket("host/localhost", soon())
            .await
            .unwrap();
    }
    // The same identity reads the keytab again at the next login.
    let old = kdc.file("rotated-old.keytab");
    std::fs::copy(&keytab, &old).unwrap();
    kdc.admin(&add);
    let rotated = Credentials::from_keytab(kdc.config(), &old, "rotated").unwrap();
    let error = rotated
        .service_ticket("host/localhost", soon())
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the KDC rejects the key of rotated@TEST.LOCAL"),
        "{error}"
    );
    assert!(error.contains("(version 4)"), "{error}");
    std::fs::copy(&keytab, &old).unwrap();
    rotated
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
}

/// A call that is dropped in the middle leaves the login to the others.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a KDC"]
async fn calls_that_are_dropped_leave_the_login_to_others() {
    let kdc = Kdc::running().await;
    for micros in (0..40_000).step_by(1000) {
        let alice = kdc.credentials("alice");
        let call = |alice: Credentials| async move {
            alice.service_ticket("host/localhost", soon()).await
        };
        let dropped = tokio::spawn(call(alice.clone()));
        let other = tokio::spawn(call(alice));
        tokio::time::sleep(Duration::from_micros(micros)).await;
        dropped.abort();
        other.await.unwrap().unwrap();
    }
}
