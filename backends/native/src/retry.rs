//! What a client does after a failure: one table for all calls.

use std::io;
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
    /// Retry the call.
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
    /// As long as the server specifies.
    Exactly(Duration),
}

/// Whether a request may be sent again where the first may have been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idempotency {
    /// It writes nothing.
    Read,
    /// Twice has the effect of once.
    Idempotent,
    /// Twice is not the same.
    Once,
}

/// The reaction to a failure.
pub(crate) fn reaction(failure: &CallFailure, idempotency: Idempotency) -> Reaction {
    match failure {
        CallFailure::Lost(_) | CallFailure::Wire(_) if idempotency == Idempotency::Once => {
            Reaction::Unknown
        }
        // By bytes that cannot be read: they may be the response to this call.
        CallFailure::Lost(cause) if cause.kind() == io::ErrorKind::InvalidData => {
            Reaction::Retry(Location::Suspect, Pause::Few)
        }
        CallFailure::NotSent(_) | CallFailure::Lost(_) => {
            Reaction::Retry(Location::Suspect, Pause::Step)
        }
        CallFailure::NeverSent(_)
        | CallFailure::TimedOut
        | CallFailure::Wire(_)
        | CallFailure::Closed => Reaction::Fail,
        CallFailure::Remote(exception) => to_exception(exception, idempotency),
    }
}

/// Whether an exception is retried is decided by its kind; here, where and after which pause. Transient ones are thrown
/// before a request is carried out; after others it is unknown how far the server came.
///
/// `RegionTooBusyException` is thrown before a region action's writes are applied. A server that applies one in several
/// steps looks at the region before each of them, and reports the exception for all writes, those of earlier steps
/// included. Steps end after `hbase.regionserver.minibatch.size` writes (20,000 by default), more than a request has, and
/// at a row whose lock was waited for in vain (`hbase.rowlock.wait.duration`, 30 s): then, or where that setting is below
/// the size of a request, a write without a timestamp may be applied twice.
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

/// Whether a failure says that the region is where it was asked for: its table is not disabled then.
pub(crate) fn keeps_location(failure: &CallFailure) -> bool {
    let reaction = reaction(failure, Idempotency::Read);
    matches!(reaction, Reaction::Retry(Location::Keep, _))
}

/// Whether the server, rather than one of its regions, takes no calls: its connection is of no use.
pub(crate) fn is_server_down(failure: &CallFailure) -> bool {
    let reaction = reaction(failure, Idempotency::Idempotent);
    let is_down = matches!(reaction, Reaction::Retry(Location::Suspect, _));
    is_down && matches!(failure, CallFailure::Remote(_))
}

/// Whether a server has rejected a call before it looked at it: an open scanner is as it was.
pub(crate) fn is_not_begun(failure: &CallFailure) -> bool {
    let CallFailure::Remote(exception) = failure else {
        return false;
    };
    matches!(
        exception.simple_class(),
        "RpcThrottlingException" | "CallQueueTooBigException" | "CallDroppedException"
    )
}

/// Waits between the tries of one operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pauses {
    tries: usize,
}

impl Pauses {
    /// Java's multiples of the base pause (`HConstants.RETRY_BACKOFF`).
    const STEPS: [u32; 13] = [1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200];
    const BASE: Duration = Duration::from_millis(100);

    /// The longest pause, whatever a server asks for.
    const LONGEST: Duration = Duration::from_hours(24);

    /// Tries of what fails for an unknown reason: over two seconds. Java's client retries it for minutes, also a filter
    /// that cannot compare.
    const FEW: usize = 6;

    /// The time that a shortened pause leaves for the try behind it. It is too short for another pause of that kind.
    const LAST_TRY: Duration = Duration::from_secs(1);

    /// How many tries have failed.
    pub(crate) fn tries(&self) -> usize {
        self.tries
    }

    /// The length of a pause after the tries so far; `None` if there is to be no further one.
    pub(crate) fn length(&self, pause: Pause) -> Option<Duration> {
        let step = Self::STEPS[self.tries.min(Self::STEPS.len() - 1)];
        Some(match pause {
            // Not forever without a pause: a server may say so each time.
            Pause::None if self.tries < 3 => Duration::ZERO,
            Pause::Few if self.tries + 1 >= Self::FEW => return None,
            Pause::None | Pause::Step | Pause::Few => Self::BASE * step,
            Pause::Long => Self::BASE * step * 10,
            Pause::Exactly(length) => length.min(Self::LONGEST),
        })
    }

    /// The same, shortened where the deadline comes first and there is time for a last try: what fails may be over by then.
    /// Not shortened is what a server asks for; it would reject the call.
    pub(crate) fn length_before(&self, pause: Pause, deadline: Deadline) -> Option<Duration> {
        let length = self.length(pause)?;
        let left = clock::remaining(deadline);
        if length.mul_f64(1.0 + SPREAD) < left {
            return Some(length);
        }
        let is_exact = matches!(pause, Pause::Exactly(_));
        let has_time = left > Self::LAST_TRY * 2;
        (has_time && !is_exact).then(|| (left - Self::LAST_TRY).div_f64(1.0 + SPREAD))
    }

    /// Waits before the next try; `false` where the deadline comes first, at once.
    pub(crate) async fn wait(&mut self, pause: Pause, deadline: Deadline) -> bool {
        let Some(length) = self.length_before(pause, deadline) else {
            self.tries += 1;
            return false;
        };
        self.sleep(length, deadline).await
    }

    /// Waits about so long before the next try; `false` where the deadline comes first, at once.
    pub(crate) async fn sleep(&mut self, length: Duration, deadline: Deadline) -> bool {
        self.tries += 1;
        if length.is_zero() {
            return !clock::is_over(deadline);
        }
        // Clients that failed together do not come back together.
        let length = length.mul_f64(1.0 + fastrand::f64() * SPREAD);
        if length >= clock::remaining(deadline) {
            return false;
        }
        clock::sleep(length).await;
        true
    }
}

/// How much longer a pause may be, as a share of it.
const SPREAD: f64 = 0.01;

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

    #[test]
    fn a_pause_is_as_long_as_what_it_says_and_the_tries_so_far() {
        let ms = |tries, pause| {
            let length = Pauses { tries }.length(pause);
            length.map(|length| length.as_millis())
        };
        let exactly = |ms| Pause::Exactly(Duration::from_millis(ms));
        assert_eq!(ms(0, Pause::None), Some(0));
        assert_eq!(ms(3, Pause::None), ms(3, Pause::Step));
        assert_eq!(ms(4, Pause::Step), Some(1000));
        assert_eq!(ms(0, Pause::Long), Some(1000));
        assert_eq!(ms(9, exactly(50)), Some(50));
        assert_eq!(ms(4, Pause::Few), ms(4, Pause::Step));
        assert_eq!(ms(5, Pause::Few), None);
        assert_eq!(ms(usize::MAX - 1, Pause::Step), Some(20_000));
        let day = Duration::from_hours(24);
        assert_eq!(ms(0, exactly(u64::MAX)), Some(day.as_millis()));
        let deadline = clock::after(day * 2);
        let long = Pauses::default().length_before(exactly(u64::MAX), deadline);
        assert_eq!(long, Some(day));
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
