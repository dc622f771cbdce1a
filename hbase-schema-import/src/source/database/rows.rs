//! Rows on their way from a connection to the import.

use std::time::{Duration, Instant};

use tokio::sync::mpsc::Sender;

use super::DatabaseError;
use crate::source::{Chunk, RowBuilder};

/// The time after which a chunk that is not full is passed on, so that a slow query does not look like silence.
const LATE: Duration = Duration::from_secs(1);

/// Receives the rows of a query; the import takes them from it in chunks.
#[derive(Debug)]
pub struct RowSink {
    chunk: Chunk,
    since: Instant,
    chunks: Sender<Result<Chunk, DatabaseError>>,
}

impl RowSink {
    pub(super) fn new(chunks: Sender<Result<Chunk, DatabaseError>>) -> Self {
        Self {
            chunk: Chunk::new(),
            since: Instant::now(),
            chunks,
        }
    }

    /// A sink whose rows nobody takes: it replaces one that was lost with its thread.
    pub fn closed() -> Self {
        Self::new(tokio::sync::mpsc::channel(1).0)
    }

    /// Adds a row; `false` if nobody takes further ones.
    pub async fn add(&mut self, values: impl FnOnce(&mut RowBuilder<'_>)) -> bool {
        self.push(values);
        !self.is_due() || self.pass_on().await
    }

    /// [`add`](Self::add) on a thread that may block.
    pub fn blocking_add(&mut self, values: impl FnOnce(&mut RowBuilder<'_>)) -> bool {
        self.push(values);
        if !self.is_due() {
            return true;
        }
        let chunk = self.take();
        self.chunks.blocking_send(Ok(chunk)).is_ok()
    }

    /// Passes the last rows on, and the end or the error.
    pub(super) async fn end(mut self, result: Result<(), DatabaseError>) {
        if !self.chunk.is_empty() {
            self.pass_on().await;
        }
        // If this fails, the receiver has gone.
        let _ = self.chunks.send(result.map(|()| Chunk::new())).await;
    }

    fn push(&mut self, values: impl FnOnce(&mut RowBuilder<'_>)) {
        let mut row = self.chunk.row();
        values(&mut row);
        row.finish(None, 0, 0);
    }

    fn is_due(&self) -> bool {
        self.chunk.is_full() || self.since.elapsed() >= LATE
    }

    async fn pass_on(&mut self) -> bool {
        let chunk = self.take();
        self.chunks.send(Ok(chunk)).await.is_ok()
    }

    fn take(&mut self) -> Chunk {
        self.since = Instant::now();
        std::mem::take(&mut self.chunk)
    }
}
