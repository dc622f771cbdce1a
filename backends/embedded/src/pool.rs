//! Work on threads that may wait, and what its failures mean.

use hbase_model::{Error, Result};
use tokio::task::JoinError;

/// The backend's name.
pub(crate) const NAME: &str = "embedded";

/// What a task on a thread that may wait has returned. A panic in the engine comes from files that
/// are not what it has written.
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

/// The error for work that the runtime has dropped.
pub(crate) fn shutting_down() -> Error {
    Error::Closed {
        why: "the runtime is shutting down".into(),
    }
}
