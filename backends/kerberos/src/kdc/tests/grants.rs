//! Tickets of services whose replies are not what they should be.

use std::time::SystemTime;

use super::super::grant::{Grant, Purpose, Request};
use super::config;
use super::fake::{Reply, error, key, principal, ticket};
use crate::credential::Credential;
use crate::crypto::EncryptionType;
use crate::error::LoginError;
use crate::time::{ClockOffset, Time};

pub(super) fn granting() -> Credential {
    let service = principal("krbtgt/A");
    Credential {
        client: principal("alice"),
        ticket: ticket(&service).unwrap().to_vec(),
        service,
        key: key(EncryptionType::Aes128Sha256, 9),
        flags: 0,
        start: Time(0),
        end: Time(u32::MAX.into()),
        renew_till: None,
    }
}

fn read(purpose: Purpose, reply: impl FnOnce(&[u8]) -> Vec<u8>) -> Result<Grant, LoginError> {
    let (config, granting) = (config(""), granting());
    let service = match purpose {
        Purpose::Service => principal("host/h"),
        Purpose::Renewal => principal("krbtgt/A"),
    };
    let request = Request::new(config.settings(), &granting, &service.components, purpose)?;
    let encoded = request.encode(SystemTime::now())?;
    request.read(&reply(&encoded))
}

fn changed(service: &str, change: impl FnOnce(&mut Reply)) -> Result<Grant, LoginError> {
    read(Purpose::Service, |request| {
        let mut reply = Reply::to_grant(request, service, &granting().key);
        change(&mut reply);
        reply.encode()
    })
}

#[test]
fn tickets_and_referrals_are_accepted() {
    assert!(matches!(changed("host/h", |_| {}), Ok(Grant::Ticket(_))));
    let referral = changed("krbtgt/B", |_| {}).unwrap();
    assert!(
        matches!(&referral, Grant::Referral(to) if to.service.granted_realm() == Some("B")),
        "{referral:?}"
    );
    let renewed = read(Purpose::Renewal, |request| {
        Reply::to_grant(request, "krbtgt/A", &granting().key).encode()
    });
    assert!(matches!(renewed, Ok(Grant::Ticket(_))), "{renewed:?}");
}

#[test]
fn other_tickets_are_rejected() {
    let invalid = |service, change: fn(&mut Reply)| match changed(service, change) {
        Err(LoginError::InvalidReply { cause, .. }) => cause,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        invalid("host/h", |reply| reply.nonce ^= 1),
        "its nonce is not that of the request"
    );
    assert_eq!(
        invalid("host/h", |reply| reply.client = principal("bob")),
        "it is for bob@A, expected alice@A"
    );
    assert_eq!(
        invalid("host/evil", |_| {}),
        "it is for the service host/evil@A, expected host/h@A"
    );
    assert_eq!(
        invalid("krbtgt/A", |_| {}),
        "it is for the service krbtgt/A@A, expected host/h@A"
    );
    assert_eq!(
        invalid("krbtgt/B@C", |_| {}),
        "it is for the service krbtgt/B@C, expected host/h@A"
    );
    assert_eq!(
        invalid("host/h", |reply| reply.ticket_service =
            principal("host/evil")),
        "its ticket is for host/evil@A, but its key for host/h@A"
    );
    let other = invalid("host/h", |reply| {
        reply.key = key(EncryptionType::Aes128Sha256, 1);
    });
    assert!(
        other.starts_with("its encrypted part: a checksum does not match"),
        "{other}"
    );
    let other = invalid("host/h", |reply| {
        reply.key = key(EncryptionType::Aes256Sha1, 9);
    });
    assert!(other.starts_with("its encrypted part"), "{other}");
    // A renewal is never answered with another ticket.
    let renewed = read(Purpose::Renewal, |request| {
        Reply::to_grant(request, "krbtgt/B", &granting().key).encode()
    });
    assert!(
        matches!(renewed, Err(LoginError::InvalidReply { .. })),
        "{renewed:?}"
    );
}

#[test]
fn errors_have_causes() {
    let now = ClockOffset::default().now();
    let of = |code, at| read(Purpose::Service, |_| error(code, at, None));
    let found = of(7, now).unwrap_err();
    assert!(
        matches!(&found, LoginError::UnknownService { service, .. } if service == "host/h@A"),
        "{found}"
    );
    assert!(matches!(
        of(32, now),
        Err(LoginError::Rejected { code: 32, .. })
    ));
    let skew = of(37, now.plus(1000)).unwrap();
    assert!(
        matches!(skew, Grant::Skew(offset) if (995..=1005).contains(&offset.seconds)),
        "{skew:?}"
    );
}
