//! A key of one encryption type.

use std::fmt;

use super::block::BlockKey;
use super::derive::{Purpose, derive};
use super::{
    CONFOUNDER, ChecksumKey, CryptoError, EncryptionType, SealingKey, Secret, fill_random,
};

/// A key, which is cleared when it is dropped and never printed.
#[derive(Clone)]
pub(crate) struct Key {
    kind: EncryptionType,
    bytes: Secret,
}

impl Key {
    pub(crate) fn new(kind: EncryptionType, bytes: Secret) -> Result<Self, CryptoError> {
        let (found, expected) = (bytes.len(), kind.key_length());
        if found != expected {
            return Err(CryptoError::KeyLength { found, expected });
        }
        Ok(Self { kind, bytes })
    }

    pub(crate) fn random(kind: EncryptionType) -> Result<Self, CryptoError> {
        let mut bytes = Secret::new(vec![0; kind.key_length()]);
        fill_random(&mut bytes)?;
        Ok(Self { kind, bytes })
    }

    pub(crate) fn kind(&self) -> EncryptionType {
        self.kind
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Encrypts a message under a key usage (RFC 4120 section 7.5.1).
    pub(crate) fn encrypt(&self, usage: u32, message: &[u8]) -> Result<Vec<u8>, CryptoError> {
        let key = self.sealing(usage)?;
        // The buffer does not grow: no copy of the plain text stays in memory.
        let mut buffer = Vec::with_capacity(message.len() + key.overhead());
        buffer.extend_from_slice(&[0; CONFOUNDER]);
        buffer.extend_from_slice(message);
        key.seal(&mut buffer, 0)?;
        Ok(buffer)
    }

    /// Decrypts a message under a key usage.
    pub(crate) fn decrypt(&self, usage: u32, encrypted: &[u8]) -> Result<Secret, CryptoError> {
        let mut buffer = Secret::new(encrypted.to_vec());
        self.sealing(usage)?.open(&mut buffer)?;
        Ok(buffer)
    }

    /// The keys for encryption under one usage.
    pub(crate) fn sealing(&self, usage: u32) -> Result<SealingKey, CryptoError> {
        let encryption = self.derive(usage, Purpose::Encryption)?;
        let integrity = self.derive(usage, Purpose::Integrity)?;
        Ok(SealingKey {
            kind: self.kind,
            cipher: BlockKey::new(&encryption)?,
            integrity: ChecksumKey::new(self.kind, &integrity)?,
        })
    }

    /// The key for checksums under one usage.
    pub(crate) fn signing(&self, usage: u32) -> Result<ChecksumKey, CryptoError> {
        ChecksumKey::new(self.kind, &self.derive(usage, Purpose::Checksum)?)
    }

    pub(super) fn derive(&self, usage: u32, purpose: Purpose) -> Result<Secret, CryptoError> {
        derive(self.kind, &self.bytes, usage, purpose)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({}, hidden)", self.kind)
    }
}
