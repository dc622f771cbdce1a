//! `AS-REQ` and `TGS-REQ` of RFC 4120 section 5.4.1.

use super::preauthentication::encode_all;
use super::{PreauthData, VERSION};
use crate::asn1::{Encoded, Sequence, flags, in_application, in_list, integer, text, time};
use crate::crypto::EncryptionType;
use crate::principal::Principal;
use crate::time::Time;

/// Bits of the options, bit 0 the highest.
pub(crate) mod option {
    pub(crate) const FORWARDABLE: u32 = 1 << 30;
    pub(crate) const RENEWABLE: u32 = 1 << 23;
    /// The KDC may issue a referral (RFC 6806).
    pub(crate) const CANONICALIZE: u32 = 1 << 16;
    pub(crate) const RENEW: u32 = 1 << 1;
}

/// The body of a request: what the client wants to have.
#[derive(Clone, Debug)]
pub(crate) struct KdcRequest {
    pub(crate) options: u32,
    /// In an `AS-REQ` only.
    pub(crate) client: Option<Principal>,
    pub(crate) service: Principal,
    pub(crate) till: Time,
    pub(crate) renew_till: Option<Time>,
    pub(crate) nonce: u32,
    /// Types for the session key, best first.
    pub(crate) kinds: Vec<EncryptionType>,
}

impl KdcRequest {
    /// Encodes the `KDC-REQ-BODY`, over which a `TGS-REQ` has a checksum.
    pub(crate) fn encode_body(&self) -> Encoded {
        let kinds = self.kinds.iter().map(|kind| integer(kind.number()));
        Sequence::new()
            .field(0, flags(self.options))
            .optional(1, self.client.as_ref().map(Principal::encode_client))
            .field(2, text(&self.service.realm))
            .field(3, self.service.encode_name())
            .field(5, time(self.till))
            .optional(6, self.renew_till.map(time))
            .field(7, integer(self.nonce))
            .field(8, in_list(kinds))
            .finish()
    }

    /// Encodes an `AS-REQ`, if there is a client, or else a `TGS-REQ`.
    pub(crate) fn encode(&self, preauth: &[PreauthData]) -> Encoded {
        let kind = if self.client.is_some() { 10 } else { 12 };
        let preauth = Some(preauth).filter(|preauth| !preauth.is_empty());
        let request = Sequence::new()
            .field(1, integer(VERSION))
            .field(2, integer(kind))
            .optional(3, preauth.map(encode_all))
            .field(4, self.encode_body());
        in_application(kind, request.finish())
    }
}
