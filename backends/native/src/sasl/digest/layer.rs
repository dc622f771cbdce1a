//! Messages under integrity and privacy (RFC 2831, sections 2.3 and 2.4).
//!
//! A token is the message, ten bytes of its HMAC, a version of two bytes and a number of four. Under privacy, message and
//! HMAC are sealed, after a padding that fills the cipher's blocks. Both directions count from 0 and have own keys. The
//! cipher's state continues from one message to the next.

use hmac::{Hmac, KeyInit as _, Mac as _};
use md5::Md5;

use super::challenge::Cipher;
use super::keys::{Hash, Keys};
use super::sealing::{Opener, Sealer};
use crate::sasl::{Layer, LayerError};

/// Bytes of an HMAC that are sent.
const CHECKSUM: usize = 10;

const VERSION: [u8; 2] = [0, 1];

/// Bytes after the sealed part: version and number.
const TRAILER: usize = 6;

/// The bytes of a token beyond its message, at most: checksum, padding and trailer.
pub(super) const MOST_OVERHEAD: usize = CHECKSUM + 8 + TRAILER;

/// The layer of one connection.
pub(super) struct DigestLayer {
    most: usize,
    sent: Count,
    signing: Hash,
    sealer: Option<Sealer>,
    received: Count,
    verifying: Hash,
    opener: Option<Opener>,
}

impl DigestLayer {
    /// `buffer` is the maximum number of bytes of a token that the server takes; without a cipher, messages are signed.
    pub(super) fn new(buffer: usize, cipher: Option<Cipher>, ours: Keys, theirs: Keys) -> Self {
        Self {
            most: buffer.saturating_sub(MOST_OVERHEAD).max(1),
            sent: Count::default(),
            signing: ours.signing,
            sealer: cipher.map(|cipher| Sealer::new(cipher, &ours.sealing)),
            received: Count::default(),
            verifying: theirs.signing,
            opener: cipher.map(|cipher| Opener::new(cipher, &theirs.sealing)),
        }
    }
}

impl Layer for DigestLayer {
    fn most(&self) -> usize {
        self.most
    }

    fn wrap(&mut self, message: &[u8]) -> Result<Vec<u8>, LayerError> {
        let number = self.sent.next()?.to_be_bytes();
        let mut token = Vec::with_capacity(message.len() + MOST_OVERHEAD);
        token.extend_from_slice(message);
        if let Some(sealer) = &self.sealer {
            sealer.pad(&mut token, CHECKSUM);
        }
        let mac = hmac(&self.signing, &number, message).finalize();
        token.extend_from_slice(&mac.into_bytes()[..CHECKSUM]);
        if let Some(sealer) = &mut self.sealer {
            sealer.seal(&mut token);
        }
        token.extend_from_slice(&VERSION);
        token.extend_from_slice(&number);
        Ok(token)
    }

    fn unwrap(&mut self, token: &[u8]) -> Result<Vec<u8>, LayerError> {
        let expected = self.received.next()?;
        let (sealed, number) = split_trailer(token)?;
        let mut message = sealed.to_vec();
        if let Some(opener) = &mut self.opener {
            opener.open(&mut message)?;
        }
        let Some(end) = message.len().checked_sub(CHECKSUM) else {
            return Err(too_short(token));
        };
        let checksum = message.split_off(end);
        if let Some(opener) = &self.opener {
            opener.unpad(&mut message)?;
        }
        let mac = hmac(&self.verifying, &number.to_be_bytes(), &message);
        mac.verify_truncated_left(&checksum)
            .map_err(|_| LayerError::Checksum)?;
        // After the checksum: the number of a forged token says nothing.
        if number != expected {
            let (found, expected) = (u64::from(number), u64::from(expected));
            return Err(LayerError::Sequence { found, expected });
        }
        Ok(message)
    }
}

fn hmac(key: &Hash, number: &[u8], message: &[u8]) -> Hmac<Md5> {
    // A key that is shorter than a block is filled up with zeros (RFC 2104).
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = Hmac::<Md5>::new(&block.into());
    mac.update(number);
    mac.update(message);
    mac
}

/// The part before version and number, and the number.
fn split_trailer(token: &[u8]) -> Result<(&[u8], u32), LayerError> {
    let (sealed, trailer) = token
        .split_last_chunk::<TRAILER>()
        .ok_or_else(|| too_short(token))?;
    let [high, low, number @ ..] = *trailer;
    if [high, low] != VERSION {
        let what = format!("version {high:02x}{low:02x}, expected 0001");
        return Err(LayerError::Malformed { what });
    }
    Ok((sealed, u32::from_be_bytes(number)))
}

fn too_short(token: &[u8]) -> LayerError {
    let (found, least) = (token.len(), CHECKSUM + TRAILER);
    let what = format!("{found} bytes, expected at least {least}");
    LayerError::Malformed { what }
}

/// The number of the next message of a direction. They never wrap: a repeated number would allow a repeated message.
#[derive(Debug, Default)]
struct Count(Option<u32>);

impl Count {
    fn next(&mut self) -> Result<u32, LayerError> {
        let next = match self.0 {
            None => 0,
            Some(last) => last.checked_add(1).ok_or(LayerError::Exhausted)?,
        };
        self.0 = Some(next);
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_before_they_repeat() {
        let mut count = Count(Some(u32::MAX - 1));
        assert_eq!(count.next(), Ok(u32::MAX));
        assert_eq!(count.next(), Err(LayerError::Exhausted));
        assert_eq!(count.next(), Err(LayerError::Exhausted));
    }
}
