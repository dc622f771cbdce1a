//! `Authenticator` of RFC 4120 section 5.5.1: shows that the sender knows the ticket's session key.

use super::{VERSION, encode_key};
use crate::asn1::{Encoded, Sequence, in_application, integer, octets, text, time};
use crate::crypto::Key;
use crate::principal::Principal;
use crate::time::Time;

pub(crate) struct Authenticator<'a> {
    pub(crate) client: &'a Principal,
    pub(crate) checksum: Checksum<'a>,
    /// The time, with its microseconds.
    pub(crate) at: (Time, u32),
    pub(crate) subkey: &'a Key,
    pub(crate) sequence: Option<u32>,
}

pub(crate) struct Checksum<'a> {
    pub(crate) kind: i32,
    pub(crate) bytes: &'a [u8],
}

impl Authenticator<'_> {
    pub(crate) fn encode(&self) -> Encoded {
        let checksum = Sequence::new()
            .field(0, integer(self.checksum.kind))
            .field(1, octets(self.checksum.bytes));
        let body = Sequence::new()
            .field(0, integer(VERSION))
            .field(1, text(&self.client.realm))
            .field(2, self.client.encode_client())
            .field(3, checksum.finish())
            .field(4, integer(self.at.1))
            .field(5, time(self.at.0))
            .field(6, encode_key(self.subkey))
            .optional(7, self.sequence.map(integer));
        in_application(2, body.finish())
    }
}
