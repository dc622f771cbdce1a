//! Writes batches, a few at a time, and writes checkpoints of acknowledged ones.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Durability};
use hbase_model::TableName;
use hbase_model::printable::Printable;
use tokio::task::JoinSet;

use super::admit::{Admission, Admitted};
use super::checkpoint::{Checkpoint, ReplacedKeys};
use super::checkpoint_file::CheckpointFile;
use super::encode::{Batch, BatchEnd};
use super::numbers::NumberBlock;
use super::options::ImportOptions;
use super::report::{Counts, Progress, Report};
use super::send::write;
use super::stages::Batches;
use crate::error::{ImportError, Result};
use crate::plan::Plan;
use crate::reject::RejectFile;
use crate::source::Amount;

/// Minimum time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_millis(100);

/// Maximum batches after one that is not acknowledged yet: a bound on memory, and on the batches that a resumed
/// run writes again.
const MOST_SENT: usize = 256;

/// The facts that a run knows from its start.
pub(crate) struct Run {
    pub(crate) started: Instant,
    pub(crate) source: String,
    pub(crate) skipped: Vec<String>,
    pub(crate) newer_cells_ms: Option<u64>,
    pub(crate) total: Option<Amount>,
    /// The amount of the source that earlier runs had read.
    pub(crate) read_before: u64,
    pub(crate) resumed_after: Option<u64>,
    pub(crate) max_errors: u64,
}

/// The writes of a run.
pub(crate) struct Writer {
    backend: Arc<dyn Backend>,
    table: TableName,
    timeout: Duration,
    durability: Durability,
    writes: JoinSet<(u64, Result<(), hbase_backend::Error>)>,
    /// Batches that are sent, by number, with their content of the checkpoint.
    sent: BTreeMap<u64, Sent>,
    /// The counts up to the last sent batch.
    counts: Counts,
    /// The checkpoint after the last batch up to which all are acknowledged.
    checkpoint: Checkpoint,
    file: Option<CheckpointFile>,
    checkpointed: Instant,
    rejects: RejectFile,
}

/// A batch on its way.
struct Sent {
    is_written: bool,
    end: BatchEnd,
    counts: Counts,
    rejects_bytes: u64,
    hashes: Vec<u64>,
    /// The key of its last row.
    last_key: Option<Vec<u8>>,
}

impl Writer {
    pub(crate) fn new(
        backend: Arc<dyn Backend>,
        plan: &Plan,
        options: &ImportOptions,
        checkpoint: Checkpoint,
        file: Option<CheckpointFile>,
        rejects: RejectFile,
    ) -> Self {
        Self {
            backend,
            table: plan.table.clone(),
            timeout: options.timeout,
            durability: options.durability(),
            writes: JoinSet::new(),
            sent: BTreeMap::new(),
            counts: checkpoint.counts,
            checkpoint,
            file,
            checkpointed: Instant::now(),
            rejects,
        }
    }

