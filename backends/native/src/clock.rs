//! The runtime's clock; tests pause it, so that minutes pass at once.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::OptionFuture;
use hbase_backend::Deadline;
pub(crate) use tokio::time::{Instant, sleep};

pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The end of a timeout that begins now. One that overflows the clock becomes a day, so that the call is still
/// bounded.
pub(crate) fn after(timeout: Duration) -> Deadline {
    let now = now();
    let end = now.checked_add(timeout);
    let end = end.unwrap_or(now + Duration::from_secs(24 * 60 * 60));
    Deadline::at(end.into_std())
}

/// The deadline, or the moment if that comes first.
pub(crate) fn earlier(deadline: Deadline, moment: Instant) -> Deadline {
    Deadline::at(deadline.instant().min(moment.into_std()))
}

/// The deadline, or the end of a wait that begins now if that comes first.
pub(crate) fn at_most(deadline: Deadline, wait: Duration) -> Deadline {
    let end = now().checked_add(wait);
    end.map_or(deadline, |end| earlier(deadline, end))
}

/// The time left; zero once it has passed.
pub(crate) fn remaining(deadline: Deadline) -> Duration {
    Instant::from_std(deadline.instant()).saturating_duration_since(now())
}

pub(crate) fn is_over(deadline: Deadline) -> bool {
    remaining(deadline).is_zero()
}

/// The future's output, or `None` at the deadline. Once that has passed, the future is not started: it sends nothing.
///
/// Not an async function, which would hold the future twice.
pub(crate) fn before<T>(
    deadline: Deadline,
    future: impl Future<Output = T>,
) -> impl Future<Output = Option<T>> {
    let until = Instant::from_std(deadline.instant());
    let timed = (!is_over(deadline)).then(|| tokio::time::timeout_at(until, future));
    OptionFuture::from(timed).map(|outcome| outcome?.ok())
}
