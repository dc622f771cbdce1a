//! What is known of the effect of a write that failed.

use std::sync::Arc;

use hbase_model::Error;

use crate::NAME;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::{Idempotency, Reaction, reaction};

/// Whether a write that failed is known to have had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Known,
    Unknown,
}

pub(crate) fn report(
    operation: Operation<'_>,
    failure: CallFailure,
    region: &Region,
    outcome: Outcome,
) -> Error {
    match (outcome, failure) {
        (Outcome::Unknown, CallFailure::Lost(cause)) => Error::Io {
            doing: format!(
                "{} at {}: the connection was lost before the response, so that the outcome is unknown",
                operation.doing, region.server
            ),
            cause,
        },
        (Outcome::Unknown, CallFailure::Remote(exception)) => Error::Server {
            class: exception.class,
            message: format!(
                "{}: {} may have carried it out, the outcome is unknown",
                exception.message, region.server
            ),
        },
        (Outcome::Unknown, CallFailure::Wire(error)) => Error::Backend {
            backend: NAME,
            what: format!(
                "{} at {}: {error}: the outcome is unknown",
                operation.doing, region.server
            ),
        },
        (_, failure) => operation.error(failure, &region.server),
    }
}

/// A try of a write that may have been carried out. The write is tried again, as that does not change its effect, but what
/// later tries find cannot prove that it had none.
#[derive(Debug)]
pub(crate) struct Doubt {
    failure: CallFailure,
    region: Arc<Region>,
}

impl Doubt {
    /// `None` for a read, and for a failure before the request was carried out.
    pub(crate) fn of(
        failure: &CallFailure,
        region: &Arc<Region>,
        idempotency: Idempotency,
    ) -> Option<Self> {
        let is_write = idempotency != Idempotency::Read;
        let is_unknown = reaction(failure, Idempotency::Once) == Reaction::Unknown;
        (is_write && is_unknown).then(|| Self {
            failure: failure.clone(),
            region: Arc::clone(region),
        })
    }
}

/// The error of an operation whose last try has ended in `last`.
pub(crate) fn settled(doubt: Option<&Doubt>, operation: Operation<'_>, last: Error) -> Error {
    let Some(Doubt { failure, region }) = doubt.filter(|_| last.is_without_effect()) else {
        return last;
    };
    let last = format!("(a later try: {last})");
    match report(operation, failure.clone(), region, Outcome::Unknown) {
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
