//! Encryption and checksums of Kerberos with AES: the simplified profile of RFC 3961 (RFC 3962), and RFC 8009. The
//! primitives come from `RustCrypto`.

mod block;
mod derive;
pub(crate) mod encryption_type;
mod key;
mod mac;
mod nfold;
mod usage;

pub(crate) use encryption_type::EncryptionType;
pub(crate) use key::Key;
pub(crate) use mac::ChecksumKey;
pub(crate) use usage::SealingKey;

/// Bytes that are cleared when they are dropped.
pub(crate) type Secret = zeroize::Zeroizing<Vec<u8>>;

/// Length of the random block in front of each encrypted message, bytes.
pub(crate) const CONFOUNDER: usize = 16;

/// An error of encryption or decryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CryptoError {
    #[error("a checksum does not match: another key was used, or the bytes were changed")]
    Checksum,
    #[error("{found} encrypted bytes, expected at least {least}")]
    Short { found: usize, least: usize },
    #[error("a key of {found} bytes, expected {expected}")]
    KeyLength { found: usize, expected: usize },
    #[error("the clock of this machine shows a time after the year 9999: set it")]
    Clock,
    #[error("the operating system has no random bytes")]
    Random,
}

/// Fills a buffer with random bytes of the operating system.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), CryptoError> {
    getrandom::fill(bytes).map_err(|_| CryptoError::Random)
}

/// A random number.
pub(crate) fn random_u32() -> Result<u32, CryptoError> {
    let mut bytes = [0; 4];
    fill_random(&mut bytes)?;
    Ok(u32::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests;
