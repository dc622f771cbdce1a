//! Contexts with an acceptor of this test, which may be hostile. `tests/kdc` has Java's acceptor.

mod acceptor;

use std::sync::Arc;
use std::time::SystemTime;

use self::acceptor::{Acceptor, Reply, Sender, rotated};
use super::framing::{TokenId, frame};
use super::wrap::{ACCEPTOR_SUBKEY, Header, SEALED, SENT_BY_ACCEPTOR};
use super::*;
use crate::asn1::{Sequence, in_application, integer, text, time};
use crate::credential::Credential;
use crate::credentials::ServiceTicket;
use crate::crypto::{CONFOUNDER, EncryptionType, Key};
use crate::principal::Principal;
use crate::time::{ClockOffset, Time};

const AES: EncryptionType = EncryptionType::Aes256Sha1;

fn principal(name: &str) -> Principal {
    let (components, _) = Principal::parse(name).unwrap();
    let realm = "A".to_owned();
    Principal { realm, components }
}

pub(crate) fn ticket(kind: EncryptionType) -> ServiceTicket {
    let credential = Credential {
        client: principal("alice"),
        service: principal("host/h"),
        key: Key::random(kind).unwrap(),
        // The client does not read it: any value of one element.
        ticket: vec![0x61, 2, 0x30, 0],
        flags: 0,
        start: Time(0),
        end: Time(u32::MAX.into()),
        renew_till: None,
    };
    ServiceTicket {
        credential: Arc::new(credential),
        offset: ClockOffset::default(),
    }
}

/// A context whose acceptor starts at the sequence number 100, with a subkey or not.
fn context(kind: EncryptionType, has_subkey: bool) -> (Context, Sender) {
    let ticket = ticket(kind);
    let (initiator, token) = Initiator::start(&ticket, SystemTime::now());
    let acceptor = Acceptor::read(&ticket, &token);
    let subkey = has_subkey.then(|| Key::random(kind).unwrap());
    let reply = Reply {
        at: acceptor.at,
        subkey: subkey.clone(),
        sequence: Some(100),
    };
    let context = initiator.accept(&acceptor.reply(&reply)).unwrap();
    let flags = SENT_BY_ACCEPTOR | if has_subkey { ACCEPTOR_SUBKEY } else { 0 };
    let key = subkey.unwrap_or(acceptor.subkey);
    (context, Sender { key, flags })
}

/// Reads the frame of a token, whatever is in it.
pub(crate) fn read_frame(token: &[u8]) -> bool {
    framing::unframe(token).is_ok()
}

/// A context, and valid tokens of its acceptor.
pub(crate) fn established() -> (Context, Vec<Vec<u8>>) {
    let (context, sender) = context(AES, true);
    let tokens = vec![
        sender.sealed(b"message", 100, 3, 28),
        sender.signed(b"message", 100, 12),
    ];
    (context, tokens)
}

/// A context, and an acceptor that seals whatever it is told: the number of bytes of filler and the rotation, two bytes
/// each, and what is encrypted. Valid ones come last.
pub(crate) fn with_a_peer() -> (Context, impl Fn(&[u8]) -> Vec<u8>, Vec<u8>) {
    let (context, sender) = context(AES, true);
    let mut header = Header::new(sender.flags | SEALED, 100);
    header.extra = 3;
    let valid = [
        &[0, 3, 0, 28],
        b"message".as_slice(),
        &[0x55; 3],
        &header.encode(),
    ]
    .concat();
    let seal = move |input: &[u8]| {
        let (numbers, sealed) = input.split_at(input.len().min(4));
        let number = |at: usize| u16::from(numbers.get(at).copied().unwrap_or_default());
        let extra = number(0) << 8 | number(1);
        let header = Header { extra, ..header };
        let mut body = [&[0; CONFOUNDER], sealed].concat();
        sender.key.sealing(22).unwrap().seal(&mut body, 0).unwrap();
        rotated(header, body, number(2) << 8 | number(3))
    };
    (context, seal, valid)
}

#[test]
fn the_first_token_has_the_flags_of_java() {
    let ticket = ticket(AES);
    let (initiator, token) = Initiator::start(&ticket, SystemTime::now());
    let acceptor = Acceptor::read(&ticket, &token);
    let expected = [&[16, 0, 0, 0][..], &[0; 16], &[0x3e, 0, 0, 0]].concat();
    assert_eq!(acceptor.flags, expected);
    assert!(acceptor.sequence < 1 << 30);
    assert_eq!(format!("{initiator:?}"), "Initiator { .. }");
    let (_, second) = Initiator::start(&ticket, SystemTime::now());
    let second = Acceptor::read(&ticket, &second);
    assert_ne!(second.subkey.bytes(), acceptor.subkey.bytes());
}

#[test]
fn messages_come_back_with_any_rotation_and_filler() {
    for kind in EncryptionType::ALL {
        for has_subkey in [false, true] {
            let (mut context, sender) = context(kind, has_subkey);
            let mut sequence = 100;
            for (length, rotation, filler) in [
                (0, 0, 0),
                (0, 1, 0),
                (5, 28, 0),
                (33, 500, 7),
                (1000, 65535, 300),
            ] {
                let message = vec![9; length];
                let sealed = sender.sealed(&message, sequence, filler, rotation);
                assert_eq!(
                    context.unwrap(&sealed, true).as_ref(),
                    Ok(&message),
                    "{kind}, {length}"
                );
                let signed = sender.signed(&message, sequence + 1, rotation);
                assert_eq!(
                    context.unwrap(&signed, false).as_ref(),
                    Ok(&message),
                    "{kind}, {length}"
                );
                sequence += 2;
            }
        }
    }
}

