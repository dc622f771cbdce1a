//! The kind of a call's failure in the policy of [`hbase_backend::retry`], and what becomes of its region's location.
//!
//! `hbase_backend::ExceptionKind` alone decides whether an exception is retried. Here, its class decides which of the policy's
//! failures it is, and what becomes of the location. A scan keeps its scanner where the server has not begun with a call
//! (throttled, queue full), and otherwise opens one after the last row.

use std::io;

use hbase_backend::{Deadline, ExceptionKind};
use hbase_rpc::RemoteException;

pub(crate) use hbase_backend::retry::{Failure, Idempotency, Pause, Pauses, Reaction};

use crate::clock;
use crate::endpoint::Endpoint;
use crate::net::CallFailure;

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

/// The reaction to a failure.
pub(crate) fn reaction(failure: &CallFailure, idempotency: Idempotency) -> Reaction {
    meaning(failure).0.reaction(idempotency)
}

/// What becomes of the location of a call's region after a failure.
pub(crate) fn location(failure: &CallFailure) -> Location {
    meaning(failure).1
}

/// Waits before the next try. Returns `false` at once if the deadline comes first.
pub(crate) async fn wait(pauses: &mut Pauses, pause: Pause, deadline: Deadline) -> bool {
    let length = pauses.next(pause, clock::remaining(deadline));
    if let Some(length) = length.filter(|length| !length.is_zero()) {
        clock::sleep(length).await;
    }
    length.is_some()
}

fn meaning(failure: &CallFailure) -> (Failure, Location) {
    match failure {
        CallFailure::NotSent(_) => (Failure::NotSent, Location::Suspect),
        // The server responds, or was not asked: its regions are where they were.
        CallFailure::Login {
            is_first: false, ..
        } => (Failure::NotSent, Location::Keep),
        // By bytes that cannot be read: they may be the response to this call.
        CallFailure::Lost(cause) if cause.kind() == io::ErrorKind::InvalidData => {
            (Failure::Unexplained, Location::Suspect)
        }
        CallFailure::Lost(_) => (Failure::Lost, Location::Suspect),
        // The server has responded for this region, so the location is right.
        CallFailure::Wire(_) => (Failure::Unreadable, Location::Keep),
        // A deadline says nothing about the location. If it dropped the location, each caller that a slow
        // server lets down would also look up the region, and make `hbase:meta` slow too.
        CallFailure::NeverSent(_)
        | CallFailure::Login { .. }
        | CallFailure::TooLarge { .. }
        | CallFailure::TimedOut
        | CallFailure::Closed => (Failure::Final, Location::Keep),
        CallFailure::Remote(exception) => of_exception(exception),
    }
}

/// Transient exceptions are thrown before a request is carried out; after others it is unknown how far the server came.
///
/// `RegionTooBusyException` is thrown before a region action's writes are applied. A server that applies one in several
/// steps looks at the region before each of them, and reports the exception for all writes, those of earlier steps
/// included. Steps end after `hbase.regionserver.minibatch.size` writes (20,000 by default), more than a request has, and
/// at a row whose lock the server did not get in time (`hbase.rowlock.wait.duration`, 30 s): then, or where that setting is
/// below the size of a request, a write without a timestamp may be applied twice.
fn of_exception(exception: &RemoteException) -> (Failure, Location) {
    let overloaded = exception.server_overloaded;
    match ExceptionKind::of(&exception.class, &exception.message) {
        Some(ExceptionKind::Transient) => of_transient(exception),
        Some(ExceptionKind::Timeout) if overloaded => (Failure::Overloaded, Location::Keep),
        Some(ExceptionKind::Timeout) => (Failure::TimedOut, Location::Keep),
        None if exception.do_not_retry => (Failure::Final, Location::Keep),
        None if overloaded => (Failure::Overloaded, Location::Forget),
        None => (Failure::Unexplained, Location::Forget),
        Some(_) => (Failure::Final, Location::Keep),
    }
}

