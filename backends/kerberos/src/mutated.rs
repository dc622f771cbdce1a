//! Random and mutated inputs for each parser: none panics, hangs or takes memory without a bound.

use std::time::SystemTime;

use hbase_schema_parser_inputs::try_all;

use crate::asn1::{
    Sequence, application, flags, in_application, in_list, integer, octets, text, time,
};
use crate::crypto::{EncryptionType, Key};
use crate::gss::Initiator;
use crate::message::{
    ApRep, EncryptedData, KdcReply, KrbError, ReplyPart, Ticket, encode_key, method_data,
    offered_types,
};
use crate::principal::Principal;
use crate::time::Time;

fn alice() -> Principal {
    let (components, _) = Principal::parse("alice").expect("a name");
    let realm = "A".to_owned();
    Principal { realm, components }
}

fn key() -> Key {
    let bytes = vec![7; 32].into();
    Key::new(EncryptionType::Aes256Sha1, bytes).expect("a key")
}

fn encrypted(bytes: &[u8]) -> crate::asn1::Encoded {
    EncryptedData {
        kind: 18,
        version: Some(3),
        bytes: bytes.to_vec(),
    }
    .encode()
}

fn ticket() -> Vec<u8> {
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, text("A"))
        .field(2, alice().encode_name())
        .field(3, encrypted(b"cipher"));
    in_application(1, fields.finish())
        .expect("encodes")
        .to_vec()
}

#[test]
fn configurations() {
    let valid = b"[libdefaults]\n default_realm = A\n clockskew = 1d 2h\n permitted_enctypes = aes -aes256-cts\n\
        [realms]\n A = {\n  kdc = \"tcp/h:88\"\n  kdc = [::1]:9\n }*\n# end\n[domain_realm]\n.h.a = A\n";
    try_all(&[valid.to_vec()], |input| {
        if let Ok(text) = std::str::from_utf8(input) {
            drop(crate::config::tests::parse(text));
        }
    });
}

#[test]
fn keytabs() {
    let valid = crate::keytab::tests::keytab(&[(3, true, 9, 18, 1), (200, false, 5, 17, 2)]);
    try_all(&[valid], |input| drop(crate::keytab::parse(input)));
}

#[test]
fn caches() {
    let valid = [3, 4].map(crate::cache::tests::cache);
    try_all(&valid, |input| drop(crate::cache::parse(input)));
}

#[test]
fn tickets_and_replies() {
    let mut valid = vec![ticket()];
    for kind in [11, 13] {
        let fields = Sequence::new()
            .field(0, integer(5))
            .field(1, integer(kind))
            .field(3, text("A"))
            .field(4, alice().encode_name())
            .field(5, Ok(ticket().into()))
            .field(6, encrypted(b"part"));
        valid.push(
            in_application(kind, fields.finish())
                .expect("encodes")
                .to_vec(),
        );
    }
    try_all(&valid, |input| {
        drop(Ticket::decode(input));
        drop(KdcReply::decode(11, input));
        drop(KdcReply::decode(13, input));
    });
}

#[test]
fn parts_of_replies() {
    let fields = Sequence::new()
        .field(0, encode_key(&key()))
        .field(1, in_list([]))
        .field(2, integer(7))
        .field(4, flags(1 << 23))
        .field(5, time(Time(1000)))
        .field(6, time(Time(1000)))
        .field(7, time(Time(2000)))
        .field(8, time(Time(3000)))
        .field(9, text("A"))
        .field(10, alice().encode_name());
    let valid = in_application(25, fields.finish())
        .expect("encodes")
        .to_vec();
    assert_eq!(ReplyPart::decode(&valid).expect("a part").end, Time(2000));
    try_all(&[valid], |input| drop(ReplyPart::decode(input)));
}

#[test]
fn errors_of_kdcs() {
    let method = Sequence::new()
        .field(1, integer(19))
        .field(2, octets(&[0x30, 0]));
    let methods = in_list([method.finish()]).expect("encodes");
    let entry = Sequence::new().field(0, integer(18)).field(1, text("salt"));
    let types = in_list([entry.finish()]).expect("encodes").to_vec();
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(30))
        .field(4, time(Time(1000)))
        .field(5, integer(3))
        .field(6, integer(25))
        .field(7, text("A"))
        .field(8, alice().encode_name())
        .field(9, text("A"))
        .field(10, alice().encode_name())
        .field(11, text("text"))
        .field(12, octets(&methods));
    let error = in_application(30, fields.finish())
        .expect("encodes")
        .to_vec();
    assert_eq!(KrbError::decode(&error).expect("an error").code, 25);
    assert_eq!(offered_types(&types), Ok(vec![18]));
    try_all(&[error, methods.to_vec(), types], |input| {
        drop(KrbError::decode(input));
        drop(method_data(input));
        drop(offered_types(input));
        drop(application("any", 30, input));
    });
}

#[test]
fn tokens() {
    let (mut context, mut valid) = crate::gss::tests::established();
    let (_, first) = Initiator::start(
        &crate::gss::tests::ticket(EncryptionType::Aes128Sha1),
        SystemTime::now(),
    );
    assert!(
        !crate::gss::tests::read_frame(&first),
        "it is not the acceptor's"
    );
    valid.push(first);
    try_all(&valid, |input| {
        crate::gss::tests::read_frame(input);
        let is_accepted = context.unwrap(input, false).is_ok();
        assert!(!is_accepted || valid.iter().any(|it| it == input));
    });
}

/// Their checksums are right: the peer has the key, but not the rules.
#[test]
fn tokens_of_a_peer_with_the_key() {
    let (mut context, seal, valid) = crate::gss::tests::with_a_peer();
    assert_eq!(context.unwrap(&seal(&valid), true), Ok(b"message".to_vec()));
    try_all(&[valid], |input| {
        if let Ok(message) = context.unwrap(&seal(input), true) {
            assert!(message.len() < input.len());
        }
    });
}

#[test]
fn replies_of_acceptors() {
    let reply = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(15))
        .field(2, encrypted(b"part"));
    let part = Sequence::new()
        .field(0, time(Time(1000)))
        .field(1, integer(7))
        .field(2, encode_key(&key()))
        .field(3, integer(9));
    let messages = [
        in_application(15, reply.finish()),
        in_application(27, part.finish()),
    ];
    let valid = messages.map(|message| message.expect("encodes").to_vec());
    assert_eq!(
        ApRep::decode_part(&valid[1]).expect("a part").sequence,
        Some(9)
    );
    let key = key();
    try_all(&valid, |input| {
        drop(ApRep::decode(input, &key));
        drop(ApRep::decode_part(input));
    });
}

#[test]
fn names() {
    try_all(&[b"a/b\\@c@R".to_vec()], |input| {
        let text = String::from_utf8_lossy(input);
        if let Ok((components, Some(realm))) = Principal::parse(&text) {
            let principal = Principal { realm, components };
            let (components, realm) =
                Principal::parse(&principal.to_string()).expect("its own text");
            assert_eq!(
                realm.map(|realm| Principal { realm, components }),
                Some(principal)
            );
        }
        let _ = crate::file::path_of(&text);
    });
}
