//! Converts requests of the model to messages.

pub(crate) mod comparator;
pub(crate) mod filter;
pub(crate) mod read;
pub(crate) mod table;
pub(crate) mod write;

use hbase_backend::Error;

use crate::NAME;

/// The error for a variant of a newer model that this backend does not support.
fn unknown(what: &str) -> Error {
    Error::Backend {
        backend: NAME,
        what: format!(
            "{what} is not known to this release of the backend: use the same release of both"
        ),
    }
}
