//! Reads ahead: the next batches of a scan are read while its caller processes one.
//!
//! A scan reads ahead up to four batches of 512 KiB, and stops while 2 MiB wait.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hbase_backend::{Deadline, Error, Result, Row, RowBound, ScanStep};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::rows::Rows;
use crate::activity::Pinned;
use crate::pool::{NAME, shutting_down};
use crate::work::Work;

/// The operation in a read-ahead's errors.
pub(super) const READING: &str = "reading the next rows of a scan";

/// Maximum number of waiting batches.
const BATCHES: usize = 4;

/// Waiting bytes at which reading ahead pauses. A scan has these in memory, plus the batch that is being read
/// and the caller's.
const BYTES: u64 = 2 << 20;

impl Pinned for Ahead {
    fn release(&self) {
        let rows = self.progress.lock().rows.take_if(|rows| rows.is_due());
        if let Some(mut rows) = rows {
            rows.park();
            self.put_back(rows);
        }
    }
}

/// Rows, and their length in bytes.
pub(super) struct Batch {
    pub(super) rows: Vec<Row>,
    pub(super) bytes: u64,
    /// The start of the rest of the scan, if the batch has no rows but the scan has advanced.
    pub(super) passed: Option<RowBound>,
}

impl Batch {
    pub(super) fn into_step(self) -> ScanStep {
        match self.passed {
            Some(start) if self.rows.is_empty() => ScanStep::Passed(start),
            _ => ScanStep::of_batch(self.rows),
        }
    }

    /// Whether the batch is the end of a scan.
    fn is_end(&self) -> bool {
        self.rows.is_empty() && self.passed.is_none()
    }
}

/// The batches read ahead, shared by the caller and the reader.
pub(super) struct Ahead {
    progress: Mutex<Progress>,
    changed: Notify,
    /// Set when the scan is dropped.
    cancelled: Arc<AtomicBool>,
}

struct Progress {
    ready: VecDeque<Result<Batch>>,
    bytes: u64,
    /// The source of the batches; `None` while it is read, and at the end.
    rows: Option<Box<Rows>>,
    is_ended: bool,
}

/// The next batch for the caller, or how to get it.
pub(super) enum Next {
    Answer(Result<Batch>),
    /// Nothing is ready, and no read is in progress.
    Unread(Box<Rows>),
    /// A batch is being read.
    Wait,
    End,
}

impl Ahead {
    pub(super) fn new(rows: Rows) -> Self {
        Self {
            progress: Mutex::new(Progress {
                ready: VecDeque::new(),
                bytes: 0,
                rows: Some(Box::new(rows)),
                is_ended: false,
            }),
            changed: Notify::new(),
            cancelled: Arc::default(),
        }
    }

    /// Takes the next batch.
    pub(super) fn take(&self) -> Next {
        let mut progress = self.progress.lock();
        match progress.ready.pop_front() {
            Some(Ok(batch)) => {
                progress.bytes = progress.bytes.saturating_sub(batch.bytes);
                Next::Answer(Ok(batch))
            }
            Some(Err(error)) => Next::Answer(Err(error)),
            None if progress.is_ended => Next::End,
            None => match progress.rows.take() {
                Some(rows) => Next::Unread(rows),
                None => Next::Wait,
            },
        }
    }

    /// The source to read from while the caller processes its batch; `None` if enough is ready or
    /// being read.
    pub(super) fn take_behind(&self) -> Option<Box<Rows>> {
        let mut progress = self.progress.lock();
        // Not before half of them are taken, so that a task of the blocking pool reads several batches.
        if progress.is_ended || progress.ready.len() > BATCHES / 2 || progress.bytes >= BYTES {
            return None;
        }
        progress.rows.take()
    }

    /// Waits for the next batch.
    pub(super) async fn wait(&self, deadline: Deadline) -> Result<()> {
        // A change since `take` is not missed: `notify_one` is kept until someone waits.
        let changed = self.changed.notified();
        let waited = tokio::time::timeout_at(deadline.instant().into(), changed).await;
        waited.map_err(|_| Error::DeadlineExceeded { doing: READING })
    }

    /// Ends the read-ahead: the scan was dropped.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The work of a read with a deadline.
    pub(super) fn work(&self, deadline: Deadline) -> Work {
        let mut work = Work::new(READING, deadline);
        work.add_flag(Arc::clone(&self.cancelled));
        work
    }

    /// Puts back the source after a read. At the end of a scan it is dropped with its snapshot.
    pub(super) fn put_back(&self, rows: Box<Rows>) {
        let mut progress = self.progress.lock();
        if !progress.is_ended {
            progress.rows = Some(rows);
        }
        drop(progress);
        self.changed.notify_one();
    }

    /// Adds a batch; returns whether to read more now.
    pub(super) fn add(&self, answer: Result<Batch>, is_ended: bool) -> bool {
        let mut progress = self.progress.lock();
        progress.is_ended = is_ended || answer.is_err();
        match answer {
            Ok(batch) if batch.is_end() => {}
            Ok(batch) => {
                // A report of progress is outdated once a later batch exists.
                let is_report =
                    |last: &Result<Batch>| last.as_ref().is_ok_and(|last| last.passed.is_some());
                if progress.ready.back().is_some_and(is_report) {
                    progress.ready.pop_back();
                }
                progress.bytes += batch.bytes;
                progress.ready.push_back(Ok(batch));
            }
            Err(error) => progress.ready.push_back(Err(error)),
        }
        let goes_on =
            !progress.is_ended && progress.ready.len() < BATCHES && progress.bytes < BYTES;
        drop(progress);
        self.changed.notify_one();
        goes_on
    }

