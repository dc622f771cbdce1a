//! HMAC by the hash of an encryption type, truncated to the length of its checksums.

use hmac::{Hmac, KeyInit, Mac as _};
use sha1::Sha1;
use sha2::{Sha256, Sha384};

use super::{CryptoError, EncryptionType};

/// A key for checksums, which is cleared when it is dropped. It is a HMAC that has read its key.
#[derive(Clone)]
pub(crate) struct ChecksumKey {
    hash: Hash,
    length: usize,
}

#[derive(Clone)]
enum Hash {
    Sha1(Hmac<Sha1>),
    Sha256(Hmac<Sha256>),
    Sha384(Hmac<Sha384>),
}

impl ChecksumKey {
    pub(super) fn new(kind: EncryptionType, key: &[u8]) -> Result<Self, CryptoError> {
        let error = |_| CryptoError::KeyLength {
            found: key.len(),
            expected: kind.checksum_length(),
        };
        let hash = match kind {
            EncryptionType::Aes128Sha1 | EncryptionType::Aes256Sha1 => {
                Hash::Sha1(Hmac::new_from_slice(key).map_err(error)?)
            }
            EncryptionType::Aes128Sha256 => Hash::Sha256(Hmac::new_from_slice(key).map_err(error)?),
            EncryptionType::Aes256Sha384 => Hash::Sha384(Hmac::new_from_slice(key).map_err(error)?),
        };
        let length = kind.checksum_length();
        Ok(Self { hash, length })
    }

    /// Length of a checksum, bytes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The checksum of the parts in a row.
    pub(crate) fn sign(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut checksum = match self.read(parts) {
            Hash::Sha1(hash) => hash.finalize().into_bytes().to_vec(),
            Hash::Sha256(hash) => hash.finalize().into_bytes().to_vec(),
            Hash::Sha384(hash) => hash.finalize().into_bytes().to_vec(),
        };
        checksum.truncate(self.length);
        checksum
    }

    /// Compares a checksum in constant time.
    pub(crate) fn verify(&self, parts: &[&[u8]], checksum: &[u8]) -> Result<(), CryptoError> {
        // A shorter checksum would be compared with the start of the right one.
        if checksum.len() != self.length {
            return Err(CryptoError::Checksum);
        }
        let result = match self.read(parts) {
            Hash::Sha1(hash) => hash.verify_truncated_left(checksum),
            Hash::Sha256(hash) => hash.verify_truncated_left(checksum),
            Hash::Sha384(hash) => hash.verify_truncated_left(checksum),
        };
        result.map_err(|_| CryptoError::Checksum)
    }

    fn read(&self, parts: &[&[u8]]) -> Hash {
        let mut hash = self.hash.clone();
        for part in parts {
            match &mut hash {
                Hash::Sha1(hash) => hash.update(part),
                Hash::Sha256(hash) => hash.update(part),
                Hash::Sha384(hash) => hash.update(part),
            }
        }
        hash
    }
}
