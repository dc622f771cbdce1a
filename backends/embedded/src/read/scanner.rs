//! Open scans.

use std::fmt;
use std::sync::Arc;

use hbase_backend::{BoxFuture, Deadline, Result, Scan, ScanStep, Scanner};
use hbase_model::TableName;

use super::ahead::{Ahead, Batch, Next, READING};
use super::rows::Rows;
use crate::activity::Pinned;
use crate::brief::{Brief, Turn};
use crate::store::Store;
use crate::work::Work;

/// A scan of a store.
pub(crate) struct EmbeddedScanner {
    ahead: Arc<Ahead>,
    brief: Arc<Brief>,
    /// Whether nothing was read yet.
    is_fresh: bool,
}

impl fmt::Debug for EmbeddedScanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedScanner")
            .field("is_fresh", &self.is_fresh)
            .finish_non_exhaustive()
    }
}

impl Drop for EmbeddedScanner {
    fn drop(&mut self) {
        self.ahead.cancel();
    }
}

impl EmbeddedScanner {
    /// Opens a scan, which reads a snapshot of the table's current state.
    pub(crate) fn open(
        store: &Store,
        name: &TableName,
        scan: &Scan,
        brief: &Arc<Brief>,
    ) -> Result<Self> {
        let rows = store.read(name, |table| Rows::open(store, table, scan))?;
        let ahead = Arc::new(Ahead::new(rows));
        let pinned: Arc<dyn Pinned> = Arc::<Ahead>::clone(&ahead);
        store.activity().note_pinned(&pinned);
        Ok(Self {
            ahead,
            brief: Arc::clone(brief),
            is_fresh: true,
        })
    }

    async fn next(&mut self, deadline: Deadline) -> Result<ScanStep> {
        loop {
            match self.ahead.take() {
                Next::Answer(answer) => {
                    if let Some(rows) = self.ahead.take_behind() {
                        self.ahead.read(rows, deadline);
                    }
                    // A ready batch does not suspend, so this yields to other tasks.
                    Turn::of_bytes(answer.as_ref().map_or(0, |batch| batch.bytes))
                        .give()
                        .await;
                    return answer.map(Batch::into_step);
                }
                Next::End => return Ok(ScanStep::End),
                Next::Wait => self.ahead.wait(deadline).await?,
                Next::Unread(rows) => {
                    if deadline.is_over() {
                        let over = self.ahead.work(deadline).over();
                        self.ahead.put_back(rows);
                        return Err(over);
                    }
                    if let Some(turn) = self.start(rows, deadline) {
                        turn.give().await;
                    }
                }
            }
        }
    }

    /// Reads the first rows on the caller's thread if that is brief, because most scans are short; reads the
    /// others ahead.
    fn start(&mut self, mut rows: Box<Rows>, deadline: Deadline) -> Option<Turn> {
        if !std::mem::take(&mut self.is_fresh) {
            self.ahead.read(rows, deadline);
            return None;
        }
        let read = |work: &mut Work| rows.next_batch(work);
        let (answer, turn) = self.brief.attempt(READING, deadline, read);
        let goes_on = answer.is_none_or(|answer| self.ahead.add(answer, rows.is_ended()));
        if goes_on {
            self.ahead.read(rows, deadline);
        } else {
            self.ahead.put_back(rows);
        }
        Some(turn)
    }
}

impl Scanner for EmbeddedScanner {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(self.next(deadline))
    }
}
