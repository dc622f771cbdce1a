//! An established context.

use std::fmt;

use super::GssError;
use super::wrap::{ACCEPTOR_SUBKEY, Header, SEALED, SENT_BY_ACCEPTOR};
use crate::crypto::{CONFOUNDER, ChecksumKey, Key, SealingKey};

/// Key usages of RFC 4121 section 2 for tokens with a message, encrypted or not. The usages 23 and 25, to sign, are for
/// tokens without a message.
const ACCEPTOR: u32 = 22;
const INITIATOR: u32 = 24;

/// An established context between a client and a service, which know each other's names and share a key. Messages have
/// sequence numbers: they must be unwrapped in the order in which the other side has wrapped them.
///
/// ```no_run
/// use std::time::SystemTime;
///
/// use hbase_schema_kerberos::{GssError, Initiator, ServiceTicket};
///
/// # fn exchange(sent: &[u8]) -> Vec<u8> { sent.to_vec() }
/// # fn example(ticket: &ServiceTicket) -> Result<(), GssError> {
/// let (initiator, token) = Initiator::start(ticket, SystemTime::now());
/// let mut context = initiator.accept(&exchange(&token))?;
/// let response = exchange(&context.wrap(b"request", true)?);
/// // A response in clear is an error, since `true` is set.
/// let message = context.unwrap(&response, true)?;
/// # Ok(())
/// # }
/// ```
pub struct Context {
    sending: Direction,
    receiving: Direction,
    has_acceptor_subkey: bool,
}

/// The keys of one direction.
struct Direction {
    seal: SealingKey,
    sign: ChecksumKey,
    /// The sequence number of the next message.
    next: u64,
}

impl Context {
    pub(super) fn new(
        key: &Key,
        has_acceptor_subkey: bool,
        (sent, received): (u64, u64),
    ) -> Result<Self, GssError> {
        Ok(Self {
            sending: Direction {
                seal: key.sealing(INITIATOR)?,
                sign: key.signing(INITIATOR)?,
                next: sent,
            },
            receiving: Direction {
                seal: key.sealing(ACCEPTOR)?,
                sign: key.signing(ACCEPTOR)?,
                next: received,
            },
            has_acceptor_subkey,
        })
    }

    /// Wraps a message in a token (RFC 4121 section 4.2): encrypted if `seal`, with a checksum in both cases.
    ///
    /// # Errors
    /// [`GssError::Request`] if the operating system has no random bytes.
    pub fn wrap(&mut self, bytes: &[u8], seal: bool) -> Result<Vec<u8>, GssError> {
        let subkey = if self.has_acceptor_subkey {
            ACCEPTOR_SUBKEY
        } else {
            0
        };
        let token = if seal {
            self.sending.seal(bytes, subkey)?
        } else {
            self.sending.sign(bytes, subkey)
        };
        self.sending.next = self.sending.next.wrapping_add(1);
        Ok(token)
    }

    /// The message in a token of the acceptor. If `require_seal`, it must be encrypted.
    ///
    /// # Errors
    /// A token that was changed, replayed, reordered, sent back or not encrypted. The context must not be used then.
    pub fn unwrap(&mut self, token: &[u8], require_seal: bool) -> Result<Vec<u8>, GssError> {
        let (header, body) = Header::parse(token)?;
        if !header.has(SENT_BY_ACCEPTOR) {
            return Err(GssError::Reflected);
        }
        if header.has(ACCEPTOR_SUBKEY) != self.has_acceptor_subkey {
            return Err(GssError::malformed(
                "it was made with a key that was not agreed on",
            ));
        }
        let message = match header.has(SEALED) {
            true => self.receiving.open(&header, body)?,
            false if require_seal => return Err(GssError::NotSealed),
            false => self.receiving.verify(&header, body)?,
        };
        let (found, expected) = (header.sequence, self.receiving.next);
        if found != expected {
            return Err(GssError::Sequence { found, expected });
        }
        self.receiving.next = expected.wrapping_add(1);
        Ok(message)
    }
}

impl Direction {
    /// The header, then encrypted: the message and the header once more.
    fn seal(&self, bytes: &[u8], flags: u8) -> Result<Vec<u8>, GssError> {
        let header = Header::new(flags | SEALED, self.next).encode();
        let length = 2 * header.len() + bytes.len() + self.seal.overhead();
        let mut token = Vec::with_capacity(length);
        token.extend_from_slice(&header);
        token.extend_from_slice(&[0; CONFOUNDER]);
        token.extend_from_slice(bytes);
        token.extend_from_slice(&header);
        self.seal.seal(&mut token, header.len())?;
        Ok(token)
    }

    /// The header, the message, and a checksum of the message and the header.
    fn sign(&self, bytes: &[u8], flags: u8) -> Vec<u8> {
        let mut header = Header::new(flags, self.next);
        let checksum = self.sign.sign(&[bytes, &header.encode()]);
        header.extra = u16::try_from(checksum.len()).unwrap_or(u16::MAX);
        [&header.encode(), bytes, &checksum].concat()
    }

    fn open(&self, header: &Header, body: &[u8]) -> Result<Vec<u8>, GssError> {
        let mut message = header.unrotated(body);
        self.seal.open(&mut message)?;
        // The filler has no meaning.
        let trailer = usize::from(header.extra) + Header::LENGTH;
        let Some(length) = message.len().checked_sub(trailer) else {
            let cause = format!(
                "{} encrypted bytes, expected at least {trailer}",
                message.len()
            );
            return Err(GssError::malformed(cause));
        };
        let expected = Header {
            rotation: 0,
            ..*header
        }
        .encode();
        if message[message.len() - Header::LENGTH..] != expected {
            return Err(GssError::Checksum);
        }
        message.truncate(length);
        Ok(message)
    }

    fn verify(&self, header: &Header, body: &[u8]) -> Result<Vec<u8>, GssError> {
        let length = self.sign.length();
        if usize::from(header.extra) != length {
            let cause = format!("a checksum of {} bytes, expected {length}", header.extra);
            return Err(GssError::malformed(cause));
        }
        let mut message = header.unrotated(body);
        let Some(end) = message.len().checked_sub(length) else {
            let cause = format!("{} bytes, expected a checksum of {length}", message.len());
            return Err(GssError::malformed(cause));
        };
        let signed = Header {
            extra: 0,
            rotation: 0,
            ..*header
        }
        .encode();
        let (bytes, checksum) = message.split_at(end);
        self.sign.verify(&[bytes, &signed], checksum)?;
        message.truncate(end);
        Ok(message)
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("sent", &self.sending.next)
            .field("received", &self.receiving.next)
            .finish_non_exhaustive()
    }
}
