//! Decides which calls are retried, and after which pauses.

use std::time::Duration;

use backon::BackoffBuilder;

use super::error::{CallError, FailedCall};
use super::method::Idempotency;
use crate::net::Phase;

/// Maximum lost connections of a write or a scan; their retries take about a second in all.
pub(crate) const MAX_LOST: u32 = 4;

/// Ten pauses, each about twice as long as the previous one: 26 seconds in all, deadline permitting.
pub(crate) fn pauses() -> impl Iterator<Item = Duration> + Send {
    backon::ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(50))
        .with_max_delay(Duration::from_secs(5))
        .with_max_times(10)
        .with_jitter()
        .build()
}

/// Whether to retry at once on another connection, after the gateway had closed an idle one.
pub(super) fn may_retry_stale(idempotency: Idempotency, failed: &FailedCall) -> bool {
    failed.was_stale
        && match failed.phase {
            Phase::Queued | Phase::Connecting | Phase::Reading => false,
            Phase::Unsent => true,
            Phase::Waiting => idempotency != Idempotency::NotIdempotent,
        }
}

/// Whether a retry may succeed, and is safe. A request that was not sent had no effect; the typed
/// layer retries reads with a lost connection.
pub(super) fn may_retry(idempotency: Idempotency, failed: &FailedCall) -> bool {
    if failed.is_unsent() {
        return idempotency != Idempotency::Read;
    }
    match (&failed.error, idempotency) {
        (_, Idempotency::NotIdempotent) | (CallError::TooLong(_), _) => false,
        (CallError::Exception(exception), _) => exception.is_transient(),
        (CallError::Other(_), _) => idempotency == Idempotency::IdempotentWrite && failed.was_lost,
    }
}
