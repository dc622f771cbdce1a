//! Errors of codecs.

use std::fmt;

pub use hbase_model::ValueError;

use crate::debug::debug_as_display;

/// An error from encoding a value, or decoding bytes.
///
/// Custom codecs return [`CodecError::new`] with the value found and the value expected; the caller
/// adds the type, the part or column, and the value.
#[derive(Clone, PartialEq, Eq)]
pub struct CodecError(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    ValueError(ValueError),
    Other(Box<str>),
}

impl CodecError {
    /// An error with a custom message: lower case, what was found, what was expected.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(Repr::Other(message.to_string().into()))
    }

    /// The error as a [`ValueError`], if it is one.
    pub fn value_error(&self) -> Option<ValueError> {
        match self.0 {
            Repr::ValueError(error) => Some(error),
            Repr::Other(_) => None,
        }
    }
}

impl From<ValueError> for CodecError {
    #[inline]
    fn from(error: ValueError) -> Self {
        Self(Repr::ValueError(error))
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::ValueError(error) => error.fmt(f),
            Repr::Other(message) => f.write_str(message),
        }
    }
}

debug_as_display!(CodecError);

impl std::error::Error for CodecError {}
