//! What a client does after a failure: one table for all calls.
//!
//! Lost connections, requests that were not sent, and transient exceptions are retried until the deadline, with the
//! pauses of `HBase`'s Java client. An unknown exception is tried six times. `hbase_backend::ExceptionKind` alone
//! classifies exceptions; this table adds the server and the pause of a retry. A scan keeps its scanner where the
//! server has not begun with a call (throttled, queue full), and otherwise opens one after the last row.

use std::io;
use std::time::Duration;

use hbase_backend::ExceptionKind;
use hbase_rpc::RemoteException;

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
    /// Open the scanner again after the last row.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        | CallFailure::TooLarge { .. }
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
    match ExceptionKind::of(&exception.class, &exception.message) {
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
        | "ServerNotRunningYetException"
        // By its message, or its class: the server aborts, and its log takes nothing more.
        | "IOException"
        | "WALClosedException" => (Location::Suspect, step(exception)),
        _ => (Location::Forget, step(exception)),
    };
    Reaction::Retry(location, pause)
}

/// Whether a server throws an exception before it carries out anything of a row's request, or of a region action.
///
/// Of `RegionTooBusyException` that is not certain: see [`to_exception`].
pub(crate) fn is_rejection(exception: &RemoteException) -> bool {
    match ExceptionKind::of_class(&exception.class) {
        Some(ExceptionKind::AccessDenied) => true,
        Some(ExceptionKind::InvalidRequest) => exception.message.contains("region is read only"),
        Some(ExceptionKind::Transient) => matches!(
            exception.simple_class(),
            "NotServingRegionException"
                | "RegionMovedException"
                | "RegionOpeningException"
                | "RpcThrottlingException"
                | "CallQueueTooBigException"
                | "CallDroppedException"
                | "RegionServerAbortedException"
                | "RegionServerStoppedException"
                | "ServerNotRunningYetException"
        ),
        _ => false,
    }
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

/// Whether a failure concerns the server, rather than one of its regions.
pub(crate) fn is_of_server(failure: &CallFailure) -> bool {
    let reaction = reaction(failure, Idempotency::Idempotent);
    matches!(reaction, Reaction::Retry(Location::Suspect, _))
}

/// Whether the server, rather than one of its regions, takes no calls: its connection is of no use.
pub(crate) fn is_server_down(failure: &CallFailure) -> bool {
    is_of_server(failure) && matches!(failure, CallFailure::Remote(_))
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
        let lost = CallFailure::Lost(std::sync::Arc::new(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(reaction(&lost, Idempotency::Once), Reaction::Unknown);
        let unsent = CallFailure::not_sent(io::ErrorKind::ConnectionRefused.into());
        assert!(matches!(
            reaction(&unsent, Idempotency::Once),
            Reaction::Retry(..)
        ));
    }
}
