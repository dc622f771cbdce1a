//! DER of Kerberos' messages, on the crate `der`: fields of a `SEQUENCE` by their context tags.

mod read;
mod write;

pub(crate) use read::{Fields, application, list};
pub(crate) use write::{
    Encoded, Sequence, application as in_application, flags, integer, list as in_list, octets,
    text, time, tlv,
};

/// A message that cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {cause}")]
pub(crate) struct DecodeError {
    /// The message's name in RFC 4120.
    pub(crate) message: &'static str,
    /// What was expected and found.
    pub(crate) cause: String,
}

impl DecodeError {
    pub(crate) fn new(message: &'static str, cause: impl Into<String>) -> Self {
        let cause = cause.into();
        Self { message, cause }
    }
}
