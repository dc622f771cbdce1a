//! A scan under way.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hbase_model::{BoxFuture, Deadline, Error, Result, Row, RowBound, Scan, Scanner, TableName};
use tokio::task::JoinHandle;

use super::plan::Plan;
use super::reader::{Piece, Reader};
use super::renewal::Renewal;
use crate::backend::join;
use crate::engine::Direction;
use crate::key;
use crate::store::Store;
use crate::table::Table;
use crate::work::Work;

/// Bytes of a batch where the scan does not say. `HBase` takes 2 MiB, for the sake of the network.
/// Here a batch costs two changes of thread, and its memory is used again for the next one but one.
const DEFAULT_BYTES: u64 = 1 << 20;

/// How long reading the rest of a row may take when a snapshot is given back.
const PARK_PATIENCE: Duration = Duration::from_secs(10);

/// The scan itself. The store may take its snapshot from it while nobody asks for rows.
type Shared = Arc<Mutex<Rows>>;

/// What a batch answers, and the scan for the next one.
type Batch = (Shared, Result<Vec<Row>>);

/// What keeps a snapshot.
pub(crate) trait Pinned: Send + Sync {
    /// Gives the snapshot back where it holds too much and nobody is reading.
    fn release(&self);
}

impl Pinned for Mutex<Rows> {
    fn release(&self) {
        if let Ok(mut rows) = self.try_lock() {
            rows.park();
        }
    }
}

/// A scan of a store.
pub(crate) struct EmbeddedScanner {
    state: State,
    /// Stops a batch that nobody waits for any more.
    cancelled: Arc<AtomicBool>,
}

enum State {
    Ready(Shared),
    /// A batch is being read. It goes on where its caller gave up, so that no row is lost.
    Reading(JoinHandle<Batch>),
    Ended,
}

impl fmt::Debug for EmbeddedScanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ready(_) => "ready",
            State::Reading(_) => "reading",
            State::Ended => "ended",
        };
        f.debug_struct("EmbeddedScanner")
            .field("state", &state)
            .finish_non_exhaustive()
    }
}

impl Drop for EmbeddedScanner {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl EmbeddedScanner {
    /// Opens a scan: from here on it sees the table as it is now.
    pub(crate) fn open(store: &Store, name: &TableName, scan: &Scan) -> Result<Self> {
        let rows = store.read(name, |table| Rows::open(store, table, scan))?;
        let rows = Arc::new(Mutex::new(rows));
        let pinned: Arc<dyn Pinned> = Arc::<Mutex<Rows>>::clone(&rows);
        store.note_pinned(&pinned);
        Ok(Self {
            state: State::Ready(rows),
            cancelled: Arc::default(),
        })
    }

    async fn next(&mut self, deadline: Deadline) -> Result<Vec<Row>> {
        loop {
            let mut work = Work::new("reading the next rows of a scan", deadline);
            work.set_cancelled(Arc::clone(&self.cancelled));
            let rows = match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(Vec::new()),
                State::Reading(handle) => {
                    self.state = State::Reading(handle);
                    match self.wait(&work).await? {
                        // The batch was bound by the deadline of the call that began it.
                        Err(Error::DeadlineExceeded { .. }) if !deadline.is_over() => continue,
                        answer => return answer,
                    }
                }
                State::Ready(rows) => rows,
            };
            let mut in_task = work.clone();
            self.state = State::Reading(tokio::task::spawn_blocking(move || {
                let answer = lock(&rows).next_batch(&mut in_task);
                (rows, answer)
            }));
        }
    }

    /// Waits for the batch that is being read.
    async fn wait(&mut self, work: &Work) -> Result<Result<Vec<Row>>> {
        let State::Reading(handle) = &mut self.state else {
            return Ok(Ok(Vec::new()));
        };
        let answer = tokio::time::timeout_at(work.deadline().instant().into(), handle).await;
        let Ok(joined) = answer else {
            return Err(work.over());
        };
        self.state = State::Ended;
        let (rows, answer) = join(joined)?;
        let goes_on = match &answer {
            Ok(_) => !lock(&rows).is_ended,
            Err(error) => matches!(error, Error::DeadlineExceeded { .. }),
        };
        if goes_on {
            self.state = State::Ready(rows);
        }
        Ok(answer)
    }
}

impl Scanner for EmbeddedScanner {
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(self.next(deadline))
    }
}

fn lock(rows: &Mutex<Rows>) -> MutexGuard<'_, Rows> {
    rows.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of a scan, batch by batch.
pub(crate) struct Rows {
    /// `None` for a range that holds no row.
    reader: Option<Reader>,
    left: u64,
    /// Whether there is nothing behind the rows that were read.
    is_ended: bool,
    caching: usize,
    max_bytes: u64,
    /// What was read when the snapshot was given back in the middle of a row.
    pending: VecDeque<Row>,
    failed: Option<Error>,
}

