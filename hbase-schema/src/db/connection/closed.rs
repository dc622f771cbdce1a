//! The error of a closed connection.

use hbase_backend::Error;

/// The error of every call after `close`.
pub(in crate::db) fn closed() -> Error {
    Error::Closed {
        why: "`close` was called on this connection: open a new connection".to_owned(),
    }
}
