//! `EncryptedData` and `EncryptionKey` of RFC 4120 section 5.2.9.

use crate::asn1::{DecodeError, Encoded, Fields, Sequence, integer, octets};
use crate::crypto::encryption_type::name_of;
use crate::crypto::{EncryptionType, Key, Secret};

/// Encrypted bytes, with what is needed to choose the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EncryptedData {
    /// The number of the encryption type, which may be unsupported.
    pub(crate) kind: i32,
    /// The version of the long-term key.
    pub(crate) version: Option<u32>,
    pub(crate) bytes: Vec<u8>,
}

impl EncryptedData {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut fields = Fields::of("EncryptedData", bytes)?;
        Ok(Self {
            kind: number(&mut fields, 0)?,
            version: fields.optional_u32(1)?,
            bytes: fields.octets(2)?.to_vec(),
        })
    }

    pub(crate) fn encode(&self) -> Encoded {
        Sequence::new()
            .field(0, integer(self.kind))
            .optional(1, self.version.map(integer))
            .field(2, octets(&self.bytes))
            .finish()
    }
}

/// Decodes an `EncryptionKey`.
pub(crate) fn decode_key(bytes: &[u8]) -> Result<Key, DecodeError> {
    const MESSAGE: &str = "EncryptionKey";
    let mut fields = Fields::of(MESSAGE, bytes)?;
    let number = number(&mut fields, 0)?;
    let Some(kind) = EncryptionType::from_number(number) else {
        return Err(fields.error(format!(
            "its encryption type is {}, expected AES (17 to 20)",
            name_of(number)
        )));
    };
    let bytes = Secret::new(fields.octets(1)?.to_vec());
    Key::new(kind, bytes).map_err(|cause| DecodeError::new(MESSAGE, cause.to_string()))
}

/// Encodes an `EncryptionKey`.
pub(crate) fn encode_key(key: &Key) -> Encoded {
    Sequence::new()
        .field(0, integer(key.kind().number()))
        .field(1, octets(key.bytes()))
        .finish()
}

/// An `Int32`.
pub(super) fn number(fields: &mut Fields<'_>, field: u32) -> Result<i32, DecodeError> {
    let value = fields.integer(field)?;
    i32::try_from(value)
        .map_err(|_| fields.error(format!("[{field}] is {value}, expected 32 bits")))
}