#[test]
fn each_changed_byte_is_an_error() {
    let (mut context, sender) = context(AES, true);
    for token in [
        sender.sealed(b"message", 100, 2, 28),
        sender.signed(b"message", 100, 12),
    ] {
        for at in 0..token.len() {
            for bit in 0..8 {
                let mut changed = token.clone();
                changed[at] ^= 1 << bit;
                // A rotation by a multiple of the length is the same token.
                let found = context.unwrap(&changed, false);
                assert!(found.is_err(), "byte {at}, bit {bit}: {found:?}");
            }
            assert!(context.unwrap(&token[..at], false).is_err());
        }
    }
    let last = sender.sealed(b"message", 100, 0, 0);
    assert_eq!(
        context.unwrap(&last, true).as_deref(),
        Ok(b"message".as_slice())
    );
}

#[test]
fn messages_in_clear_are_rejected_if_privacy_was_agreed_on() {
    let (mut context, sender) = context(AES, true);
    let signed = sender.signed(b"message", 100, 0);
    assert_eq!(context.unwrap(&signed, true), Err(GssError::NotSealed));
}

#[test]
fn messages_out_of_order_are_rejected() {
    let (mut context, sender) = context(AES, true);
    let tokens: Vec<_> = (100..103)
        .map(|sequence| sender.sealed(b"m", sequence, 0, 0))
        .collect();
    let error = |found, expected| Err(GssError::Sequence { found, expected });
    assert_eq!(context.unwrap(&tokens[1], true), error(101, 100));
    assert!(context.unwrap(&tokens[0], true).is_ok());
    assert_eq!(context.unwrap(&tokens[0], true), error(100, 101));
    assert_eq!(context.unwrap(&tokens[2], true), error(102, 101));
    assert!(context.unwrap(&tokens[1], true).is_ok());
}

#[test]
fn own_messages_are_not_accepted() {
    let (mut context, sender) = context(AES, true);
    for seal in [false, true] {
        let mut own = context.wrap(b"message", seal).unwrap();
        assert_eq!(context.unwrap(&own, false), Err(GssError::Reflected));
        own[2] |= SENT_BY_ACCEPTOR;
        assert_eq!(context.unwrap(&own, false), Err(GssError::Checksum));
    }
    let without = Sender {
        flags: SENT_BY_ACCEPTOR,
        ..sender
    };
    let error = context
        .unwrap(&without.sealed(b"m", 100, 0, 0), true)
        .unwrap_err();
    assert!(matches!(error, GssError::Malformed { .. }), "{error}");
}

#[test]
fn acceptors_without_the_key_are_rejected() {
    let ticket = ticket(AES);
    let start = || Initiator::start(&ticket, SystemTime::now());
    let reply = |acceptor: &Acceptor| Reply {
        at: acceptor.at,
        subkey: None,
        sequence: None,
    };

    let (initiator, token) = start();
    let mut acceptor = Acceptor::read(&ticket, &token);
    acceptor.session = Key::random(AES).unwrap();
    let error = initiator
        .accept(&acceptor.reply(&reply(&acceptor)))
        .unwrap_err();
    assert!(
        matches!(error, GssError::NotAuthenticated { .. }),
        "{error}"
    );

    // A recorded reply to another request.
    let (first, first_token) = start();
    let (second, _) = Initiator::start(
        &ticket,
        SystemTime::now() + std::time::Duration::from_secs(1),
    );
    let acceptor = Acceptor::read(&ticket, &first_token);
    let token = acceptor.reply(&reply(&acceptor));
    let error = second.accept(&token).unwrap_err();
    assert_eq!(
        error,
        GssError::NotAuthenticated {
            cause: "its reply is not to this request".to_owned()
        }
    );
    assert!(first.accept(&token).is_ok());
}

#[test]
fn tokens_that_are_no_reply_are_named() {
    let ticket = ticket(AES);
    let accept = |token: &[u8]| {
        let (initiator, _) = Initiator::start(&ticket, SystemTime::now());
        initiator.accept(token).unwrap_err()
    };
    let (_, own) = Initiator::start(&ticket, SystemTime::now());
    let error = accept(&own).to_string();
    assert!(
        error.contains("it has the identifier [01, 00], expected [02, 00]"),
        "{error}"
    );
    for token in [
        &b""[..],
        b"\x60",
        b"HTTP/1.1 400",
        &[0x60, 0x84, 0x7f, 0xff, 0xff, 0xff],
        &vec![0; 2 << 20],
    ] {
        assert!(matches!(accept(token), GssError::Malformed { .. }));
    }
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(30))
        .field(4, time(Time(1000)))
        .field(5, integer(3))
        .field(6, integer(37))
        .field(9, text("A"))
        .field(10, principal("host/h").encode_name());
    let error = frame(
        TokenId::Error,
        &in_application(30, fields.finish()).unwrap(),
    )
    .unwrap();
    let error = accept(&error);
    assert!(
        matches!(error, GssError::Rejected { code: 37, .. }),
        "{error}"
    );
    assert!(
        error.to_string().contains("synchronize the clocks"),
        "{error}"
    );
}

#[test]
fn a_token_that_cannot_be_made_is_an_error_later() {
    let ticket = ticket(AES);
    let late = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(300_000_000_000);
    let (initiator, token) = Initiator::start(&ticket, late);
    assert_eq!(token, b"");
    assert!(matches!(
        initiator.accept(b""),
        Err(GssError::Request { .. })
    ));
}
