//! Services of another realm.

use hbase_schema_kerberos::{Credentials, LoginError};

use crate::kdc::Kdc;
use crate::soon;

#[tokio::test]
#[ignore = "needs a KDC"]
async fn services_of_another_realm_are_found() {
    let kdc = Kdc::running().await;
    let alice = kdc.credentials("alice");
    let expected = "host/h.other@OTHER.LOCAL";
    // With the realm, by the KDC's referral, and by `[domain_realm]`.
    for service in [expected, "host/h.other"] {
        let ticket = alice.service_ticket(service, soon()).await.unwrap();
        assert_eq!(ticket.service(), expected);
    }
    let config = kdc.config_with(|text| text + "    .other = OTHER.LOCAL\n");
    let alice = Credentials::from_keytab(config, kdc.keytab("alice"), "alice").unwrap();
    let ticket = alice.service_ticket("host/h.other", soon()).await.unwrap();
    assert_eq!(ticket.service(), expected);
}

#[tokio::test]
#[ignore = "needs a KDC"]
async fn realms_without_trust_are_named() {
    let kdc = Kdc::running().await;
    let alice = kdc.credentials("alice");
    let error = alice
        .service_ticket("host/h@NOWHERE.LOCAL", soon())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, LoginError::UnknownService { service, .. } if service == "krbtgt/NOWHERE.LOCAL@TEST.LOCAL"),
        "{error:?}"
    );
}

/// The second ticket of a realm takes one request: the way there is known.
#[tokio::test]
#[ignore = "needs a KDC"]
async fn the_way_to_a_realm_is_kept() {
    let kdc = Kdc::running().await;
    let user = kdc.credentials("kind17");
    let requests = |kdc: &Kdc| {
        let log = std::fs::read_to_string(kdc.file("kdc.log")).unwrap();
        let lines = log
            .lines()
            .filter(|line| line.contains("TGS_REQ") && line.contains("kind17@TEST.LOCAL for"));
        lines.count()
    };
    let before = requests(&kdc);
    user.service_ticket("host/h.other@OTHER.LOCAL", soon())
        .await
        .unwrap();
    assert_eq!(requests(&kdc) - before, 2);
    let found = user
        .service_ticket("host/i.other@OTHER.LOCAL", soon())
        .await
        .unwrap_err();
    assert!(
        matches!(found, LoginError::UnknownService { .. }),
        "{found:?}"
    );
    assert_eq!(requests(&kdc) - before, 3);
    // After an error, the way starts in the own realm.
    user.service_ticket("host/i.other@OTHER.LOCAL", soon())
        .await
        .unwrap_err();
    assert_eq!(requests(&kdc) - before, 5);
}
