//! Which calls are retried, by the policy of [`hbase_backend::retry`].

use std::time::Duration;

use hbase_backend::Deadline;
use hbase_backend::retry::{Failure, Idempotency, Pauses, Reaction};

use super::error::{CallError, FailedCall};
use crate::net::Phase;

/// The tries of a call. Lost connections are counted separately: the gateway may have closed them because of the request.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    lost: Pauses,
    others: Pauses,
}

impl Tries {
    /// The pause before a retry; `None` if that is not safe or cannot help, or if the deadline comes first.
    pub(crate) fn next(
        &mut self,
        failed: &FailedCall,
        idempotency: Idempotency,
        deadline: Deadline,
    ) -> Option<Duration> {
        let failure = failure(failed);
        let Reaction::Retry(pause) = failure.reaction(idempotency) else {
            return None;
        };
        let tries = match failure {
            Failure::Unexplained => &mut self.lost,
            _ => &mut self.others,
        };
        tries.next(pause, deadline.remaining())
    }
}

/// A gateway that throws a transient exception has tried several times, and a server may have carried out one of them.
fn failure(failed: &FailedCall) -> Failure {
    match &failed.error {
        _ if failed.is_unsent() => Failure::NotSent,
        CallError::Exception(exception) if exception.is_transient() => Failure::TimedOut,
        CallError::Exception(exception) if exception.is_unknown_scanner() => {
            Failure::ScannerExpired
        }
        CallError::Other(_) if failed.was_lost => Failure::Unexplained,
        _ => Failure::Final,
    }
}

/// Whether to retry at once on another connection, after the gateway had closed an idle one.
pub(super) fn may_retry_stale(idempotency: Idempotency, failed: &FailedCall) -> bool {
    failed.was_stale
        && match failed.phase {
            // A part of a response shows that the gateway had not closed the connection before the call.
            Phase::Queued | Phase::Connecting | Phase::Reading => false,
            Phase::Unsent => true,
            // The gateway may have carried it out before it closed the connection.
            Phase::Waiting => idempotency != Idempotency::Once,
        }
}
