//! What is known of the effect of a write that failed.

use std::fmt::Display;

use hbase_backend::Error;

use crate::NAME;
use crate::failure::Operation;
use crate::net::{CallFailure, of_response};
use crate::retry::{Idempotency, Reaction, is_rejection, reaction};

/// Whether a write that failed is known to have had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Known,
    Unknown,
}

pub(crate) fn report(
    operation: Operation<'_>,
    failure: CallFailure,
    server: &dyn Display,
    outcome: Outcome,
) -> Error {
    match (outcome, failure) {
        (Outcome::Unknown, CallFailure::Lost(cause)) => Error::Io {
            doing: format!(
                "{} at {server}: the connection was lost before the response, so that the outcome is unknown",
                operation.doing
            ),
            cause,
        },
        (Outcome::Unknown, CallFailure::Remote(exception)) => Error::Server {
            class: exception.class,
            message: format!(
                "{}: {server} may have carried it out, the outcome is unknown",
                exception.message
            ),
        },
        (Outcome::Unknown, CallFailure::Wire(error)) => Error::Backend {
            backend: NAME,
            what: format!(
                "{} at {server}: {}: the outcome is unknown",
                operation.doing,
                of_response(&error)
            ),
        },
        (Outcome::Known, CallFailure::Remote(exception)) if is_rejection(&exception) => {
            match operation.exception(exception) {
                Error::Server { class, message } => Error::Rejected { class, message },
                error => error,
            }
        }
        (_, failure) => operation.error(failure, server),
    }
}

/// A try of a write that may have been carried out. The write is tried again, as that does not change its effect, but what
/// later tries find cannot prove that it had none.
#[derive(Debug)]
pub(crate) struct Doubt {
    failure: CallFailure,
    server: String,
}

impl Doubt {
    /// `None` for a read, and for a failure before the request was carried out.
    pub(crate) fn of(
        failure: &CallFailure,
        server: &dyn Display,
        idempotency: Idempotency,
    ) -> Option<Self> {
        let is_write = idempotency != Idempotency::Read;
        let is_unknown = reaction(failure, Idempotency::Once) == Reaction::Unknown;
        (is_write && is_unknown).then(|| Self {
            failure: failure.clone(),
            server: server.to_string(),
        })
    }
}

/// The error of an operation whose last try has ended in `last`.
pub(crate) fn settled(doubt: Option<&Doubt>, operation: Operation<'_>, last: Error) -> Error {
    let Some(Doubt { failure, server }) = doubt.filter(|_| last.is_without_effect()) else {
        return last;
    };
    let last = format!("(a later try: {last})");
    match report(operation, failure.clone(), server, Outcome::Unknown) {
        Error::Io { doing, cause } => Error::Io {
            doing: format!("{doing} {last}"),
            cause,
        },
        Error::Server { class, message } => Error::Server {
            class,
            message: format!("{message} {last}"),
        },
        other => other,
    }
}
