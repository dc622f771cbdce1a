//! Pre-authentication data of RFC 4120 section 5.2.7.

use std::time::SystemTime;

use der::asn1::AnyRef;

use super::encrypted::number;
use super::{EncryptedData, usage};
use crate::asn1::{DecodeError, Encoded, Fields, Sequence, in_list, integer, list, octets, time};
use crate::crypto::{CryptoError, Key};
use crate::time::with_micros;

/// Types of the data.
pub(crate) mod preauth_type {
    pub(crate) const TGS_REQ: i32 = 1;
    pub(crate) const ENCRYPTED_TIMESTAMP: i32 = 2;
    pub(crate) const ETYPE_INFO2: i32 = 19;
    /// State of the KDC, which it wants to have back (RFC 6113 section 5.2).
    pub(crate) const COOKIE: i32 = 133;
}

/// One `PA-DATA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreauthData {
    pub(crate) kind: i32,
    pub(crate) value: Vec<u8>,
}

impl PreauthData {
    fn decode(element: AnyRef<'_>) -> Result<Self, DecodeError> {
        let mut fields = Fields::within("PA-DATA", element)?;
        let kind = number(&mut fields, 1)?;
        let value = fields.octets(2)?.to_vec();
        Ok(Self { kind, value })
    }

    pub(super) fn encode(&self) -> Encoded {
        Sequence::new()
            .field(1, integer(self.kind))
            .field(2, octets(&self.value))
            .finish()
    }
}

/// Encodes a `SEQUENCE OF PA-DATA`.
pub(super) fn encode_all(data: &[PreauthData]) -> Encoded {
    in_list(data.iter().map(PreauthData::encode))
}

/// Decodes a `METHOD-DATA`.
pub(crate) fn method_data(bytes: &[u8]) -> Result<Vec<PreauthData>, DecodeError> {
    let elements = list("METHOD-DATA", bytes)?;
    elements.into_iter().map(PreauthData::decode).collect()
}

/// The encryption types of an `ETYPE-INFO2`, best first. Salts are for passwords, which are not supported.
pub(crate) fn offered_types(bytes: &[u8]) -> Result<Vec<i32>, DecodeError> {
    const MESSAGE: &str = "ETYPE-INFO2";
    let elements = list(MESSAGE, bytes)?;
    let kinds = elements
        .into_iter()
        .map(|element| number(&mut Fields::within(MESSAGE, element)?, 0));
    kinds.collect()
}

/// A `PA-ENC-TIMESTAMP`: the KDC's time, encrypted with the client's key.
pub(crate) fn encrypted_timestamp(
    key: &Key,
    clock: SystemTime,
) -> Result<PreauthData, CryptoError> {
    let (seconds, micros) = with_micros(clock);
    let plain = Sequence::new()
        .field(0, time(seconds))
        .field(1, integer(micros))
        .finish();
    let encrypted = EncryptedData {
        kind: key.kind().number(),
        version: None,
        bytes: key.encrypt(usage::TIMESTAMP, &plain.map_err(too_large)?)?,
    };
    let value = encrypted.encode().map_err(too_large)?.to_vec();
    let kind = preauth_type::ENCRYPTED_TIMESTAMP;
    Ok(PreauthData { kind, value })
}

/// Values of a few bytes always fit; a time after the year 9999 does not.
fn too_large(_: der::Error) -> CryptoError {
    CryptoError::Clock
}
