//! `AS-REP` and `TGS-REP` of RFC 4120 section 5.4.2.

use super::{EncryptedData, Ticket, VERSION, decode_key};
use crate::asn1::{DecodeError, Fields, application};
use crate::crypto::Key;
use crate::principal::Principal;
use crate::time::Time;

/// A reply with a ticket.
#[derive(Debug)]
pub(crate) struct KdcReply {
    pub(crate) client: Principal,
    pub(crate) ticket: Ticket,
    pub(crate) encrypted: EncryptedData,
}

impl KdcReply {
    /// Decodes an `AS-REP` (11) or a `TGS-REP` (13).
    pub(crate) fn decode(kind: u32, bytes: &[u8]) -> Result<Self, DecodeError> {
        let message = if kind == 11 { "AS-REP" } else { "TGS-REP" };
        let mut fields = application(message, kind, bytes)?;
        fields.constant(0, VERSION)?;
        fields.constant(1, kind.into())?;
        fields.optional(2)?;
        let realm = fields.text(3)?;
        Ok(Self {
            client: Principal::decode_name(fields.required(4)?, realm)?,
            ticket: Ticket::decode(fields.required(5)?)?,
            encrypted: EncryptedData::decode(fields.required(6)?)?,
        })
    }
}

/// The decrypted part of a reply.
#[derive(Debug)]
pub(crate) struct ReplyPart {
    pub(crate) key: Key,
    pub(crate) nonce: u32,
    pub(crate) flags: u32,
    pub(crate) authenticated: Time,
    pub(crate) start: Option<Time>,
    pub(crate) end: Time,
    pub(crate) renew_till: Option<Time>,
    pub(crate) service: Principal,
}

impl ReplyPart {
    /// Decodes an `EncASRepPart` or `EncTGSRepPart`. Some KDCs use the latter's tag for both.
    pub(crate) fn decode(plain: &[u8]) -> Result<Self, DecodeError> {
        const MESSAGE: &str = "EncKDCRepPart";
        let fields = application(MESSAGE, 25, plain);
        let mut fields = fields.or_else(|_| application(MESSAGE, 26, plain))?;
        let key = decode_key(fields.required(0)?)?;
        fields.required(1)?;
        let nonce = required_u32(&mut fields, 2)?;
        fields.optional_time(3)?;
        let flags = fields.flags(4)?;
        let authenticated = fields.time(5)?;
        let start = fields.optional_time(6)?;
        let end = fields.time(7)?;
        let renew_till = fields.optional_time(8)?;
        let realm = fields.text(9)?;
        let service = Principal::decode_name(fields.required(10)?, realm)?;
        Ok(Self {
            key,
            nonce,
            flags,
            authenticated,
            start,
            end,
            renew_till,
            service,
        })
    }
}

fn required_u32(fields: &mut Fields<'_>, number: u32) -> Result<u32, DecodeError> {
    match fields.optional_u32(number)? {
        Some(value) => Ok(value),
        None => Err(fields.error(format!("the field [{number}] is missing"))),
    }
}
