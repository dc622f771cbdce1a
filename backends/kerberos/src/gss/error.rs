//! Errors of security contexts.

use crate::asn1::DecodeError;
use crate::crypto::CryptoError;

/// A token that cannot be made or must not be accepted. The connection must be closed: no later token is valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GssError {
    /// Bytes that are not the expected token.
    #[error("a token of the server is not valid: {cause}; check that it expects Kerberos")]
    Malformed {
        /// What was found and expected.
        cause: String,
    },
    /// The server sent an error message of Kerberos, which is not authenticated.
    #[error("the server rejects the ticket: error {code} {text}; {help}")]
    Rejected {
        /// The code of RFC 4120 section 7.5.9.
        code: i32,
        /// The server's text.
        text: String,
        /// How to fix it.
        help: &'static str,
    },
    /// The server could not show that it has the service's key.
    #[error(
        "the server did not authenticate itself: {cause}; it is not the service of this principal, or someone sits in between"
    )]
    NotAuthenticated {
        /// What was found and expected.
        cause: String,
    },
    /// A message that was changed, or that another key protects.
    #[error(
        "the checksum of a message of the server does not match: it was changed on the way, or is not the server's"
    )]
    Checksum,
    /// A message out of order: one was replayed, reordered or removed.
    #[error(
        "a message of the server has the sequence number {found}, expected {expected}: messages were replayed, reordered or removed on the way"
    )]
    Sequence {
        /// The number in the message.
        found: u64,
        /// The next number.
        expected: u64,
    },
    /// A message of this side came back.
    #[error("a message of this client was sent back to it: someone sits in between")]
    Reflected,
    /// A message in clear, although encryption was agreed on.
    #[error(
        "a message of the server is not encrypted, although privacy was agreed on: it is not accepted"
    )]
    NotSealed,
    /// The operating system failed, or a value cannot be encoded.
    #[error("a token cannot be made: {cause}")]
    Request {
        /// The error.
        cause: String,
    },
}

impl GssError {
    pub(super) fn malformed(cause: impl Into<String>) -> Self {
        let cause = cause.into();
        Self::Malformed { cause }
    }

    pub(super) fn request(cause: impl Into<Box<dyn std::error::Error>>) -> Self {
        let cause = cause.into().to_string();
        Self::Request { cause }
    }
}

impl From<DecodeError> for GssError {
    fn from(error: DecodeError) -> Self {
        Self::malformed(error.to_string())
    }
}

impl From<CryptoError> for GssError {
    fn from(error: CryptoError) -> Self {
        match error {
            CryptoError::Checksum => Self::Checksum,
            CryptoError::Short { .. } | CryptoError::KeyLength { .. } => {
                Self::malformed(error.to_string())
            }
            CryptoError::Clock | CryptoError::Random => Self::request(error),
        }
    }
}
