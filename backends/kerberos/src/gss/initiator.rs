//! The client's side of the start of a context.

use std::fmt;
use std::time::SystemTime;

use super::framing::{TokenId, frame, unframe};
use super::{Context, GssError};
use crate::credentials::ServiceTicket;
use crate::crypto::{Key, random_u32};
use crate::message::{
    ApRep, Authenticator, Checksum, EncryptedData, KrbError, ap_req, code, usage,
};
use crate::time::{Time, with_micros};

/// The type of the checksum with flags, and its content: RFC 4121 section 4.1.1.
const CHECKSUM: i32 = 0x8003;

/// Flags: mutual authentication 2, replay detection 4, sequence 8, confidentiality 16, integrity 32. Java's acceptor
/// encrypts only if confidentiality was requested.
const FLAGS: u32 = 0x3e;

/// The option that the acceptor shall authenticate itself (RFC 4120 section 5.5.1).
const MUTUAL: u32 = 1 << 29;

/// Sequence numbers start below 2³⁰, since some acceptors read a signed number.
const MAX_SEQUENCE: u32 = (1 << 30) - 1;

/// A context that waits for the acceptor's token.
pub struct Initiator {
    /// An error when the first token was made, which [`accept`](Self::accept) returns.
    pending: Result<Pending, GssError>,
}

struct Pending {
    session_key: Key,
    subkey: Key,
    /// The authenticator's time, which the acceptor returns.
    at: (Time, u32),
    sequence: u32,
}

impl Initiator {
    /// Starts a context, and returns the first token, which has an `AP-REQ` (RFC 4121 section 4.1). It requests mutual
    /// authentication, strict order, integrity and confidentiality. `now` is the time of this machine's clock.
    ///
    /// If the token cannot be made, since the operating system has no random bytes or the clock shows a time after the
    /// year 9999, it is empty, and [`accept`](Self::accept) returns the error.
    pub fn start(ticket: &ServiceTicket, now: SystemTime) -> (Self, Vec<u8>) {
        match Pending::start(ticket, now) {
            Ok((pending, token)) => (
                Self {
                    pending: Ok(pending),
                },
                token,
            ),
            Err(error) => (
                Self {
                    pending: Err(error),
                },
                Vec::new(),
            ),
        }
    }

    /// Reads the acceptor's token, which has an `AP-REP`, and verifies that the acceptor has the service's key.
    ///
    /// # Errors
    /// A token that is not valid or that is an error of the acceptor, or an acceptor without the key.
    pub fn accept(self, token: &[u8]) -> Result<Context, GssError> {
        let pending = self.pending?;
        match unframe(token)? {
            (TokenId::Reply, message) => pending.accept(message),
            (_, message) => Err(rejected(KrbError::decode(message)?)),
        }
    }
}

impl Pending {
    fn start(ticket: &ServiceTicket, now: SystemTime) -> Result<(Self, Vec<u8>), GssError> {
        let credential = &ticket.credential;
        let pending = Self {
            session_key: credential.key.clone(),
            subkey: Key::random(credential.key.kind())?,
            at: with_micros(ticket.offset.apply(now)),
            sequence: random_u32()? & MAX_SEQUENCE,
        };
        let authenticator = Authenticator {
            client: &credential.client,
            checksum: Checksum {
                kind: CHECKSUM,
                bytes: &checksum(),
            },
            at: pending.at,
            subkey: &pending.subkey,
            sequence: Some(pending.sequence),
        };
        let plain = authenticator.encode().map_err(GssError::request)?;
        let encrypted = EncryptedData {
            kind: credential.key.kind().number(),
            version: None,
            bytes: credential.key.encrypt(usage::AP_AUTHENTICATOR, &plain)?,
        };
        let request = ap_req(MUTUAL, &credential.ticket, &encrypted).map_err(GssError::request)?;
        let token = frame(TokenId::Request, &request)?;
        Ok((pending, token))
    }

    fn accept(self, message: &[u8]) -> Result<Context, GssError> {
        let error = |cause: String| GssError::NotAuthenticated { cause };
        let reply =
            ApRep::decode(message, &self.session_key).map_err(|found| error(found.to_string()))?;
        let (time, micros) = self.at;
        if reply.at != (time, micros.into()) {
            return Err(error("its reply is not to this request".to_owned()));
        }
        let has_subkey = reply.subkey.is_some();
        let key = reply.subkey.unwrap_or(self.subkey);
        let sequences = (self.sequence.into(), reply.sequence.unwrap_or(0).into());
        Context::new(&key, has_subkey, sequences)
    }
}

impl fmt::Debug for Initiator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Initiator").finish_non_exhaustive()
    }
}

/// Without channel bindings: the length of their hash, zeros, and the flags, in the order of bytes of Intel.
fn checksum() -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..4].copy_from_slice(&16_u32.to_le_bytes());
    bytes[20..].copy_from_slice(&FLAGS.to_le_bytes());
    bytes
}

fn rejected(error: KrbError) -> GssError {
    let help = match error.code {
        code::SKEW => "synchronize the clocks of the client, the server and the KDC",
        code::TICKET_EXPIRED => "check the server's clock",
        code::INTEGRITY | code::BAD_VERSION => {
            "the server's keytab has an old key: write it again with `ktadd`"
        }
        _ => "the server's log has more about it",
    };
    GssError::Rejected {
        code: error.code,
        text: error.text,
        help,
    }
}
