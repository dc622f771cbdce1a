//! Logins whose replies are not what they should be.

use std::time::SystemTime;

use super::super::login::{LoggedIn, Login};
use super::fake::{Reply, error, key, methods, preauth, principal, timestamp};
use super::{config, keys};
use crate::config::Config;
use crate::crypto::EncryptionType;
use crate::error::LoginError;
use crate::time::{ClockOffset, Time};

/// Reads a reply to the first request.
fn read(
    config: &Config,
    reply: impl FnOnce(&[u8]) -> Vec<u8>,
) -> Result<Option<LoggedIn>, LoginError> {
    let keys = keys();
    let mut login = Login::new(config.settings(), &keys)?;
    let request = login.request(SystemTime::now())?;
    login.read(&reply(&request))
}

fn changed(change: impl FnOnce(&mut Reply)) -> Result<Option<LoggedIn>, LoginError> {
    read(&config(""), |request| {
        let mut reply = Reply::to_login(request);
        change(&mut reply);
        reply.encode()
    })
}

#[test]
fn a_reply_to_the_request_is_accepted() {
    let (ticket, offset) = changed(|_| {}).unwrap().unwrap();
    assert_eq!(ticket.service.to_string(), "krbtgt/A@A");
    assert_eq!(offset, ClockOffset::default());
    // Without a version, and with the lowest 8 bits of one.
    assert!(changed(|reply| reply.version = None).is_ok());
    assert!(changed(|reply| reply.version = Some(0x103)).is_ok());
    // Active Directory may count otherwise than the keytab.
    assert!(changed(|reply| reply.version = Some(5)).is_ok());
}

#[test]
fn replies_to_something_else_are_rejected() {
    let invalid = |change: fn(&mut Reply)| match changed(change) {
        Err(LoginError::InvalidReply { cause, .. }) => cause,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        invalid(|reply| reply.nonce ^= 1),
        "its nonce is not that of the request"
    );
    assert_eq!(
        invalid(|reply| reply.client = principal("bob")),
        "it is for bob@A, expected alice@A"
    );
    assert_eq!(
        invalid(|reply| reply.service = principal("krbtgt/B")),
        "it is for krbtgt/B@A, expected krbtgt/A@A"
    );
    assert_eq!(
        invalid(|reply| reply.ticket_service = principal("a/b")),
        "it is for a/b@A, expected krbtgt/A@A"
    );
    assert!(invalid(|reply| reply.kind = 13).contains("expected APPLICATION [11]"));
}

#[test]
fn keys_that_are_not_the_clients_are_named() {
    let other = |change: fn(&mut Reply)| changed(change).unwrap_err();
    let found = other(|reply| reply.key = key(EncryptionType::Aes256Sha1, 7));
    assert!(
        matches!(found, LoginError::KeyRejected { version: 3, .. }),
        "{found}"
    );
    let found = other(|reply| {
        reply.version = Some(5);
        reply.key = key(EncryptionType::Aes256Sha1, 7);
    });
    assert!(
        matches!(&found, LoginError::KeyVersion { expected: 5, found, .. } if found == "3"),
        "{found}"
    );
    let found = other(|reply| reply.key = key(EncryptionType::Aes256Sha384, 1));
    assert!(
        matches!(&found, LoginError::NoCommonType { found, .. } if found.contains("aes256-cts-hmac-sha384-192")),
        "{found}"
    );
    // Allowed by the keytab, but not by the settings.
    let settings = config("permitted_enctypes = aes128-cts\n");
    let found = read(&settings, |request| Reply::to_login(request).encode()).unwrap_err();
    assert!(matches!(found, LoginError::NoCommonType { .. }), "{found}");
}

#[test]
fn each_cut_and_each_changed_byte_is_an_error() {
    let keys = keys();
    let config = config("");
    let mut login = Login::new(config.settings(), &keys).unwrap();
    let request = login.request(SystemTime::now()).unwrap();
    let reply = Reply::to_login(&request).encode();
    for at in 0..reply.len() {
        assert!(login.read(&reply[..at]).is_err(), "{at}");
    }
    // The ticket itself is the service's: changes in it are noticed there.
    let encrypted = reply.len() - 100;
    for at in encrypted..reply.len() {
        let mut changed = reply.clone();
        changed[at] ^= 0x10;
        assert!(login.read(&changed).is_err(), "{at}");
    }
    assert!(login.read(&reply).unwrap().is_some());
}

