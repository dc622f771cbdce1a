//! Calls to a backend, each with its deadline, trace, metrics and error.
//!
//! Only reads whose connection failed are retried here, by the policy of [`hbase_backend::retry`]; what else that policy
//! retries, a backend has retried before it returns an error. After a write without a response it is unknown whether it
//! took effect; `Error::is_without_effect` reports whether an error excludes that. Every request has a deadline, and
//! dropping a future or a stream releases its resources.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hbase_backend::retry::{Failure, Idempotency, Pauses, Reaction};
use hbase_backend::{Backend, BoxFuture, Deadline, Row};
use hbase_model::TableName;
use pin_project_lite::pin_project;
use tracing::{Instrument, Span};

use super::gate::Gate;
use super::limits::Limits;
use super::metrics::{Counters, is_rejected};
use super::runtime::{Until, until};
use crate::db::error::{CallContext, Error};
use crate::db::layout::Layouts;

/// The `tracing` target of spans and events.
const TARGET: &str = "hbase_schema";

/// The operation in the timeout error of a whole operation.
pub(crate) const OPERATION: &str = "the whole operation, see `operation_timeout`";

/// A response with a result for each row.
pub(crate) type RowResults<T> = hbase_backend::Result<Vec<hbase_backend::Result<T>>>;

/// A call on one table.
pub(crate) type TableCall = for<'b> fn(
    &'b dyn Backend,
    &'b TableName,
    Deadline,
) -> BoxFuture<'b, hbase_backend::Result<()>>;

/// The backend, limits and counts that all clones of a connection share.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) gate: Arc<Gate>,
    pub(crate) limits: Limits,
    pub(crate) counters: Counters,
    pub(in crate::db) layouts: Arc<Layouts>,
}

impl Link {
    /// Runs one call.
    pub(crate) async fn call<T, F>(
        &self,
        about: CallContext<'_>,
        timeout: Duration,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> F,
    ) -> Result<T, Error>
    where
        F: Future<Output = hbase_backend::Result<T>>,
    {
        self.check_layout(&about, timeout).await?;
        let deadline = Deadline::after(timeout);
        let (backend, _pass) = self.gate.enter();
        // Pinned here: each future that takes another by value has room for it twice.
        let answer = pin!(call(backend, deadline));
        let answer = self.within(&about, deadline, answer).await;
        answer.map_err(|error| about.backend(error))
    }

    /// Checks that the struct of a call fits the layout of its table, as far as that is known.
    pub(in crate::db) async fn check_layout(
        &self,
        about: &CallContext<'_>,
        timeout: Duration,
    ) -> Result<(), Error> {
        if self.layouts.is_settled(about) {
            return Ok(());
        }
        // Boxed: the future of each call has room for it.
        Box::pin(self.layouts.check(&self.gate, about, timeout)).await
    }

    /// Runs one call on many rows, with a result each.
    pub(crate) async fn call_rows<T, F>(
        &self,
        about: CallContext<'_>,
        timeout: Duration,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> F,
    ) -> Result<Vec<hbase_backend::Result<T>>, Error>
    where
        F: Future<Output = RowResults<T>>,
    {
        self.check_layout(&about, timeout).await?;
        let deadline = Deadline::after(timeout);
        let (backend, _pass) = self.gate.enter();
        let answer = pin!(call(backend, deadline));
        let answer = self.rows_within(&about, deadline, answer).await;
        answer.map_err(|error| about.backend(error))
    }

    /// Runs an idempotent call, with retries until the deadline.
    pub(crate) async fn read<T, F>(
        &self,
        about: CallContext<'_>,
        timeout: Duration,
        call: impl Fn(Arc<dyn Backend>, Deadline) -> F,
    ) -> Result<T, Error>
    where
        F: Future<Output = hbase_backend::Result<T>>,
    {
        self.check_layout(&about, timeout).await?;
        let deadline = Deadline::after(timeout);
        let answer = self.retrying(&about, deadline, &call).await;
        answer.map_err(|error| about.backend(error))
    }

