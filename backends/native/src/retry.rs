//! What a client does after a failure: one table for all calls.

use std::time::Duration;

use hbase_model::{Deadline, ExceptionKind};
use hbase_rpc::RemoteException;

use crate::clock;
use crate::endpoint::Endpoint;
use crate::net::CallFailure;

/// What to do after a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// Report it.
    Fail,
    /// Report that the outcome is unknown: the request may have been carried out.
    Unknown,
    /// Repeat the call.
    Retry(Location, Pause),
    /// Open the scanner again behind the last row.
    Reopen,
}

/// What becomes of the region's location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// It is kept.
    Keep,
    /// This region is looked up again.
    Forget,
    /// The region is at this server, whose process has this start code.
    Moved(Endpoint, Option<u64>),
    /// All regions of the server are looked up again before their next use.
    Suspect,
}

/// How long to wait before the next try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// Not at all.
    None,
    /// By the number of tries so far.
    Step,
    /// The same, a few times only: it is not known whether a retry may help.
    Few,
    /// Ten times as long.
    Long,
    /// As long as the server says.
    Exactly(Duration),
}

/// Whether a request may be sent again where the first may have been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idempotency {
    /// Twice has the effect of once.
    Idempotent,
    /// Twice is not the same.
    Once,
}

/// The reaction to a failure.
pub(crate) fn reaction(failure: &CallFailure, idempotency: Idempotency) -> Reaction {
    match failure {
        CallFailure::Lost(_) if idempotency == Idempotency::Once => Reaction::Unknown,
        CallFailure::NotSent(_) | CallFailure::Lost(_) => {
            Reaction::Retry(Location::Suspect, Pause::Step)
        }
        CallFailure::TimedOut | CallFailure::Wire(_) | CallFailure::Closed => Reaction::Fail,
        CallFailure::Remote(exception) => to_exception(exception, idempotency),
    }
}

/// Whether an exception is retried is decided by its kind; here, where and after which pause. Transient ones are thrown
/// before a request is carried out; after others it is unknown how far the server came.
fn to_exception(exception: &RemoteException, idempotency: Idempotency) -> Reaction {
    let once = idempotency == Idempotency::Once;
    match ExceptionKind::of_class(&exception.class) {
        Some(ExceptionKind::Transient) => to_transient(exception),
        Some(ExceptionKind::Timeout) if once => Reaction::Unknown,
        Some(ExceptionKind::Timeout) => Reaction::Retry(Location::Keep, step(exception)),
        None if !exception.do_not_retry && once => Reaction::Unknown,
        None if !exception.do_not_retry && !exception.server_overloaded => {
            Reaction::Retry(Location::Forget, Pause::Few)
        }
        None if !exception.do_not_retry => Reaction::Retry(Location::Forget, Pause::Long),
        _ => Reaction::Fail,
    }
}

fn to_transient(exception: &RemoteException) -> Reaction {
    let (location, pause) = match exception.simple_class() {
        "UnknownScannerException"
        | "ScannerResetException"
        | "OutOfOrderScannerNextException"
        | "LeaseException" => return Reaction::Reopen,
        "RegionMovedException" => match exception.moved_to.clone() {
            Some((host, port)) => {
                let server = Endpoint::new(host, port);
                (
                    Location::Moved(server, exception.moved_start_code),
                    Pause::None,
                )
            }
            None => (Location::Forget, Pause::Step),
        },
        "RegionOpeningException" => (Location::Keep, Pause::Step),
        "RetryImmediatelyException" | "MultiActionResultTooLarge" => (Location::Keep, Pause::None),
        "RegionTooBusyException" | "CallQueueTooBigException" | "CallDroppedException" => {
            (Location::Keep, Pause::Long)
        }
        "RpcThrottlingException" => {
            let wait = exception.throttled_for();
            (Location::Keep, wait.map_or(Pause::Long, Pause::Exactly))
        }
        "RegionServerStoppedException"
        | "RegionServerAbortedException"
        | "ServerNotRunningYetException" => (Location::Suspect, step(exception)),
        _ => (Location::Forget, step(exception)),
    };
    Reaction::Retry(location, pause)
}

fn step(exception: &RemoteException) -> Pause {
    if exception.server_overloaded {
        Pause::Long
    } else {
        Pause::Step
    }
}

