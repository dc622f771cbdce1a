//! Derives keys for one use from a key: DK of RFC 3961 section 5.3, and KDF-HMAC-SHA2 of RFC 8009 section 3.

use hmac::{Hmac, KeyInit, Mac as _};
use sha2::{Sha256, Sha384};
use zeroize::Zeroize as _;

use super::block::{BLOCK, BlockKey};
use super::nfold::nfold;
use super::{CryptoError, EncryptionType, Secret};

/// What a derived key is for. The byte follows the number of the usage (RFC 3961 section 5.3).
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Checksum = 0x99,
    Encryption = 0xaa,
    Integrity = 0x55,
}

/// The key for one usage and purpose.
pub(super) fn derive(
    kind: EncryptionType,
    key: &[u8],
    usage: u32,
    purpose: Purpose,
) -> Result<Secret, CryptoError> {
    let [a, b, c, d] = usage.to_be_bytes();
    let constant = [a, b, c, d, purpose as u8];
    if !kind.is_rfc_8009() {
        return derive_by_blocks(key, &constant);
    }
    let length = match purpose {
        Purpose::Encryption => kind.key_length(),
        // RFC 8009 section 3: these keys have the length of the truncated HMAC.
        Purpose::Checksum | Purpose::Integrity => kind.checksum_length(),
    };
    derive_by_hash(kind, key, &constant, length)
}

/// DK: encrypts the folded constant, and each result again, until there are enough bytes for a key of the same length.
pub(super) fn derive_by_blocks(key: &[u8], constant: &[u8]) -> Result<Secret, CryptoError> {
    let cipher = BlockKey::new(key)?;
    let mut block = [0; BLOCK];
    block.copy_from_slice(&nfold(constant, BLOCK));
    let mut derived = Secret::new(Vec::with_capacity(key.len()));
    while derived.len() < key.len() {
        cipher.encrypt_block(&mut block);
        derived.extend_from_slice(&block);
    }
    block.zeroize();
    Ok(derived)
}

/// KDF-HMAC-SHA2 without a context: one round gives enough bytes for each key.
pub(super) fn derive_by_hash(
    kind: EncryptionType,
    key: &[u8],
    label: &[u8],
    length: usize,
) -> Result<Secret, CryptoError> {
    let error = |_| CryptoError::KeyLength {
        found: key.len(),
        expected: kind.key_length(),
    };
    let bits = u32::try_from(length * 8).unwrap_or(u32::MAX).to_be_bytes();
    let input = [&1_u32.to_be_bytes(), label, &[0], &bits].concat();
    let mut derived = if kind == EncryptionType::Aes256Sha384 {
        let mut hash = Hmac::<Sha384>::new_from_slice(key).map_err(error)?;
        hash.update(&input);
        secret(&mut hash.finalize().into_bytes())
    } else {
        let mut hash = Hmac::<Sha256>::new_from_slice(key).map_err(error)?;
        hash.update(&input);
        secret(&mut hash.finalize().into_bytes())
    };
    derived.truncate(length);
    Ok(derived)
}

/// A copy of bytes that are cleared.
fn secret(bytes: &mut [u8]) -> Secret {
    let copy = Secret::new(bytes.to_vec());
    bytes.zeroize();
    copy
}
