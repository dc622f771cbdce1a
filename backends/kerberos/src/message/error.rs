//! `KRB-ERROR` of RFC 4120 section 5.9.1. It is not authenticated: whoever sits between client and KDC can forge it.

use super::VERSION;
use super::encrypted::number;
use crate::asn1::{DecodeError, application};
use crate::principal::Principal;
use crate::time::Time;

/// Codes of RFC 4120 section 7.5.9 that have a meaning for a client.
pub(crate) mod code {
    pub(crate) const CLIENT_EXPIRED: i32 = 1;
    pub(crate) const SERVICE_EXPIRED: i32 = 2;
    pub(crate) const UNKNOWN_CLIENT: i32 = 6;
    pub(crate) const UNKNOWN_SERVICE: i32 = 7;
    pub(crate) const NULL_KEY: i32 = 9;
    pub(crate) const NEVER_VALID: i32 = 11;
    pub(crate) const POLICY: i32 = 12;
    pub(crate) const NO_COMMON_TYPE: i32 = 14;
    pub(crate) const CLIENT_REVOKED: i32 = 18;
    pub(crate) const SERVICE_REVOKED: i32 = 19;
    pub(crate) const TICKET_REVOKED: i32 = 20;
    pub(crate) const PASSWORD_EXPIRED: i32 = 23;
    pub(crate) const PREAUTH_FAILED: i32 = 24;
    pub(crate) const PREAUTH_REQUIRED: i32 = 25;
    pub(crate) const UNAVAILABLE: i32 = 29;
    pub(crate) const INTEGRITY: i32 = 31;
    pub(crate) const TICKET_EXPIRED: i32 = 32;
    pub(crate) const SKEW: i32 = 37;
    pub(crate) const BAD_VERSION: i32 = 44;
    pub(crate) const WRONG_REALM: i32 = 68;
}

/// Maximum length of the text that is kept, characters.
const MAX_TEXT: usize = 200;

/// An error message of a KDC or a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KrbError {
    pub(crate) code: i32,
    /// The time of the sender.
    pub(crate) at: Time,
    /// The realm of the client, if the sender knows it.
    pub(crate) client_realm: Option<String>,
    pub(crate) text: String,
    pub(crate) data: Option<Vec<u8>>,
}

impl KrbError {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut fields = application("KRB-ERROR", 30, bytes)?;
        fields.constant(0, VERSION)?;
        fields.constant(1, 30)?;
        fields.optional_time(2)?;
        fields.optional_integer(3)?;
        let at = fields.time(4)?;
        fields.integer(5)?;
        let code = number(&mut fields, 6)?;
        let client_realm = fields.optional_text(7)?;
        if let (Some(name), Some(realm)) = (fields.optional(8)?, &client_realm) {
            Principal::decode_name(name, realm.clone())?;
        }
        fields.text(9)?;
        fields.required(10)?;
        let text = fields.optional_text(11)?.unwrap_or_default();
        let text = text.chars().filter(|letter| !letter.is_control());
        Ok(Self {
            code,
            at,
            client_realm,
            text: text.take(MAX_TEXT).collect(),
            data: fields.optional_octets(12)?.map(<[u8]>::to_vec),
        })
    }

    /// Whether bytes start as such a message does.
    pub(crate) fn is_error(bytes: &[u8]) -> bool {
        bytes.first() == Some(&0x7e)
    }
}
