//! The scanner of a scan through the gateway.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::retry::Idempotency;
use hbase_backend::{BoxFuture, Deadline, Error, Result, Row, ScanStep, Scanner};
use hbase_model::TableName;

use super::ScanRequest;
use super::buffer::RowBuffer;
use super::fetch::{self, RemoteScanner};
use crate::call::{CallError, FailedCall, Link, Target, Tries};
use crate::diagnose::diagnose;
use crate::error::backend_error;

/// Deadline of closing a scanner at the gateway, which happens in the background.
const CLOSING: Duration = Duration::from_secs(10);

/// A scan. A scanner that the gateway no longer knows, or that was lost with its connection, is reopened after
/// the last row received.
#[derive(Debug)]
pub(crate) struct ThriftScanner {
    link: Arc<Link>,
    table: TableName,
    request: ScanRequest,
    buffer: RowBuffer,
    /// The scanner at the gateway, while its position is known.
    remote: Option<RemoteScanner>,
    ended: bool,
}

/// The next step of the scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Open,
    Fetch,
}

impl ThriftScanner {
    /// Opens a scan.
    pub(crate) async fn open(
        link: &Arc<Link>,
        table: &TableName,
        request: ScanRequest,
        deadline: Deadline,
    ) -> Result<Self> {
        let mut scanner = Self {
            link: Arc::clone(link),
            table: table.clone(),
            ended: request.bounds.empty || request.limit == Some(0),
            request,
            buffer: RowBuffer::default(),
            remote: None,
        };
        if !scanner.ended {
            scanner.step_with_retries(Step::Open, deadline).await?;
        }
        Ok(scanner)
    }

    /// The next batch.
    async fn next(&mut self, deadline: Deadline) -> Result<Vec<Row>> {
        while self.buffer.is_empty() && !self.ended {
            self.step_with_retries(Step::Fetch, deadline).await?;
        }
        Ok(self.buffer.take_batch(&self.request))
    }

    async fn step_with_retries(&mut self, step: Step, deadline: Deadline) -> Result<()> {
        let mut tries = Tries::default();
        loop {
            let failed = match self.step(step, deadline).await {
                Ok(()) => return Ok(()),
                Err(failed) => failed,
            };
            let Some(pause) = self.pause(step, &failed, &mut tries, deadline) else {
                return Err(self.error(failed, deadline).await);
            };
            self.link.note_retry("scan", &failed.error);
            tokio::time::sleep(pause).await;
        }
    }

    /// The pause before a retry of the step, or of one with fewer rows; `None` if the step is not retried.
    fn pause(
        &mut self,
        step: Step,
        failed: &FailedCall,
        tries: &mut Tries,
        deadline: Deadline,
    ) -> Option<Duration> {
        // The typed layer retries the opening of a scan.
        let is_opening = step == Step::Open && self.buffer.last.is_none();
        if !self.can_reopen() || (is_opening && failed.was_lost) {
            return None;
        }
        match failed.error {
            CallError::TooLong(_) => self.buffer.halve().then_some(Duration::ZERO),
            _ => tries.next(failed, Idempotency::Read, deadline),
        }
    }

    async fn step(&mut self, step: Step, deadline: Deadline) -> Result<(), FailedCall> {
        let wanted = self.buffer.wanted_rows(&self.request);
        // The scanner's position is unknown while a call is in progress.
        let remote = match self.remote.take() {
            Some(remote) => remote,
            None => match self.reopen(deadline).await? {
                Some(remote) => remote,
                None => return Ok(()),
            },
        };
        if step == Step::Open {
            self.remote = Some(remote);
            return Ok(());
        }
        let rows = match fetch::next(&self.link, &remote, wanted, deadline).await {
            Ok(Some(rows)) => rows,
            Ok(None) => return Err(FailedCall::lost_scanner()),
            Err(failed) => {
                if failed.leaves_scanner() {
                    self.close(remote);
                }
                return Err(failed);
            }
        };
        let at_end = rows.is_empty();
        self.buffer
            .add(&self.request, rows)
            .map_err(CallError::Other)?;
        self.ended = at_end || self.buffer.over;
        if self.ended {
            self.close(remote);
        } else {
            self.remote = Some(remote);
        }
        Ok(())
    }

    /// Opens a scanner at the current position; `None` if nothing is left.
    async fn reopen(&mut self, deadline: Deadline) -> Result<Option<RemoteScanner>, FailedCall> {
        // The previous scanner was lost, or its response was lost because the caller stopped waiting.
        if !self.can_reopen() {
            return Err(FailedCall::lost_scanner());
        }
        let bounds = self.buffer.remaining_bounds(&self.request);
        if bounds.empty {
            self.ended = true;
            return Ok(None);
        }
        // The buffer excludes the row by the bounds of the request, not by those of this scanner.
        self.request.bounds.without.clone_from(&bounds.without);
        let caching = self.buffer.caching(&self.request);
        let opened = fetch::open(self.target(deadline), &self.request, &bounds, caching);
        opened.await.map(Some)
    }

    fn target(&self, deadline: Deadline) -> Target<'_> {
        Target {
            link: &self.link,
            table: &self.table,
            deadline,
        }
    }

    fn can_reopen(&self) -> bool {
        !self.request.counts_rows || self.buffer.last.is_none()
    }

    async fn error(&self, failed: FailedCall, deadline: Deadline) -> Error {
        if !self.can_reopen() && failed.is_lost_scanner() {
            return backend_error(format!(
                "the scan of table {} was idle for too long, or a wait for its rows was abandoned, or its gateway has gone; with a filter that counts rows it cannot continue in the middle: start it again",
                self.table
            ));
        }
        // It is reopened as long as there is time.
        if failed.is_unknown_scanner() {
            let doing = "reading a scan's rows";
            return Error::DeadlineExceeded { doing };
        }
        let families = &self.request.families;
        diagnose(self.target(deadline), failed.error, families).await
    }

    /// Closes a scanner at the gateway, without waiting for it.
    fn close(&self, remote: RemoteScanner) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let link = Arc::clone(&self.link);
            runtime.spawn(async move {
                fetch::close(&link, remote, Deadline::after(CLOSING)).await;
            });
        }
    }
}

impl Drop for ThriftScanner {
    fn drop(&mut self) {
        if let Some(remote) = self.remote.take() {
            self.close(remote);
        }
    }
}

impl Scanner for ThriftScanner {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(async move { Ok(ScanStep::of_batch(self.next(deadline).await?)) })
    }
}
