//! Reading ahead: the next batch is fetched while the current one is read.

use std::sync::Arc;
use std::time::Duration;

use hbase_model::{BoxFuture, Deadline, Error, Result, Row, Scanner};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use super::scanner::NativeScanner;
use crate::{NAME, clock};

/// A scanner that fetches one batch ahead, as long as all scans of the client together hold no more than
/// [`Options::read_ahead_bytes`](crate::Options::read_ahead_bytes) that way.
#[derive(Debug)]
pub(crate) struct ReadAhead {
    /// None while it is being read.
    scanner: Option<Box<NativeScanner>>,
    reading: Option<JoinHandle<Fetched>>,
}

/// A batch, and the scanner to go on with. The permit ends when the reader takes the batch.
#[derive(Debug)]
struct Fetched {
    scanner: Box<NativeScanner>,
    rows: Result<Vec<Row>>,
    _room: OwnedSemaphorePermit,
}

impl ReadAhead {
    pub(crate) fn new(scanner: NativeScanner) -> Self {
        Self {
            scanner: Some(Box::new(scanner)),
            reading: None,
        }
    }

    async fn next(&mut self, deadline: Deadline) -> Result<Vec<Row>> {
        let patience = clock::remaining(deadline);
        let rows = match self.fetched(deadline).await? {
            Some(Ok(rows)) => rows,
            // The deadline of reading ahead has passed, which is not the reader's.
            None | Some(Err(Error::DeadlineExceeded { .. })) => {
                let scanner = self.scanner.as_mut().ok_or_else(ended)?;
                scanner.rows(deadline).await?
            }
            Some(Err(error)) => return Err(error),
        };
        self.read_ahead(patience);
        Ok(rows)
    }

    /// The batch that was fetched ahead, if one was.
    async fn fetched(&mut self, deadline: Deadline) -> Result<Option<Result<Vec<Row>>>> {
        let Some(reading) = &mut self.reading else {
            return Ok(None);
        };
        let Some(joined) = clock::before(deadline, reading).await else {
            return Err(Error::DeadlineExceeded { doing: "scanning" });
        };
        self.reading = None;
        let fetched = joined.map_err(|_| ended())?;
        self.scanner = Some(fetched.scanner);
        Ok(Some(fetched.rows))
    }

    fn read_ahead(&mut self, patience: Duration) {
        let Some(mut scanner) = self.scanner.take_if(|scanner| !scanner.is_over()) else {
            return;
        };
        let room = Arc::clone(&scanner.client().read_ahead);
        let Ok(room) = room.try_acquire_many_owned(scanner.batch_bytes()) else {
            self.scanner = Some(scanner);
            return;
        };
        let deadline = clock::after(patience);
        let reading = async move {
            let rows = scanner.rows(deadline).await;
            Fetched {
                scanner,
                rows,
                _room: room,
            }
        };
        self.reading = Some(tokio::spawn(reading.in_current_span()));
    }
}

impl Scanner for ReadAhead {
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(self.next(deadline))
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        if let Some(reading) = &self.reading {
            reading.abort();
        }
    }
}

/// The runtime has ended the task, or it has panicked.
fn ended() -> Error {
    Error::Backend {
        backend: NAME,
        what: "scanning: the task that read ahead has ended".to_owned(),
    }
}
