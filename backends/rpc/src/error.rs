//! Errors of the wire format.

/// Bytes that do not follow `HBase`'s RPC, or a message that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// A frame whose length exceeds the limit. No memory was allocated for it.
    #[error(
        "a frame of {found} bytes, expected at most {most}: the peer does not speak HBase's RPC, or the limit is too low"
    )]
    FrameTooLarge {
        /// The length in the frame's head, bytes.
        found: u64,
        /// The limit, bytes.
        most: usize,
    },
    /// A frame that ends within one of its parts.
    #[error("{what} of {found} bytes in a frame that has {left} left")]
    Truncated {
        /// The part.
        what: &'static str,
        /// Its declared length, bytes.
        found: u64,
        /// The remaining bytes of the frame.
        left: usize,
    },
    /// A message that cannot be decoded.
    #[error("{what}: {cause}")]
    Message {
        /// The message's name.
        what: &'static str,
        /// The decoder's text.
        cause: String,
    },
    /// A connection's first bytes are not `HBase`'s.
    #[error(
        "a connection that starts with {found:02x?}, expected `HBas`, version 0 and an authentication method of 80, 81 or 82"
    )]
    Preamble {
        /// The first six bytes.
        found: [u8; 6],
    },
    /// Cells that contradict their message.
    #[error("a cell block: {what}")]
    Cells {
        /// The contradiction, with numbers.
        what: String,
    },
    /// A value that the messages cannot represent, or that is invalid in `HBase`.
    #[error("{what}")]
    Value {
        /// The value found and the value expected.
        what: String,
    },
}

/// Results of this crate.
pub type Result<T, E = WireError> = std::result::Result<T, E>;

impl WireError {
    pub(crate) fn message<M>(cause: &prost::DecodeError) -> Self {
        Self::Message {
            what: short_name::<M>(),
            cause: cause.to_string(),
        }
    }

    /// An error in the cells of a result.
    pub fn cells(what: impl Into<String>) -> Self {
        Self::Cells { what: what.into() }
    }

    pub(crate) fn value(what: impl Into<String>) -> Self {
        Self::Value { what: what.into() }
    }
}

/// A type's name without its path.
fn short_name<M>() -> &'static str {
    let name = std::any::type_name::<M>();
    name.rsplit("::").next().unwrap_or(name)
}

impl From<WireError> for hbase_backend::Error {
    fn from(error: WireError) -> Self {
        Self::Corrupt {
            what: error.to_string(),
        }
    }
}
