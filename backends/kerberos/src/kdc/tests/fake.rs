//! Replies of a KDC.

use crate::asn1::{
    Encoded, Fields, Sequence, application, flags, in_application, in_list, integer, octets, text,
    time,
};
use crate::crypto::{EncryptionType, Key};
use crate::message::{EncryptedData, encode_key};
use crate::principal::Principal;
use crate::time::{ClockOffset, Time};

pub(super) fn principal(name: &str) -> Principal {
    let (components, realm) = Principal::parse(name).unwrap();
    let realm = realm.unwrap_or("A".to_owned());
    Principal { realm, components }
}

pub(super) fn key(kind: EncryptionType, byte: u8) -> Key {
    Key::new(kind, vec![byte; kind.key_length()].into()).unwrap()
}

/// The nonce of an encoded request.
pub(super) fn nonce(kind: u32, request: &[u8]) -> u32 {
    let mut fields = application("KDC-REQ", kind, request).unwrap();
    for number in 1..=3 {
        fields.optional(number).unwrap();
    }
    let mut body = Fields::of("KDC-REQ-BODY", fields.required(4).unwrap()).unwrap();
    for number in 0..=6 {
        body.optional(number).unwrap();
    }
    body.optional_u32(7).unwrap().unwrap()
}

/// A reply with a ticket; tests change what should not be accepted.
#[derive(Clone)]
pub(super) struct Reply {
    pub(super) kind: u32,
    pub(super) client: Principal,
    pub(super) service: Principal,
    pub(super) ticket_service: Principal,
    pub(super) nonce: u32,
    pub(super) key: Key,
    pub(super) version: Option<u32>,
    pub(super) session: Key,
    pub(super) usage: u32,
    pub(super) now: Time,
}

impl Reply {
    pub(super) fn to_login(request: &[u8]) -> Self {
        let service = principal("krbtgt/A");
        Self {
            kind: 11,
            client: principal("alice"),
            ticket_service: service.clone(),
            service,
            nonce: nonce(10, request),
            key: key(EncryptionType::Aes256Sha1, 1),
            version: Some(3),
            session: key(EncryptionType::Aes128Sha256, 9),
            usage: 3,
            now: ClockOffset::default().now(),
        }
    }

    /// A reply for a service, encrypted with the session key of the ticket-granting ticket.
    pub(super) fn to_grant(request: &[u8], service: &str, session: &Key) -> Self {
        let service = principal(service);
        Self {
            kind: 13,
            client: principal("alice"),
            ticket_service: service.clone(),
            service,
            nonce: nonce(12, request),
            key: session.clone(),
            version: None,
            session: key(EncryptionType::Aes256Sha1, 8),
            usage: 8,
            now: ClockOffset::default().now(),
        }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let part = Sequence::new()
            .field(0, encode_key(&self.session))
            .field(1, in_list([]))
            .field(2, integer(self.nonce))
            .field(4, flags(0))
            .field(5, time(self.now))
            .field(7, time(self.now.plus(3600)))
            .field(9, text(&self.service.realm))
            .field(10, self.service.encode_name());
        let part = in_application(self.kind + 14 - (self.kind - 11) / 2, part.finish()).unwrap();
        let encrypted = EncryptedData {
            kind: self.key.kind().number(),
            version: self.version,
            bytes: self.key.encrypt(self.usage, &part).unwrap(),
        };
        let fields = Sequence::new()
            .field(0, integer(5))
            .field(1, integer(self.kind))
            .field(3, text(&self.client.realm))
            .field(4, self.client.encode_name())
            .field(5, ticket(&self.ticket_service))
            .field(6, encrypted.encode());
        in_application(self.kind, fields.finish()).unwrap().to_vec()
    }
}

pub(super) fn ticket(service: &Principal) -> Encoded {
    let encrypted = EncryptedData {
        kind: 18,
        version: Some(1),
        bytes: vec![0; 50],
    };
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, text(&service.realm))
        .field(2, service.encode_name())
        .field(3, encrypted.encode());
    in_application(1, fields.finish())
}

/// An error of a KDC whose clock shows `at`.
pub(super) fn error(code: i32, at: Time, data: Option<Vec<u8>>) -> Vec<u8> {
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(30))
        .field(4, time(at))
        .field(5, integer(0))
        .field(6, integer(code))
        .field(9, text("A"))
        .field(10, principal("krbtgt/A").encode_name())
        .optional(12, data.map(|data| octets(&data)));
    in_application(30, fields.finish()).unwrap().to_vec()
}

/// Methods of pre-authentication; those with 19 offer these encryption types.
pub(super) fn methods(kinds: &[i32], offered: &[i32]) -> Vec<u8> {
    let entries = offered
        .iter()
        .map(|kind| Sequence::new().field(0, integer(*kind)).finish());
    let offered = in_list(entries).unwrap();
    let methods = kinds.iter().map(|kind| {
        let value: &[u8] = if *kind == 19 { &offered } else { b"state" };
        Sequence::new()
            .field(1, integer(*kind))
            .field(2, octets(value))
            .finish()
    });
    in_list(methods).unwrap().to_vec()
}

/// The pre-authentication data of a request, by its type.
pub(super) fn preauth(request: &[u8]) -> Vec<(i32, Vec<u8>)> {
    let mut fields = application("AS-REQ", 10, request).unwrap();
    fields.constant(1, 5).unwrap();
    fields.constant(2, 10).unwrap();
    let Some(data) = fields.optional(3).unwrap() else {
        return Vec::new();
    };
    let data = crate::message::method_data(data).unwrap();
    data.into_iter()
        .map(|data| (data.kind, data.value))
        .collect()
}

/// The time of an encrypted timestamp.
pub(super) fn timestamp(value: &[u8], key: &Key) -> Time {
    let encrypted = EncryptedData::decode(value).unwrap();
    let plain = key.decrypt(1, &encrypted.bytes).unwrap();
    Fields::of("PA-ENC-TS-ENC", &plain)
        .unwrap()
        .time(0)
        .unwrap()
}
