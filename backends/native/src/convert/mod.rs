//! Requests of the model as messages of the wire.

pub(crate) mod comparator;
pub(crate) mod filter;
pub(crate) mod read;
pub(crate) mod table;
pub(crate) mod write;

use hbase_model::Error;

use crate::NAME;

/// An error for a case that this release of the model has and this backend does not know.
fn unknown(what: &str) -> Error {
    Error::Backend {
        backend: NAME,
        what: format!(
            "{what} is not known to this release of the backend: use the same release of both"
        ),
    }
}