    /// The same, with the backend's own error.
    pub(crate) async fn retrying<T, F>(
        &self,
        about: &CallContext<'_>,
        deadline: Deadline,
        call: impl Fn(Arc<dyn Backend>, Deadline) -> F,
    ) -> hbase_backend::Result<T>
    where
        F: Future<Output = hbase_backend::Result<T>>,
    {
        let mut pauses = Pauses::default();
        loop {
            // The pass ends before the pause: `close` need not wait for a call that only waits to be retried.
            let answer = {
                let (backend, _pass) = self.gate.enter();
                let answer = pin!(call(backend, deadline));
                self.within(about, deadline, answer).await
            };
            let error = match answer {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let Some(pause) = self.pause(&mut pauses, &error, deadline) else {
                return Err(error);
            };
            self.note_retry(about, &error, pause);
            Box::pin(tokio::time::sleep(pause)).await;
        }
    }

    /// The pause before a retry of a read: of one whose connection failed, or while the store opens its files again. A
    /// backend has retried the other failures.
    fn pause(
        &self,
        pauses: &mut Pauses,
        error: &hbase_backend::Error,
        deadline: Deadline,
    ) -> Option<Duration> {
        let failure = Failure::of(error);
        let is_own = matches!(failure, Failure::NotSent | Failure::Lost);
        match failure.reaction(Idempotency::Read) {
            Reaction::Retry(pause) if is_own && pauses.tries() < self.limits.retries => {
                pauses.next(pause, deadline.remaining())
            }
            _ => None,
        }
    }

    fn note_retry(&self, about: &CallContext<'_>, error: &hbase_backend::Error, pause: Duration) {
        tracing::debug!(target: "hbase_schema", call = about.call, %error, ?pause, "retrying a call");
        self.counters.retry();
    }

    /// Waits for a response until the deadline, even if the backend does not observe it.
    pub(crate) async fn within<T>(
        &self,
        about: &CallContext<'_>,
        deadline: Deadline,
        answer: impl Future<Output = hbase_backend::Result<T>>,
    ) -> hbase_backend::Result<T> {
        let failure = |answer: &hbase_backend::Result<T>| answer.as_ref().err().cloned();
        self.timed(about, deadline, answer, failure).await
    }

    /// The same for a call on many rows, which fails if one of its rows fails.
    pub(crate) async fn rows_within<T>(
        &self,
        about: &CallContext<'_>,
        deadline: Deadline,
        answer: impl Future<Output = RowResults<T>>,
    ) -> RowResults<T> {
        self.timed(about, deadline, answer, failure_of_rows).await
    }

    async fn timed<T>(
        &self,
        about: &CallContext<'_>,
        deadline: Deadline,
        answer: impl Future<Output = hbase_backend::Result<T>>,
        failure: impl FnOnce(&hbase_backend::Result<T>) -> Option<hbase_backend::Error>,
    ) -> hbase_backend::Result<T> {
        let span = self.span(about);
        let started = Instant::now();
        let answer = pin!(until(about.call, deadline, answer));
        let answer = answer.instrument(span.clone()).await.flatten();
        span.in_scope(|| self.ended(about, started.elapsed(), failure(&answer).as_ref()));
        answer
    }

    fn span(&self, about: &CallContext<'_>) -> Span {
        tracing::debug_span!(
            target: TARGET, "call", backend = self.gate.name(), call = about.call,
            table = about.table.map(tracing::field::display),
            rows = about.writing.map(|(rows, _)| rows),
            bytes = about.writing.map(|(_, bytes)| bytes),
        )
    }

    fn ended(&self, about: &CallContext<'_>, took: Duration, error: Option<&hbase_backend::Error>) {
        let slow = self.limits.slow_call;
        self.counters.call(error, took, slow);
        let table = about.table.map(tracing::field::display);
        match error {
            Some(error) if took > slow => {
                tracing::warn!(target: "hbase_schema", call = about.call, table, ?took, %error, "a slow call failed");
            }
            Some(error) => {
                tracing::debug!(target: "hbase_schema", call = about.call, table, ?took, %error, "a call failed");
            }
            None if took > slow => {
                tracing::warn!(target: "hbase_schema", call = about.call, table, ?took, "a slow call");
            }
            None => {}
        }
    }

    /// Counts rows that were read; called within the call that reads them, so that its span records
    /// them too.
    pub(crate) fn count_read<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) {
        let (count, bytes) = trace_rows(rows);
        self.counters.read(count, bytes);
    }
}

