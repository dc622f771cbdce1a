//! `AP-REQ` and `AP-REP` of RFC 4120 sections 5.5.1 and 5.5.2: a client and a service authenticate each other.

use super::{EncryptedData, VERSION, decode_key, usage};
use crate::asn1::{DecodeError, Encoded, Sequence, application, flags, in_application, integer};
use crate::crypto::Key;
use crate::time::Time;

/// Encodes an `AP-REQ`. `options` are bits of RFC 4120 section 5.5.1, bit 0 the highest.
pub(crate) fn ap_req(options: u32, ticket: &[u8], authenticator: &EncryptedData) -> Encoded {
    let ticket = Ok(ticket.to_vec().into());
    let body = Sequence::new()
        .field(0, integer(VERSION))
        .field(1, integer(14))
        .field(2, flags(options))
        .field(3, ticket)
        .field(4, authenticator.encode());
    in_application(14, body.finish())
}

/// A decrypted `AP-REP`.
#[derive(Debug)]
pub(crate) struct ApRep {
    /// The time of the client's authenticator, with its microseconds.
    pub(crate) at: (Time, i64),
    pub(crate) subkey: Option<Key>,
    pub(crate) sequence: Option<u32>,
}

impl ApRep {
    /// Decrypts with the session key of the ticket.
    pub(crate) fn decode(bytes: &[u8], key: &Key) -> Result<Self, DecodeError> {
        const MESSAGE: &str = "AP-REP";
        let mut fields = application(MESSAGE, 15, bytes)?;
        fields.constant(0, VERSION)?;
        fields.constant(1, 15)?;
        let encrypted = EncryptedData::decode(fields.required(2)?)?;
        if encrypted.kind != key.kind().number() {
            let (found, expected) = (encrypted.kind, key.kind().number());
            let cause = format!("encryption type {found}, expected the session key's {expected}");
            return Err(fields.error(cause));
        }
        let plain = key
            .decrypt(usage::AP_REPLY, &encrypted.bytes)
            .map_err(|cause| DecodeError::new(MESSAGE, cause.to_string()))?;
        Self::decode_part(&plain)
    }

    pub(crate) fn decode_part(plain: &[u8]) -> Result<Self, DecodeError> {
        let mut fields = application("EncAPRepPart", 27, plain)?;
        let seconds = fields.time(0)?;
        let micros = fields.integer(1)?;
        let subkey = fields.optional(2)?.map(decode_key).transpose()?;
        let sequence = fields.optional_u32(3)?;
        let at = (seconds, micros);
        Ok(Self {
            at,
            subkey,
            sequence,
        })
    }
}