#[test]
fn the_timestamp_has_the_type_that_the_kdc_offers_first_and_the_cookie() {
    let (keys, config) = (keys(), config(""));
    for (offered, expected) in [(&[20, 17, 18][..], 17), (&[18, 17], 18), (&[23, 17], 17)] {
        let mut login = Login::new(config.settings(), &keys).unwrap();
        assert_eq!(preauth(&login.request(SystemTime::now()).unwrap()), []);
        let now = ClockOffset::default().now();
        let required = error(25, now, Some(methods(&[133, 19, 2, 136], offered)));
        assert!(login.read(&required).unwrap().is_none());
        let data = preauth(&login.request(SystemTime::now()).unwrap());
        assert_eq!(data[0], (133, b"state".to_vec()));
        let (kind, byte) = if expected == 17 {
            (EncryptionType::Aes128Sha1, 2)
        } else {
            (EncryptionType::Aes256Sha1, 1)
        };
        let time = timestamp(&data[1].1, &key(kind, byte));
        assert!(now.until(time) < 5);
        // The KDC must not require it without an end.
        assert!(login.read(&required).is_err());
    }
}

#[test]
fn other_methods_are_named() {
    let now = ClockOffset::default().now();
    let found = read(&config(""), |_| {
        error(25, now, Some(methods(&[16, 19], &[18])))
    })
    .unwrap_err();
    assert!(
        found
            .to_string()
            .contains("of the types 16, 19, expected 2, an encrypted timestamp"),
        "{found}"
    );
    let found = read(&config(""), |_| {
        error(25, now, Some(methods(&[2, 19], &[23, 3])))
    })
    .unwrap_err();
    assert!(
        found
            .to_string()
            .contains("the KDC has arcfour-hmac, des-cbc-md5, the keytab k has"),
        "{found}"
    );
}

#[test]
fn the_kdcs_clock_is_followed_or_named() {
    let (keys, default) = (keys(), config(""));
    let ahead = ClockOffset::default().now().plus(3600);
    let mut login = Login::new(default.settings(), &keys).unwrap();
    login.request(SystemTime::now()).unwrap();
    assert!(
        login
            .read(&error(25, ahead, Some(methods(&[2, 19], &[18]))))
            .unwrap()
            .is_none()
    );
    let request = login.request(SystemTime::now()).unwrap();
    let time = timestamp(&preauth(&request)[0].1, &key(EncryptionType::Aes256Sha1, 1));
    assert!(ahead.until(time) < 5 && time.until(ahead) < 5, "{time}");
    let reply = Reply {
        now: ahead,
        ..Reply::to_login(&request)
    };
    let (_, offset) = login.read(&reply.encode()).unwrap().unwrap();
    assert!((3595..=3605).contains(&offset.seconds), "{offset:?}");

    let strict = config("kdc_timesync = 0\nclockskew = 300\n");
    let found = read(&strict, |_| {
        error(25, ahead, Some(methods(&[2, 19], &[18])))
    })
    .unwrap_err();
    assert!(
        matches!(found, LoginError::ClockSkew { limit: 300, .. }),
        "{found}"
    );
    let found = read(&strict, |request| {
        Reply {
            now: ahead,
            ..Reply::to_login(request)
        }
        .encode()
    })
    .unwrap_err();
    assert!(matches!(found, LoginError::ClockSkew { .. }), "{found}");
}

#[test]
fn a_clock_that_stays_wrong_is_an_error() {
    let (keys, config) = (keys(), config(""));
    let mut login = Login::new(config.settings(), &keys).unwrap();
    let skew = error(37, Time(1_000_000), None);
    assert!(login.read(&skew).unwrap().is_none());
    let found = login.read(&skew).unwrap_err();
    assert!(matches!(found, LoginError::ClockSkew { .. }), "{found}");
}

#[test]
fn errors_have_causes() {
    let now = ClockOffset::default().now();
    let of = |code| read(&config(""), |_| error(code, now, None)).unwrap_err();
    assert!(matches!(of(6), LoginError::UnknownClient { .. }));
    assert!(matches!(of(18), LoginError::Disabled { .. }));
    assert!(matches!(of(23), LoginError::Disabled { .. }));
    assert!(matches!(of(24), LoginError::KeyRejected { version: 3, .. }));
    assert!(matches!(of(14), LoginError::NoCommonType { .. }));
    assert!(matches!(of(12), LoginError::Rejected { code: 12, .. }));
    assert!(
        of(60)
            .to_string()
            .contains("error 60 (see RFC 4120 section 7.5.9)")
    );
}
