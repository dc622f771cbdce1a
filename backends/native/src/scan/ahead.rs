//! Reads ahead: the next batch is fetched while the caller reads the current one. Until the caller takes it,
//! the scanner's lease is renewed.
//!
//! A scan that is opened again would lose no row, but it would lose the region's read snapshot and would have
//! to seek once more; so the lease is renewed. The number of renewals is bounded: a stream that is kept but
//! never polled must not pin files at the server for ever.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline, Error, Result, ScanStep, Scanner};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use super::scanner::NativeScanner;
use crate::runtime::{self, RuntimeId};
use crate::{NAME, clock};

/// Maximum renewals of a scanner's lease while one batch waits for its reader, each after half of the lease: 10
/// minutes by `HBase`'s defaults. A reader that stays away longer holds nothing at the server; when it comes
/// back, the scan is opened again after the last row.
const MOST_RENEWALS: usize = 20;

/// A scanner that fetches one batch ahead and renews its lease while its reader is slow. All scans of the
/// client together hold at most [`Options::read_ahead_bytes`](crate::Options::read_ahead_bytes) this way.
#[derive(Debug)]
pub(crate) struct ReadAhead {
    /// None while a task has it.
    scanner: Option<Box<NativeScanner>>,
    waiting: Option<Waiting>,
    /// The batch to return next.
    ready: Option<ScanStep>,
}

/// The task that fetches ahead, and then keeps the lease until the reader asks for the batch.
#[derive(Debug)]
struct Waiting {
    /// Dropped when the reader asks.
    until_asked: Option<oneshot::Sender<()>>,
    task: JoinHandle<Fetched>,
    runtime: RuntimeId,
    /// The scanner to continue with if the task does not finish: it ends with its runtime, and does nothing
    /// while nobody drives the runtime.
    resumed: Box<NativeScanner>,
}

/// A batch, if there was room for it, and the scanner to continue with. The permit ends when the reader takes
/// the batch.
#[derive(Debug)]
struct Fetched {
    scanner: Box<NativeScanner>,
    step: Option<Result<ScanStep>>,
    _room: Option<OwnedSemaphorePermit>,
}

impl ReadAhead {
    pub(crate) fn new(scanner: NativeScanner) -> Self {
        Self {
            scanner: Some(Box::new(scanner)),
            waiting: None,
            ready: None,
        }
    }

    async fn next(&mut self, deadline: Deadline) -> Result<ScanStep> {
        if let Some(step) = self.ready.take() {
            return Ok(step);
        }
        let step = self.fetch(deadline).await?;
        if self.waiting.is_none() {
            return Ok(step);
        }
        // The request for the next batch is sent before the reader decodes this one. Otherwise the server would
        // be idle meanwhile if the runtime has one thread. If this future is dropped here, the batch waits for
        // the next call.
        self.ready = Some(step);
        tokio::task::yield_now().await;
        self.ready.take().ok_or_else(ended)
    }

    async fn fetch(&mut self, deadline: Deadline) -> Result<ScanStep> {
        // Taken before this batch: reading the next one ahead gets as much time as the reader gives to a
        // batch.
        let patience = clock::remaining(deadline);
        let fetched = self.fetched(deadline).await?;
        let step = if let Some(Ok(step)) = fetched {
            step
        } else {
            // The error is ignored: it may be due to the deadline of reading ahead, which is not the reader's.
            // Any other error occurs again at once.
            let scanner = self.scanner.as_mut().ok_or_else(ended)?;
            scanner.step(deadline).await?
        };
        self.read_ahead(patience);
        Ok(step)
    }

    /// The batch that was fetched ahead, if one was.
    async fn fetched(&mut self, deadline: Deadline) -> Result<Option<Result<ScanStep>>> {
        let Some(waiting) = &mut self.waiting else {
            return Ok(None);
        };
        waiting.until_asked = None;
        if waiting.runtime != runtime::current() {
            self.resume();
            return Ok(None);
        }
        let Some(joined) = clock::before(deadline, &mut waiting.task).await else {
            return Err(Error::DeadlineExceeded { doing: "scanning" });
        };
        let fetched = match joined {
            Ok(fetched) => fetched,
            Err(error) if error.is_panic() => {
                self.waiting = None;
                return Err(ended());
            }
            Err(_) => {
                self.resume();
                return Ok(None);
            }
        };
        self.waiting = None;
        self.scanner = Some(fetched.scanner);
        Ok(fetched.step)
    }

    /// Continues without the task.
    fn resume(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.task.abort();
            self.scanner = Some(waiting.resumed);
        }
    }

    fn read_ahead(&mut self, patience: Duration) {
        let Some(mut scanner) = self.scanner.take_if(|scanner| !scanner.is_over()) else {
            return;
        };
        let room = Arc::clone(&scanner.client().read_ahead);
        let room = room.try_acquire_many_owned(scanner.batch_bytes()).ok();
        // Without room, a task only renews the lease. Without a scanner, no lease exists.
        if room.is_none() && scanner.renewal().is_none() {
            self.scanner = Some(scanner);
            return;
        }
        let deadline = clock::after(patience);
        let resumed = Box::new(scanner.resumed());
        let (until_asked, asked) = oneshot::channel();
        let fetching = async move {
            let step = match room {
                Some(_) => Some(scanner.step(deadline).await),
                None => None,
            };
            keep_lease(&scanner, asked).await;
            Fetched {
                scanner,
                step,
                _room: room,
            }
        };
        self.waiting = Some(Waiting {
            until_asked: Some(until_asked),
            task: tokio::spawn(fetching.in_current_span()),
            runtime: runtime::current(),
            resumed,
        });
    }
}

/// Renews the lease until the reader asks. If it cannot be renewed, the next batch opens the scan again.
async fn keep_lease(scanner: &NativeScanner, mut asked: oneshot::Receiver<()>) {
    for _ in 0..MOST_RENEWALS {
        let Some(pause) = scanner.renewal() else {
            return;
        };
        let is_asked = clock::before(clock::after(pause), &mut asked).await;
        // Waits for the renewal to end: at the server, it would conflict with the next call.
        if is_asked.is_some() || !scanner.renew().await {
            return;
        }
    }
}

impl Scanner for ReadAhead {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(self.next(deadline))
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        if let Some(waiting) = &self.waiting {
            waiting.task.abort();
        }
    }
}

/// The task has panicked.
fn ended() -> Error {
    Error::Backend {
        backend: NAME,
        what: "scanning: the task that read ahead has ended".to_owned(),
    }
}