fn of_transient(exception: &RemoteException) -> (Failure, Location) {
    let declined = if exception.server_overloaded {
        Failure::Busy
    } else {
        Failure::Declined
    };
    match exception.simple_class() {
        "UnknownScannerException"
        | "ScannerResetException"
        | "OutOfOrderScannerNextException"
        | "LeaseException" => (Failure::ScannerExpired, Location::Keep),
        "RegionMovedException" => match exception.moved_to.clone() {
            Some((host, port)) => {
                let server = Endpoint::new(host, port);
                let moved = Location::Moved(server, exception.moved_start_code);
                (Failure::Redirected, moved)
            }
            None => (declined, Location::Forget),
        },
        // The region opens at this server: a look-up would find the same location.
        "RegionOpeningException" => (declined, Location::Keep),
        "RetryImmediatelyException" | "MultiActionResultTooLarge" => {
            (Failure::Redirected, Location::Keep)
        }
        "RegionTooBusyException" | "CallQueueTooBigException" | "CallDroppedException" => {
            (Failure::Busy, Location::Keep)
        }
        "RpcThrottlingException" => {
            let wait = exception.throttled_for();
            (wait.map_or(Failure::Busy, Failure::Throttled), Location::Keep)
        }
        "RegionServerStoppedException"
        | "RegionServerAbortedException"
        | "ServerNotRunningYetException"
        // By its message, or its class: the server aborts, and its log takes nothing more.
        | "IOException"
        | "WALClosedException" => (declined, Location::Suspect),
        _ => (declined, Location::Forget),
    }
}

/// Whether a server throws an exception before it carries out anything of a row's request, or of a region action.
///
/// Of `RegionTooBusyException` that is not certain: see [`of_exception`].
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

/// Whether a failure says that the region is where it was asked for: its table is not disabled then.
pub(crate) fn keeps_location(failure: &CallFailure) -> bool {
    location(failure) == Location::Keep
}

/// Whether a failure concerns the server, rather than one of its regions.
pub(crate) fn is_of_server(failure: &CallFailure) -> bool {
    location(failure) == Location::Suspect
}

/// Whether the server, rather than one of its regions, takes no calls: its connection is of no use.
pub(crate) fn is_server_down(failure: &CallFailure) -> bool {
    is_of_server(failure) && matches!(failure, CallFailure::Remote(_))
}

/// Whether the server has dropped the scanner of a call.
pub(crate) fn is_scanner_expired(failure: &CallFailure) -> bool {
    meaning(failure).0 == Failure::ScannerExpired
}

/// Whether a server rejects a call on a scanner because another call of this scanner is under way: that one has taken the
/// lease (`RSRpcServices.scan`).
pub(crate) fn is_scanner_in_use(failure: &CallFailure) -> bool {
    matches!(failure, CallFailure::Remote(exception) if exception.simple_class() == "LeaseException")
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
        assert_eq!(of_exception(&unknown).0, Failure::ScannerExpired);
        let mut other = thrown("exceptions.SomethingException");
        let expected = (Failure::Unexplained, Location::Forget);
        assert_eq!(of_exception(&other), expected);
        other.do_not_retry = true;
        assert_eq!(of_exception(&other).0, Failure::Final);
    }

    #[test]
    fn a_region_that_opens_or_is_busy_keeps_its_location() {
        for (class, expected) in [
            ("RegionOpeningException", Failure::Declined),
            ("RegionTooBusyException", Failure::Busy),
            ("CallQueueTooBigException", Failure::Busy),
        ] {
            let meaning = of_exception(&thrown(class));
            assert_eq!(meaning, (expected, Location::Keep), "{class}");
        }
    }

    #[test]
    fn what_may_have_happened_is_not_repeated() {
        let remote = |class| CallFailure::Remote(thrown(class));
        let lost = CallFailure::Lost(std::sync::Arc::new(io::ErrorKind::BrokenPipe.into()));
        for failure in [lost, remote("ipc.CallTimeoutException"), remote("Other")] {
            let of = |idempotency| reaction(&failure, idempotency);
            assert_eq!(of(Idempotency::Once), Reaction::Unknown, "{failure:?}");
            assert!(matches!(of(Idempotency::Idempotent), Reaction::Retry(_)));
        }
        let unsent = CallFailure::not_sent(io::ErrorKind::ConnectionRefused.into());
        let unsent = reaction(&unsent, Idempotency::Once);
        assert_eq!(unsent, Reaction::Retry(Pause::Step));
    }
}
