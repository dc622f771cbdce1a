//! What a codec reports when a value has no bytes, or bytes have no value.

use std::fmt;

pub use hbase_model::ValueError;

/// Why a value could not become bytes, or bytes a value.
///
/// Codecs of your own return [`CodecError::new`] with what was found and what was expected; the
/// call that ran the codec adds the type, the part or column, and the value.
#[derive(Clone, PartialEq, Eq)]
pub struct CodecError(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    ValueError(ValueError),
    Other(Box<str>),
}

impl CodecError {
    /// An error with a message of its own: lower case, what was found, what was expected.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(Repr::Other(message.to_string().into()))
    }

    /// The problem, where it is one of the known kinds.
    pub fn problem(&self) -> Option<ValueError> {
        match self.0 {
            Repr::ValueError(problem) => Some(problem),
            Repr::Other(_) => None,
        }
    }
}

impl From<ValueError> for CodecError {
    #[inline]
    fn from(problem: ValueError) -> Self {
        Self(Repr::ValueError(problem))
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::ValueError(problem) => problem.fmt(f),
            Repr::Other(message) => f.write_str(message),
        }
    }
}

impl fmt::Debug for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CodecError {}
