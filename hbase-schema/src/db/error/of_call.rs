//! The errors of a call, each made from its target and the cause.

use std::fmt;

use super::context::CallContext;
use super::types::Error;
use crate::cell::{RowError, RowErrorKind};
use crate::key::KeyError;

/// The reason why one of several rows was not written.
#[derive(Clone, Debug)]
pub(in crate::db) enum RowFailure {
    Backend(hbase_backend::Error),
    #[cfg(feature = "index")]
    Index(hbase_index::IndexError),
    /// Another writer changed the row first, or its version cannot be read.
    Versioned(Error),
}

impl CallContext<'_> {
    #[cold]
    pub(in crate::db) fn row_failure(self, failure: RowFailure) -> Error {
        match failure {
            RowFailure::Backend(cause) => self.backend(cause),
            #[cfg(feature = "index")]
            RowFailure::Index(cause) => self.index(cause),
            RowFailure::Versioned(error) => error,
        }
    }

    #[cold]
    pub(crate) fn backend(self, cause: hbase_backend::Error) -> Error {
        Error::Backend {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cfg(feature = "index")]
    #[cold]
    pub(crate) fn index(self, cause: hbase_index::IndexError) -> Error {
        match cause {
            hbase_index::IndexError::Backend(cause) => self.backend(cause),
            cause => Error::Index {
                context: self.into(),
                cause: Box::new(cause),
            },
        }
    }

    #[cold]
    pub(crate) fn row_error(self, source: RowError) -> Error {
        match source.into_kind() {
            RowErrorKind::Key(source) => self.key_error(source),
            kind => Error::Row {
                context: self.into(),
                cause: kind.into(),
            },
        }
    }

    #[cold]
    pub(crate) fn key_error(self, cause: KeyError) -> Error {
        Error::Key {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cold]
    pub(crate) fn conflict(self, attempts: u32) -> Error {
        Error::Conflict {
            context: self.into(),
            attempts,
        }
    }

    #[cold]
    pub(crate) fn exists(self) -> Error {
        Error::Exists {
            context: self.into(),
        }
    }

    #[cold]
    pub(crate) fn request(self, what: impl fmt::Display) -> Error {
        Error::Request {
            context: self.into(),
            what: what.to_string().into(),
        }
    }

    #[cold]
    pub(crate) fn cursor(self, what: impl fmt::Display) -> Error {
        Error::Cursor {
            context: self.into(),
            what: what.to_string().into(),
        }
    }
}
