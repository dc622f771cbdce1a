//! The ciphers of privacy (RFC 2831, section 2.4). Their state continues from one message to the next.

use cbc::cipher::{
    Array, BlockModeDecrypt as _, BlockModeEncrypt as _, KeyInit as _, KeyIvInit as _,
    StreamCipher as _,
};
use des::TdesEde2;
use rc4::Rc4;

use super::challenge::Cipher;
use super::keys::Hash;
use crate::sasl::LayerError;

/// Bytes of a block of Triple DES.
const BLOCK: usize = 8;

/// Seals messages.
pub(super) enum Sealer {
    TripleDes(Box<cbc::Encryptor<TdesEde2>>),
    Rc4(Box<Rc4>),
}

/// Opens sealed messages.
pub(super) enum Opener {
    TripleDes(Box<cbc::Decryptor<TdesEde2>>),
    Rc4(Box<Rc4>),
}

impl Sealer {
    pub(super) fn new(cipher: Cipher, key: &Hash) -> Self {
        match cipher {
            Cipher::Rc4 => Self::Rc4(Box::new(rc4(key))),
            Cipher::TripleDes => {
                let (key, vector) = triple_des_key(key);
                let cipher = cbc::Encryptor::new(&key.into(), &vector.into());
                Self::TripleDes(Box::new(cipher))
            }
        }
    }

    /// Adds the padding: each of its bytes is their number, so that the whole with `more` bytes fills blocks.
    pub(super) fn pad(&self, message: &mut Vec<u8>, more: usize) {
        if let Self::TripleDes(_) = self {
            let padding = BLOCK - (message.len() + more) % BLOCK;
            let byte = u8::try_from(padding).unwrap_or_default();
            message.resize(message.len() + padding, byte);
        }
    }

    /// Seals whole blocks in place.
    pub(super) fn seal(&mut self, message: &mut [u8]) {
        match self {
            Self::Rc4(cipher) => cipher.apply_keystream(message),
            Self::TripleDes(cipher) => {
                let (blocks, _) = Array::slice_as_chunks_mut(message);
                cipher.encrypt_blocks(blocks);
            }
        }
    }
}

impl Opener {
    pub(super) fn new(cipher: Cipher, key: &Hash) -> Self {
        match cipher {
            Cipher::Rc4 => Self::Rc4(Box::new(rc4(key))),
            Cipher::TripleDes => {
                let (key, vector) = triple_des_key(key);
                let cipher = cbc::Decryptor::new(&key.into(), &vector.into());
                Self::TripleDes(Box::new(cipher))
            }
        }
    }

    /// Opens a message in place.
    pub(super) fn open(&mut self, sealed: &mut [u8]) -> Result<(), LayerError> {
        match self {
            Self::Rc4(cipher) => cipher.apply_keystream(sealed),
            Self::TripleDes(cipher) => {
                let found = sealed.len();
                let (blocks, rest) = Array::slice_as_chunks_mut(sealed);
                if !rest.is_empty() {
                    let what = format!("{found} sealed bytes, expected a multiple of {BLOCK}");
                    return Err(LayerError::Malformed { what });
                }
                cipher.decrypt_blocks(blocks);
            }
        }
        Ok(())
    }

    /// Removes the padding. A wrong one counts as a wrong checksum, so that nobody learns where a forged token fails.
    pub(super) fn unpad(&self, message: &mut Vec<u8>) -> Result<(), LayerError> {
        let Self::TripleDes(_) = self else {
            return Ok(());
        };
        let padding = usize::from(message.last().copied().unwrap_or_default());
        let end = message.len().checked_sub(padding);
        let end = end.filter(|_| (1..=BLOCK).contains(&padding));
        let end = end.ok_or(LayerError::Checksum)?;
        message.truncate(end);
        Ok(())
    }
}

/// The cipher repeats its key, so that twice the key is the same one.
fn rc4(key: &Hash) -> Rc4 {
    let mut twice = [0; 32];
    twice[..16].copy_from_slice(key);
    twice[16..].copy_from_slice(key);
    Rc4::new(&twice.into())
}

/// The two keys of Triple DES, each of 56 bits that are spread over 8 bytes, and the initialization vector: the last 8
/// bytes.
fn triple_des_key(key: &Hash) -> ([u8; 16], [u8; BLOCK]) {
    let mut keys = [0; 16];
    for (half, spread) in keys.chunks_exact_mut(8).enumerate() {
        let bits = &key[half * 7..half * 7 + 7];
        let mut number = [0; 8];
        number[1..].copy_from_slice(bits);
        let number = u64::from_be_bytes(number);
        for (at, byte) in spread.iter_mut().enumerate() {
            let shift = 7 * (7 - at);
            // The lowest bit is the parity, which ciphers do not look at.
            *byte = (u8::try_from(number >> shift & 0x7f).unwrap_or_default()) << 1;
        }
    }
    let mut vector = [0; BLOCK];
    vector.copy_from_slice(&key[BLOCK..]);
    (keys, vector)
}