    /// Writes all batches.
    ///
    /// # Errors
    /// The first error of any stage. Batches that were acknowledged before are in the checkpoint.
    pub(crate) async fn run(
        mut self,
        mut batches: Batches,
        mut admission: Admission,
        run: &Run,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Report> {
        let ended = self
            .write_all(&mut batches, &mut admission, run, progress)
            .await;
        if ended.is_err() {
            // Batches on their way may still be written; the checkpoint then contains them.
            while self.acknowledge().await.is_ok_and(|more| more) {}
        }
        self.write_checkpoint()?;
        ended?;
        self.counts.check()?;
        self.complete(run)
    }

    async fn write_all(
        &mut self,
        batches: &mut Batches,
        admission: &mut Admission,
        run: &Run,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<()> {
        let most = self.backend.concurrent_batches().max(1);
        loop {
            let mut batch = batches.next().await?;
            let numbers = std::mem::take(&mut batch.numbers);
            let is_last = batch.is_last;
            let end = batch.end.clone();
            let number = batch.number;
            let admitted = self.admit(admission, batch).await?;
            while self.writes.len() >= most || self.sent.len() >= MOST_SENT {
                self.acknowledge().await?;
                progress(&self.progress(run, batches.read()));
            }
            self.keep(&numbers, number, &admitted.replaced)?;
            self.send(number, end, admitted, run)?;
            if is_last {
                break;
            }
        }
        while self.acknowledge().await? {
            progress(&self.progress(run, batches.read()));
        }
        Ok(())
    }

    /// Decides on duplicates. A key that may have been imported is looked up once all earlier rows are
    /// written.
    async fn admit(&mut self, admission: &mut Admission, batch: Batch) -> Result<Admitted> {
        let mut lookup = admission.look_up(&batch);
        if admission.reads_table(&lookup) {
            while self.acknowledge().await? {}
            admission
                .read_table(&*self.backend, &batch, &mut lookup)
                .await?;
        }
        admission.admit(batch, &lookup)
    }

    /// Before a batch is sent, writes to the checkpoint what the table no longer shows once the batch is
    /// written: the blocks of its running numbers, so that a resumed run gives each row the same number, and
    /// the rows that it replaces. If it replaces rows, the table was read, and all earlier batches are in the
    /// checkpoint.
    fn keep(&mut self, numbers: &[NumberBlock], batch: u64, replaced: &[u64]) -> Result<()> {
        if numbers.is_empty() && replaced.is_empty() {
            return Ok(());
        }
        self.checkpoint.numbers.extend_from_slice(numbers);
        if !replaced.is_empty() {
            self.checkpoint.replaced = Some(ReplacedKeys {
                batch,
                keys: replaced.to_vec(),
            });
        }
        self.write_checkpoint()
    }

    /// Sends a batch; its rejected rows are in their file by then.
    fn send(&mut self, number: u64, end: BatchEnd, admitted: Admitted, run: &Run) -> Result<()> {
        // Before the batch can be in a checkpoint: a resumed run cuts the file to the bytes that its
        // checkpoint counts, and does not make the rejects of earlier batches again.
        self.rejects.append(&admitted.rejects)?;
        self.counts.rows = end.position.rows;
        admitted.add_to(&mut self.counts);
        let sent = Sent {
            is_written: admitted.mutations.is_empty(),
            end,
            counts: self.counts,
            rejects_bytes: self.rejects.len(),
            hashes: admitted.hashes,
            last_key: admitted.mutations.last().map(|last| last.row().to_vec()),
        };
        self.sent.insert(number, sent);
        if !admitted.mutations.is_empty() {
            let mut mutations = admitted.mutations;
            for mutation in &mut mutations {
                mutation.durability = self.durability;
            }
            let (backend, table) = (Arc::clone(&self.backend), self.table.clone());
            let timeout = self.timeout;
            self.writes
                .spawn(async move { (number, write(&*backend, &table, mutations, timeout).await) });
        }
        self.advance()?;
        if self.counts.rejected <= run.max_errors {
            return Ok(());
        }
        let last = admitted.rejects.last();
        Err(ImportError::TooManyRejects {
            most: run.max_errors,
            found: self.counts.rejected,
            last: last.map_or_else(|| "in an earlier run".to_owned(), ToString::to_string),
        })
    }

    /// Waits for one write; `false` if none is on its way.
    async fn acknowledge(&mut self) -> Result<bool> {
        let Some(joined) = self.writes.join_next().await else {
            return Ok(false);
        };
        let (number, written) = joined.map_err(|error| ImportError::Ended {
            stage: "writing",
            why: error.to_string(),
        })?;
        written.map_err(|error| ImportError::store(&self.table, error))?;
        if let Some(sent) = self.sent.get_mut(&number) {
            sent.is_written = true;
        }
        self.advance()?;
        Ok(true)
    }

    /// Moves the checkpoint past the batches that are written without a gap.
    fn advance(&mut self) -> Result<()> {
        while let Some(first) = self.sent.first_entry()
            && first.get().is_written
        {
            let (number, sent) = first.remove_entry();
            let checkpoint = &mut self.checkpoint;
            checkpoint.batches = number + 1;
            checkpoint.position = sent.end.position;
            checkpoint.keys_made = sent.end.keys_made;
            let made = checkpoint.keys_made;
            checkpoint.numbers.retain(|block| !block.is_used(made));
            let replaced = checkpoint.replaced.take();
            // Those of a later batch stay: an interrupted run may have written that batch.
            checkpoint.replaced = replaced.filter(|replaced| replaced.batch > number);
            checkpoint.counts = sent.counts;
            if let Some(key) = sent.last_key {
                checkpoint.last_key = Some(Printable(&key).to_string());
            }
            checkpoint.rejects_bytes = sent.rejects_bytes;
            if let Some(file) = &mut self.file {
                // In the order of the batches: the checkpoint counts the first keys of the file.
                file.append(&sent.hashes)?;
                checkpoint.key_hashes += sent.hashes.len() as u64;
            }
        }
        if self.checkpointed.elapsed() >= BETWEEN_CHECKPOINTS {
            self.write_checkpoint()?;
        }
        Ok(())
    }

    fn write_checkpoint(&mut self) -> Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        if self.durability == Durability::FsyncWal {
            self.rejects.sync()?;
        }
        file.write(&self.checkpoint)?;
        self.checkpointed = Instant::now();
        Ok(())
    }

    fn complete(self, run: &Run) -> Result<Report> {
        if let Some(file) = self.file {
            file.remove()?;
        }
        let has_rejects = self.counts.rejected > 0;
        let elapsed = run.started.elapsed().as_millis();
        Ok(Report {
            source: run.source.clone(),
            table: self.table.to_string(),
            counts: self.counts,
            resumed_after: run.resumed_after,
            skipped: run.skipped.clone(),
            rejects: has_rejects.then(|| self.rejects.path().display().to_string()),
            newer_cells_ms: run.newer_cells_ms,
            elapsed_ms: u64::try_from(elapsed).unwrap_or(u64::MAX),
        })
    }

    fn progress(&self, run: &Run, read: u64) -> Progress {
        Progress {
            counts: self.checkpoint.counts,
            resumed_after: run.resumed_after.unwrap_or(0),
            read,
            read_before: run.read_before,
            total: run.total,
            elapsed: run.started.elapsed(),
        }
    }
}
