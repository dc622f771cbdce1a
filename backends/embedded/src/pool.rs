//! Work on the blocking pool, and its errors.

use hbase_backend::{Error, Result};
use tokio::task::JoinError;

/// The backend's name.
pub(crate) const NAME: &str = "embedded";

/// The result of a task on the blocking pool. A panic in the engine is caused by damaged files.
pub(crate) fn join<T>(joined: Result<T, JoinError>) -> Result<T> {
    joined.map_err(|error| {
        if error.is_panic() {
            Error::Backend {
                backend: NAME,
                what: format!("the engine gave up: {error}"),
            }
        } else {
            shutting_down()
        }
    })
}

/// The error of a task that the runtime has dropped.
pub(crate) fn shutting_down() -> Error {
    Error::Closed {
        why: "the runtime is shutting down".into(),
    }
}