    /// Reads on the blocking pool, until enough is ready or the deadline passes.
    pub(super) fn read(self: &Arc<Self>, rows: Box<Rows>, deadline: Deadline) {
        let reading = Reading {
            ahead: Arc::clone(self),
            rows: Some(rows),
            work: self.work(deadline),
        };
        // Dropped: the task records its own end.
        drop(tokio::task::spawn_blocking(move || reading.run()));
    }
}

/// A read in progress.
struct Reading {
    ahead: Arc<Ahead>,
    rows: Option<Box<Rows>>,
    work: Work,
}

impl Reading {
    fn run(mut self) {
        while let Some(rows) = &mut self.rows {
            let answer = rows.next_batch(&mut self.work);
            // The caller that started this may have gone, and the next one may have a later deadline.
            let is_over = matches!(answer, Err(Error::DeadlineExceeded { .. }));
            if is_over || !self.ahead.add(answer, rows.is_ended()) || self.work.check().is_err() {
                break;
            }
        }
        if let Some(rows) = self.rows.take() {
            self.ahead.put_back(rows);
        }
    }
}

/// An unfinished read ends with an error for the waiting caller.
impl Drop for Reading {
    fn drop(&mut self) {
        if self.rows.is_none() {
            return;
        }
        let error = if std::thread::panicking() {
            Error::Backend {
                backend: NAME,
                what: "the engine gave up while a scan was read".into(),
            }
        } else {
            shutting_down()
        };
        self.ahead.add(Err(error), true);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hbase_backend::{Mutation, Scan};
    use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

    use super::*;
    use crate::engine::Memory;
    use crate::options::Options;
    use crate::store::Store;

    const ROWS: usize = 2_000;

    fn soon() -> Deadline {
        Deadline::after(Duration::from_secs(60))
    }

    /// A scan over rows of 10 KB each.
    fn rows() -> Ahead {
        let store = Store::new(Box::new(Memory::default()), Options::default()).unwrap();
        let mut table = TableDescriptor::new(TableName::from_static("default", "T"));
        table.families = vec![FamilyDescriptor::new("f")].into();
        let mut work = Work::new("writing", soon());
        store.create_table(&table, &work).unwrap();
        for number in 0..ROWS {
            let mut put = Mutation::new(format!("{number:06}"));
            put.put_at(b"f", b"q", 1, &[7; 10_000]).unwrap();
            store.mutate(&table.name, &put, &mut work).unwrap();
        }
        let open = |table: &_| Rows::open(&store, table, &Scan::new());
        Ahead::new(store.read(&table.name, open).unwrap())
    }

    fn unread(ahead: &Ahead) -> Box<Rows> {
        match ahead.take() {
            Next::Unread(rows) => rows,
            _ => panic!("nothing was read so far"),
        }
    }

    #[tokio::test]
    async fn as_much_is_read_ahead_as_may_be_held() {
        let ahead = Arc::new(rows());
        ahead.read(unread(&ahead), soon());
        let mut most = 0;
        let mut seen = 0;
        loop {
            // The reader stops by itself, although nobody takes a batch.
            while ahead.progress.lock().rows.is_none() && !ahead.progress.lock().is_ended {
                ahead.wait(soon()).await.unwrap();
            }
            most = most.max(ahead.progress.lock().bytes);
            match ahead.take() {
                Next::Answer(answer) => seen += answer.unwrap().rows.len(),
                Next::Unread(rows) => ahead.read(rows, soon()),
                Next::Wait => {}
                Next::End => break,
            }
        }
        assert_eq!(seen, ROWS);
        assert!(most >= BYTES, "{most}");
        assert!(most < BYTES + BYTES / 2, "{most}");
    }

    #[tokio::test]
    async fn what_is_not_read_in_time_is_left_for_the_next_call() {
        let ahead = Arc::new(rows());
        ahead.read(unread(&ahead), Deadline::after(Duration::ZERO));
        let mut seen = 0;
        loop {
            match ahead.take() {
                Next::Answer(answer) => seen += answer.unwrap().rows.len(),
                Next::Wait => ahead.wait(soon()).await.unwrap(),
                Next::Unread(rows) => {
                    assert!(!rows.is_ended());
                    break;
                }
                Next::End => panic!("{seen} rows of {ROWS}"),
            }
        }
        assert!(seen < ROWS / 2, "{seen}");
    }

    #[tokio::test]
    async fn a_reader_that_gives_up_is_heard_of() {
        let ahead = Arc::new(rows());
        let reading = Reading {
            rows: Some(unread(&ahead)),
            work: ahead.work(soon()),
            ahead: Arc::clone(&ahead),
        };
        drop(reading);
        ahead.wait(soon()).await.unwrap();
        let answer = ahead.take();
        assert!(matches!(answer, Next::Answer(Err(Error::Closed { .. }))));
        assert!(matches!(ahead.take(), Next::End));
    }
}
