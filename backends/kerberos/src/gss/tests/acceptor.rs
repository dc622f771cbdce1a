//! The acceptor of the tests: it reads the first token, replies, and writes tokens of its own.

use crate::asn1::{Fields, Sequence, application, in_application, integer, time};
use crate::credentials::ServiceTicket;
use crate::crypto::{CONFOUNDER, Key};
use crate::gss::framing::{TokenId, frame};
use crate::gss::wrap::{Header, SEALED};
use crate::message::{EncryptedData, decode_key, encode_key, usage};
use crate::time::Time;

/// What the acceptor read.
pub(super) struct Acceptor {
    pub(super) session: Key,
    pub(super) at: (Time, i64),
    pub(super) subkey: Key,
    pub(super) sequence: u32,
    pub(super) flags: Vec<u8>,
}

/// What the acceptor replies.
pub(super) struct Reply {
    pub(super) at: (Time, i64),
    pub(super) subkey: Option<Key>,
    pub(super) sequence: Option<u32>,
}

impl Acceptor {
    pub(super) fn read(ticket: &ServiceTicket, token: &[u8]) -> Self {
        let session = ticket.credential.key.clone();
        let start = token.windows(2).position(|pair| pair == [1, 0]).unwrap() + 2;
        let mut request = application("AP-REQ", 14, &token[start..]).unwrap();
        request.constant(0, 5).unwrap();
        request.constant(1, 14).unwrap();
        assert_eq!(request.flags(2), Ok(1 << 29));
        request.required(3).unwrap();
        let encrypted = EncryptedData::decode(request.required(4).unwrap()).unwrap();
        let plain = session
            .decrypt(usage::AP_AUTHENTICATOR, &encrypted.bytes)
            .unwrap();
        let mut fields = application("Authenticator", 2, &plain).unwrap();
        fields.constant(0, 5).unwrap();
        assert_eq!(fields.text(1).unwrap(), "A");
        fields.required(2).unwrap();
        let mut checksum = Fields::of("Checksum", fields.required(3).unwrap()).unwrap();
        checksum.constant(0, 0x8003).unwrap();
        let flags = checksum.octets(1).unwrap().to_vec();
        let micros = fields.integer(4).unwrap();
        let seconds = fields.time(5).unwrap();
        Self {
            session,
            at: (seconds, micros),
            subkey: decode_key(fields.required(6).unwrap()).unwrap(),
            sequence: fields.optional_u32(7).unwrap().unwrap(),
            flags,
        }
    }

    pub(super) fn reply(&self, reply: &Reply) -> Vec<u8> {
        let part = Sequence::new()
            .field(0, time(reply.at.0))
            .field(1, integer(reply.at.1))
            .optional(2, reply.subkey.as_ref().map(encode_key))
            .optional(3, reply.sequence.map(integer));
        let part = in_application(27, part.finish()).unwrap();
        let encrypted = EncryptedData {
            kind: self.session.kind().number(),
            version: None,
            bytes: self.session.encrypt(usage::AP_REPLY, &part).unwrap(),
        };
        let message = Sequence::new()
            .field(0, integer(5))
            .field(1, integer(15))
            .field(2, encrypted.encode());
        frame(
            TokenId::Reply,
            &in_application(15, message.finish()).unwrap(),
        )
        .unwrap()
    }
}

/// Tokens of an acceptor, written by RFC 4121 section 4.2.4 and not by the code under test.
pub(super) struct Sender {
    pub(super) key: Key,
    pub(super) flags: u8,
}

impl Sender {
    pub(super) fn sealed(
        &self,
        message: &[u8],
        sequence: u64,
        filler: u16,
        rotation: u16,
    ) -> Vec<u8> {
        let mut header = Header::new(self.flags | SEALED, sequence);
        header.extra = filler;
        let mut body = vec![0; CONFOUNDER];
        body.extend(message);
        body.extend(vec![0x55; filler.into()]);
        body.extend(header.encode());
        self.key.sealing(22).unwrap().seal(&mut body, 0).unwrap();
        rotated(header, body, rotation)
    }

    pub(super) fn signed(&self, message: &[u8], sequence: u64, rotation: u16) -> Vec<u8> {
        let mut header = Header::new(self.flags, sequence);
        let checksum = self
            .key
            .signing(22)
            .unwrap()
            .sign(&[message, &header.encode()]);
        header.extra = u16::try_from(checksum.len()).unwrap();
        rotated(header, [message, &checksum].concat(), rotation)
    }
}

pub(super) fn rotated(mut header: Header, mut body: Vec<u8>, rotation: u16) -> Vec<u8> {
    header.rotation = rotation;
    let by = usize::from(rotation) % body.len().max(1);
    body.rotate_right(by);
    [&header.encode(), &*body].concat()
}