impl Rows {
    fn open(store: &Store, table: &Table, scan: &Scan) -> Result<Self> {
        let plan = Plan::new(table, &scan.read, scan.raw, scan.reversed, store.now())?;
        check_batch(scan, &plan)?;
        let (from, to) = bounds(scan);
        let is_empty = to.as_ref().is_some_and(|to| *to <= from);
        let direction = if scan.reversed {
            Direction::Backward
        } else {
            Direction::Forward
        };
        let view = store.engine().view();
        let reader = if is_empty {
            None
        } else {
            let to = to.as_deref();
            let mut reader = Reader::open(plan, &view, &from, to, direction, scan.batch)?;
            reader.set_renewal(Renewal::new(
                view.as_ref(),
                scan.past_snapshot,
                store.written().clone(),
                store.options().snapshot_bytes,
                (from.clone(), to.map(<[u8]>::to_vec)),
            ));
            Some(reader)
        };
        Ok(Self {
            reader,
            left: scan.limit.unwrap_or(u64::MAX),
            is_ended: false,
            caching: scan.caching.map_or(usize::MAX, |caching| {
                usize::try_from(caching).unwrap_or(usize::MAX)
            }),
            max_bytes: scan.max_result_bytes.unwrap_or(DEFAULT_BYTES),
            pending: VecDeque::new(),
            failed: None,
        })
    }

    /// Gives the snapshot back where it holds too much. A row that was begun is read to its end
    /// first, so that it stays whole.
    fn park(&mut self) {
        if !self.reader.as_ref().is_some_and(Reader::is_due) {
            return;
        }
        let mut work = Work::new("finishing a row of a scan", Deadline::after(PARK_PATIENCE));
        match self.finish_row(&mut work) {
            Ok(()) => {}
            // The row is too long for now: the snapshot stays until the next try.
            Err(Error::DeadlineExceeded { .. }) => return,
            Err(error) => self.failed = Some(error),
        }
        let Some(reader) = &mut self.reader else {
            return;
        };
        self.pending.extend(reader.take_rows());
        if let Err(error) = reader.park() {
            self.failed = Some(error);
        }
    }

    fn finish_row(&mut self, work: &mut Work) -> Result<()> {
        while self
            .reader
            .as_ref()
            .is_some_and(|reader| !reader.is_between_rows())
        {
            if self.next_row(work)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn next_batch(&mut self, work: &mut Work) -> Result<Vec<Row>> {
        if !self.pending.is_empty() {
            let count = self.pending.len().min(self.caching.max(1));
            return Ok(self.pending.drain(..count).collect());
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let (mut count, mut bytes) = (0, 0);
        while count < self.caching && bytes < self.max_bytes {
            match self.next_row(work) {
                Ok(Some(len)) => {
                    count += 1;
                    bytes += len;
                }
                Ok(None) => {
                    self.is_ended = true;
                    break;
                }
                // What was read in time is answered; the rest waits for the next call.
                Err(Error::DeadlineExceeded { .. }) if count > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(self
            .reader
            .as_mut()
            .map(Reader::take_rows)
            .unwrap_or_default())
    }

    /// Reads the next row or piece into the batch; answers its length in bytes. A limit counts
    /// rows, so that the pieces of the last one all come.
    fn next_row(&mut self, work: &mut Work) -> Result<Option<u64>> {
        let Some(reader) = &mut self.reader else {
            return Ok(None);
        };
        if self.left == 0 && reader.is_between_rows() {
            return Ok(None);
        }
        let Some(Piece { is_first }) = reader.next(work)? else {
            return Ok(None);
        };
        if is_first {
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
        }
        let len = reader.cells().len() as u64;
        reader.keep();
        Ok(Some(len))
    }
}

fn check_batch(scan: &Scan, plan: &Plan) -> Result<()> {
    match scan.batch {
        Some(0) => Err(Error::invalid("a batch of 0 cells: ask for at least one")),
        Some(_) if plan.filters_rows() => Err(Error::invalid(
            "a batch with a filter that decides about whole rows: HBase refuses the two together",
        )),
        _ => Ok(()),
    }
}

/// The scan's range in storage keys, the lower end first. An empty key is no bound.
fn bounds(scan: &Scan) -> (Vec<u8>, Option<Vec<u8>>) {
    let (low, high) = if scan.reversed {
        (&scan.stop, &scan.start)
    } else {
        (&scan.start, &scan.stop)
    };
    let from = match low {
        RowBound::Unbounded => vec![0],
        RowBound::Included(row) | RowBound::Excluded(row) if row.is_empty() => vec![0],
        RowBound::Included(row) => key::row_prefix(row),
        RowBound::Excluded(row) => key::after(&key::row_prefix(row)),
    };
    let to = match high {
        RowBound::Unbounded => None,
        RowBound::Included(row) | RowBound::Excluded(row) if row.is_empty() => None,
        RowBound::Included(row) => Some(key::after(&key::row_prefix(row))),
        RowBound::Excluded(row) => Some(key::row_prefix(row)),
    };
    (from, to)
}
