//! Waits with deadlines; errors outside of a tokio runtime.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hbase_backend::{Deadline, Error};
use pin_project_lite::pin_project;
use tokio::runtime::{Handle, Id};
use tokio::task::coop::{Unconstrained, unconstrained};
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
pub(crate) const fn until<F: Future>(doing: &'static str, deadline: Deadline, work: F) -> Until<F> {
    let timer = Timer {
        doing,
        deadline,
        sleep: None,
    };
    Until {
        timer,
        work: Some(work),
    }
}

pin_project! {
    /// The future of [`until`], written by hand: it is compiled for each type of work, and an async function would take the
    /// compiler longer.
    #[must_use = "futures do nothing unless polled"]
    pub(crate) struct Until<F> {
        #[pin]
        timer: Timer,
        // `None` after the end: work that is too late is dropped at once.
        #[pin]
        work: Option<F>,
    }
}

impl<F: Future> Future for Until<F> {
    type Output = Result<F::Output, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        if let Err(error) = this.timer.as_mut().start() {
            return Poll::Ready(Err(error));
        }
        let Some(work) = this.work.as_mut().as_pin_mut() else {
            return Poll::Pending;
        };
        let ended = match work.poll(cx) {
            Poll::Ready(done) => Ok(done),
            Poll::Pending => Err(ready!(this.timer.poll_end(cx))),
        };
        this.work.set(None);
        Poll::Ready(ended)
    }
}

pin_project! {
    struct Timer {
        doing: &'static str,
        deadline: Deadline,
        // Outside tokio's budget, so that the deadline is noticed even if the work has used up the task's budget.
        #[pin]
        sleep: Option<Unconstrained<Sleep>>,
    }
}

impl Timer {
    fn start(self: Pin<&mut Self>) -> Result<(), Error> {
        let mut this = self.project();
        if this.sleep.is_none() {
            current_runtime()?;
            // tokio cannot report whether timers are enabled: making one panics if they are not.
            let sleep = AssertUnwindSafe(|| sleep_until(this.deadline.instant().into()));
            let sleep = catch_unwind(sleep).map_err(|_| Error::invalid(NO_TIMERS))?;
            this.sleep.set(Some(unconstrained(sleep)));
        }
        Ok(())
    }

    fn poll_end(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Error> {
        let this = self.project();
        match this.sleep.as_pin_mut() {
            Some(sleep) => {
                let doing = *this.doing;
                sleep.poll(cx).map(|()| Error::DeadlineExceeded { doing })
            }
            None => Poll::Pending,
        }
    }
}

/// Checks that the runtime has timers, before anything is opened.
///
/// # Errors
/// Same as [`until`].
pub(crate) async fn check_runtime() -> Result<(), Error> {
    let soon = Deadline::after(std::time::Duration::from_secs(1));
    until("connect", soon, std::future::ready(())).await
}
