//! Waits with deadlines; errors outside of a tokio runtime.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use hbase_backend::{Deadline, Error};
use tokio::runtime::{Handle, Id};
use tokio::task::unconstrained;
use tokio::time::{Sleep, sleep_until};

const NO_RUNTIME: &str = "found no tokio runtime, expected the call to be awaited within one: use `#[tokio::main]`, or `block_on` of a `tokio::runtime::Runtime`";
const NO_TIMERS: &str = "found a tokio runtime without timers, which deadlines need: call `enable_time` or `enable_all` on the runtime's builder";

/// The runtime in which this is called.
///
/// # Errors
/// [`Error::InvalidRequest`] outside of one.
pub(crate) fn current_runtime() -> Result<Handle, Error> {
    Handle::try_current().map_err(|_| Error::invalid(NO_RUNTIME))
}

/// The runtime in which this is called; `None` outside of one.
pub(crate) fn runtime_id() -> Option<Id> {
    Handle::try_current().ok().map(|runtime| runtime.id())
}

/// Waits for `work` until `deadline`.
///
/// # Errors
/// [`Error::DeadlineExceeded`] after the deadline, and [`Error::InvalidRequest`] outside of a
/// runtime or in one without timers.
pub(crate) async fn until<T>(
    doing: &'static str,
    deadline: Deadline,
    work: impl Future<Output = T>,
) -> Result<T, Error> {
    // A timer must fire although the work has used up the task's budget.
    let mut timer = pin!(unconstrained(timer(deadline)?));
    let mut work = pin!(work);
    poll_fn(|cx| match work.as_mut().poll(cx) {
        Poll::Ready(done) => Poll::Ready(Ok(done)),
        Poll::Pending => {
            let ended = timer.as_mut().poll(cx);
            ended.map(|()| Err(Error::DeadlineExceeded { doing }))
        }
    })
    .await
}

fn timer(deadline: Deadline) -> Result<Sleep, Error> {
    current_runtime()?;
    // tokio cannot report whether timers are enabled: making one panics if they are not.
    let timer = AssertUnwindSafe(|| sleep_until(deadline.instant().into()));
    catch_unwind(timer).map_err(|_| Error::invalid(NO_TIMERS))
}

/// Checks that the runtime has timers, before anything is opened.
///
/// # Errors
/// Same as [`until`].
pub(crate) async fn check_runtime() -> Result<(), Error> {
    let soon = Deadline::after(std::time::Duration::from_secs(1));
    until("connect", soon, std::future::ready(())).await
}