/// The error that makes a call on many rows fail. An error that is not a rejection takes precedence, because a
/// rejection is not a server's failure.
fn failure_of_rows<T>(answer: &RowResults<T>) -> Option<hbase_backend::Error> {
    let rows = match answer {
        Ok(rows) => rows,
        Err(error) => return Some(error.clone()),
    };
    let mut errors = rows.iter().filter_map(|row| row.as_ref().err());
    let of_servers = errors.clone().find(|error| !is_rejected(error));
    of_servers.or_else(|| errors.next()).cloned()
}

/// Records in the span of the running call the number of rows in its response, and their bytes of
/// cells; returns both.
pub(crate) fn trace_rows<'r>(rows: impl IntoIterator<Item = &'r Row>) -> (usize, usize) {
    let add = |(rows, bytes), row: &Row| (rows + 1, bytes + row.as_block().len());
    let (rows, bytes) = rows.into_iter().fold((0, 0), add);
    let span = Span::current();
    // If the call's span is disabled by its level, the current span is the user's.
    if span.metadata().is_some_and(|span| span.target() == TARGET) {
        span.record("rows", rows).record("bytes", bytes);
    }
    (rows, bytes)
}

/// Waits for an operation of several calls until its timeout, which drops the running call: only
/// for operations that write nothing. The timeout starts when this is called, not at the first poll.
pub(crate) fn operation<T, F>(
    about: CallContext<'_>,
    timeout: Duration,
    work: F,
) -> Operation<'_, F>
where
    F: Future<Output = Result<T, Error>>,
{
    Operation {
        about,
        timeout,
        until: until(OPERATION, Deadline::after(timeout), work),
    }
}

pin_project! {
    /// The future of [`operation`].
    #[must_use = "futures do nothing unless polled"]
    pub(crate) struct Operation<'a, F> {
        about: CallContext<'a>,
        timeout: Duration,
        #[pin]
        until: Until<F>,
    }
}

impl<T, F: Future<Output = Result<T, Error>>> Future for Operation<'_, F> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        match ready!(this.until.poll(cx)) {
            Ok(done) => Poll::Ready(done),
            Err(error) => Poll::Ready(Err(too_late(*this.about, *this.timeout, error))),
        }
    }
}

#[cold]
fn too_late(about: CallContext<'_>, timeout: Duration, error: hbase_backend::Error) -> Error {
    let table = about.table.map(tracing::field::display);
    tracing::debug!(target: "hbase_schema", call = about.call, table, ?timeout, %error, "an operation took too long");
    about.backend(error)
}

#[cfg(test)]
mod tests {
    use hbase_backend::{Error as Cause, Result};

    use super::*;

    #[test]
    fn the_failure_of_a_server_is_that_of_a_batch_before_rejected_rows() {
        let rejected = || Err(Cause::invalid("x"));
        let failed = || Err(Cause::Closed { why: "x".into() });
        let kinds = |rows: Vec<Result<()>>| match failure_of_rows(&Ok(rows)) {
            None => "none",
            Some(Cause::InvalidRequest { .. }) => "rejected",
            Some(_) => "failed",
        };
        assert_eq!(kinds(vec![]), "none");
        assert_eq!(kinds(vec![Ok(()), Ok(())]), "none");
        assert_eq!(kinds(vec![Ok(()), rejected()]), "rejected");
        assert_eq!(kinds(vec![rejected(), failed(), rejected()]), "failed");
        assert_eq!(kinds(vec![failed(), Ok(())]), "failed");
        let whole: RowResults<()> = Err(Cause::DeadlineExceeded { doing: "x" });
        assert!(matches!(
            failure_of_rows(&whole),
            Some(Cause::DeadlineExceeded { .. })
        ));
    }
}