/// Whether the server, rather than one of its regions, takes no calls: its connection is of no use.
pub(crate) fn is_server_down(failure: &CallFailure) -> bool {
    let reaction = reaction(failure, Idempotency::Idempotent);
    let is_down = matches!(reaction, Reaction::Retry(Location::Suspect, _));
    is_down && matches!(failure, CallFailure::Remote(_))
}

/// Waits between the tries of one operation.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    tries: usize,
}

impl Pauses {
    /// Java's multiples of the base pause (`HConstants.RETRY_BACKOFF`).
    const STEPS: [u32; 13] = [1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200];
    const BASE: Duration = Duration::from_millis(100);

    /// Tries of what fails for an unknown reason: over two seconds. Java's client retries it for minutes, also a filter
    /// that cannot compare.
    const FEW: usize = 6;

    /// How many tries have failed.
    pub(crate) fn tries(&self) -> usize {
        self.tries
    }

    /// Waits before the next try; `false` where the deadline comes first, at once.
    pub(crate) async fn wait(&mut self, pause: Pause, deadline: Deadline) -> bool {
        let step = Self::STEPS[self.tries.min(Self::STEPS.len() - 1)];
        self.tries += 1;
        let length = match pause {
            // Not forever without a pause: a server may say so each time.
            Pause::None if self.tries <= 3 => return !clock::is_over(deadline),
            Pause::Few if self.tries >= Self::FEW => return false,
            Pause::None | Pause::Step | Pause::Few => Self::BASE * step,
            Pause::Long => Self::BASE * step * 10,
            Pause::Exactly(length) => length,
        };
        // Clients that failed together do not come back together.
        let length = length.mul_f64(1.0 + fastrand::f64() / 100.0);
        if length >= clock::remaining(deadline) {
            return false;
        }
        clock::sleep(length).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(class: &str) -> RemoteException {
        RemoteException {
            class: format!("org.apache.hadoop.hbase.{class}"),
            ..RemoteException::default()
        }
    }

    #[test]
    fn the_class_is_looked_at_before_the_flag() {
        let mut unknown = thrown("UnknownScannerException");
        unknown.do_not_retry = true;
        assert_eq!(to_exception(&unknown, Idempotency::Once), Reaction::Reopen);
        let mut other = thrown("exceptions.SomethingException");
        assert_eq!(
            to_exception(&other, Idempotency::Idempotent),
            Reaction::Retry(Location::Forget, Pause::Few)
        );
        assert_eq!(to_exception(&other, Idempotency::Once), Reaction::Unknown);
        other.do_not_retry = true;
        assert_eq!(to_exception(&other, Idempotency::Once), Reaction::Fail);
    }

    #[test]
    fn a_region_that_opens_or_is_busy_keeps_its_location() {
        for class in [
            "RegionOpeningException",
            "RegionTooBusyException",
            "CallQueueTooBigException",
        ] {
            let reaction = to_exception(&thrown(class), Idempotency::Once);
            assert!(
                matches!(reaction, Reaction::Retry(Location::Keep, _)),
                "{class}"
            );
        }
    }

    #[test]
    fn what_may_have_happened_is_not_repeated() {
        let timeout = thrown("ipc.CallTimeoutException");
        assert_eq!(to_exception(&timeout, Idempotency::Once), Reaction::Unknown);
        assert_eq!(
            to_exception(&timeout, Idempotency::Idempotent),
            Reaction::Retry(Location::Keep, Pause::Step)
        );
        let lost = CallFailure::Lost(std::sync::Arc::new(std::io::ErrorKind::BrokenPipe.into()));
        assert_eq!(reaction(&lost, Idempotency::Once), Reaction::Unknown);
        let unsent = CallFailure::not_sent(std::io::ErrorKind::ConnectionRefused.into());
        assert!(matches!(
            reaction(&unsent, Idempotency::Once),
            Reaction::Retry(..)
        ));
    }

    #[tokio::test(start_paused = true)]
    async fn what_fails_for_an_unknown_reason_is_tried_a_few_times() {
        let mut pauses = Pauses::default();
        let deadline = clock::after(Duration::from_mins(10));
        let mut tries = 1;
        while pauses.wait(Pause::Few, deadline).await {
            tries += 1;
        }
        assert_eq!(tries, Pauses::FEW);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_beyond_the_deadline_fails_at_once() {
        let mut pauses = Pauses::default();
        let deadline = clock::after(Duration::from_secs(1));
        assert!(
            !pauses
                .wait(Pause::Exactly(Duration::from_secs(2)), deadline)
                .await
        );
        assert!(pauses.wait(Pause::None, deadline).await);
    }
}
