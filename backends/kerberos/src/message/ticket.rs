//! `Ticket` of RFC 4120 section 5.3. Only its service can decrypt it; a client sends it as it was received.

use super::EncryptedData;
use crate::asn1::{DecodeError, application};
use crate::principal::Principal;

/// A ticket's encoding, with its service in clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) service: Principal,
    pub(crate) encoded: Vec<u8>,
}

impl Ticket {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut fields = application("Ticket", 1, bytes)?;
        fields.constant(0, super::VERSION)?;
        let realm = fields.text(1)?;
        let service = Principal::decode_name(fields.required(2)?, realm)?;
        EncryptedData::decode(fields.required(3)?)?;
        let encoded = bytes.to_vec();
        Ok(Self { service, encoded })
    }
}
