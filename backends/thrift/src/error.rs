//! Errors of this backend that have no variant of their own.

use hbase_backend::Error;

/// The backend's name.
pub(crate) const NAME: &str = "thrift";

/// Returns [`Error::Backend`].
pub(crate) fn backend_error(what: impl Into<String>) -> Error {
    Error::Backend {
        backend: NAME,
        what: what.into(),
    }
}
