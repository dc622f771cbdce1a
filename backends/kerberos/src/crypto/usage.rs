//! Encryption with a checksum under one key usage: RFC 3961 section 5.3 (encrypts, with a checksum of the plain
//! text), RFC 8009 section 5 (encrypts, with a checksum of the encrypted text).

use super::block::{BLOCK, BlockKey};
use super::{CONFOUNDER, ChecksumKey, CryptoError, EncryptionType, fill_random};

/// The initial vector that RFC 8009 puts in front of the encrypted text when it computes the checksum.
const INITIAL_VECTOR: [u8; BLOCK] = [0; BLOCK];

/// The derived keys of one usage.
pub(crate) struct SealingKey {
    pub(super) kind: EncryptionType,
    pub(super) cipher: BlockKey,
    pub(super) integrity: ChecksumKey,
}

impl SealingKey {
    /// Number of bytes that sealing adds to a message: the confounder and the checksum.
    pub(crate) fn overhead(&self) -> usize {
        CONFOUNDER + self.integrity.length()
    }

    /// Encrypts the end of a buffer, from `start` on, and appends the checksum. The first [`CONFOUNDER`] bytes there are
    /// overwritten with random ones.
    pub(crate) fn seal(&self, buffer: &mut Vec<u8>, start: usize) -> Result<(), CryptoError> {
        let message = buffer.get_mut(start..).unwrap_or_default();
        let Some(confounder) = message.get_mut(..CONFOUNDER) else {
            return Err(CryptoError::Short {
                found: message.len(),
                least: CONFOUNDER,
            });
        };
        fill_random(confounder)?;
        self.seal_with_its_confounder(buffer, start)
    }

    pub(super) fn seal_with_its_confounder(
        &self,
        buffer: &mut Vec<u8>,
        start: usize,
    ) -> Result<(), CryptoError> {
        let message = buffer.get_mut(start..).unwrap_or_default();
        let checksum = if self.kind.is_rfc_8009() {
            self.cipher.encrypt(message)?;
            self.integrity.sign(&[&INITIAL_VECTOR, message])
        } else {
            let checksum = self.integrity.sign(&[message]);
            self.cipher.encrypt(message)?;
            checksum
        };
        buffer.extend_from_slice(&checksum);
        Ok(())
    }

    /// Decrypts a message in its buffer, and verifies the checksum. Only the plain text remains.
    pub(crate) fn open(&self, buffer: &mut Vec<u8>) -> Result<(), CryptoError> {
        let least = self.overhead();
        let found = buffer.len();
        if found < least {
            return Err(CryptoError::Short { found, least });
        }
        let (message, checksum) = buffer.split_at_mut(found - self.integrity.length());
        let length = message.len();
        if self.kind.is_rfc_8009() {
            self.integrity
                .verify(&[&INITIAL_VECTOR, message], checksum)?;
            self.cipher.decrypt(message)?;
        } else {
            self.cipher.decrypt(message)?;
            self.integrity.verify(&[message], checksum)?;
        }
        buffer.truncate(length);
        buffer.drain(..CONFOUNDER);
        Ok(())
    }
}
