//! AES on whole messages: CBC with ciphertext stealing (CBC-CS3) and an initial vector of zeros, RFC 3962 section 5.

use aes::cipher::{
    Array, BlockCipherDecrypt, BlockCipherEncrypt, InnerIvInit, KeyInit, consts::U16,
};
use aes::{Aes128, Aes256};
use cts::{CbcCs3, Decrypt, Encrypt};

use super::CryptoError;

/// Length of a block, bytes.
pub(super) const BLOCK: usize = 16;

/// An expanded key, which is cleared when it is dropped.
pub(super) enum BlockKey {
    Aes128(Box<Aes128>),
    Aes256(Box<Aes256>),
}

impl BlockKey {
    /// A key of 16 or 32 bytes.
    pub(super) fn new(key: &[u8]) -> Result<Self, CryptoError> {
        let error = |_| CryptoError::KeyLength {
            found: key.len(),
            expected: 32,
        };
        if key.len() == BLOCK {
            let cipher = Aes128::new_from_slice(key).map_err(error)?;
            return Ok(Self::Aes128(Box::new(cipher)));
        }
        let cipher = Aes256::new_from_slice(key).map_err(error)?;
        Ok(Self::Aes256(Box::new(cipher)))
    }

    pub(super) fn encrypt_block(&self, block: &mut [u8; BLOCK]) {
        let block = block.into();
        match self {
            Self::Aes128(cipher) => cipher.encrypt_block(block),
            Self::Aes256(cipher) => cipher.encrypt_block(block),
        }
    }

    /// Encrypts in the buffer, which has at least one block.
    pub(super) fn encrypt(&self, message: &mut [u8]) -> Result<(), CryptoError> {
        match self {
            Self::Aes128(cipher) => encrypt(cipher.as_ref(), message),
            Self::Aes256(cipher) => encrypt(cipher.as_ref(), message),
        }
    }

    /// Decrypts in the buffer, which has at least one block.
    pub(super) fn decrypt(&self, message: &mut [u8]) -> Result<(), CryptoError> {
        match self {
            Self::Aes128(cipher) => decrypt(cipher.as_ref(), message),
            Self::Aes256(cipher) => decrypt(cipher.as_ref(), message),
        }
    }
}

// `CbcCs3` encrypts a message of one block twice. Nothing can be stolen there: RFC 3962 section 5 encrypts it once.

fn encrypt<C>(cipher: &C, message: &mut [u8]) -> Result<(), CryptoError>
where
    C: BlockCipherEncrypt<BlockSize = U16>,
{
    if let Ok(block) = <&mut [u8; BLOCK]>::try_from(&mut *message) {
        cipher.encrypt_block(block.into());
        return Ok(());
    }
    let mode = CbcCs3::inner_iv_init(cipher, &Array::default());
    mode.encrypt(message).map_err(|_| short(message))
}

fn decrypt<C>(cipher: &C, message: &mut [u8]) -> Result<(), CryptoError>
where
    C: BlockCipherDecrypt<BlockSize = U16>,
{
    if let Ok(block) = <&mut [u8; BLOCK]>::try_from(&mut *message) {
        cipher.decrypt_block(block.into());
        return Ok(());
    }
    let mode = CbcCs3::inner_iv_init(cipher, &Array::default());
    mode.decrypt(message).map_err(|_| short(message))
}

fn short(message: &[u8]) -> CryptoError {
    CryptoError::Short {
        found: message.len(),
        least: BLOCK,
    }
}
