//! Runs an import: reads, encodes and writes concurrently, within bounds.

mod admit;
mod checkpoint;
mod checkpoint_file;
mod clock;
mod dry;
mod encode;
mod identity;
mod numbers;
mod report;
mod retry;
mod seen;
mod send;
mod stages;
mod start;
mod table;
mod write;

pub use dry::{DryOptions, DryReport, KeyLengths, Sample, SampleCell};
pub use numbers::StoreNumbers;
pub use report::{Counts, Progress, Report};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_model::{Backend, Durability};
use serde::{Deserialize, Serialize};

use self::admit::Admission;
use self::checkpoint::Checkpoint;
use self::encode::{BatchEnd, Encoder};
use self::numbers::Numbers;
use self::stages::Batches;
use self::write::{Run, Writer};
use crate::error::Result;
use crate::plan::Plan;
use crate::reject::RejectFile;
use crate::source::Source;

/// The treatment of a row whose key was imported before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnDuplicate {
    /// The later row is rejected.
    #[default]
    Error,
    /// The first row stays.
    Keep,
    /// The later row replaces the earlier one, columns that are NULL included.
    Replace,
}

impl OnDuplicate {
    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Keep => "keep",
            Self::Replace => "replace",
        }
    }
}

/// The default of `HBase`'s `hbase.server.keyvalue.maxsize`, and of the embedded store.
pub(crate) const MAX_CELL_BYTES: usize = 10 << 20;

/// The options of an import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The store in checkpoints: its URL.
    pub store: String,
    /// The maximum of rejected rows (default 50); one more ends the run.
    pub max_errors: u64,
    /// Rows with one key.
    pub on_duplicate: OnDuplicate,
    /// Whether rows that were in the table before the import are duplicates too.
    pub check_table: bool,
    /// The file of rejected rows, which must not exist.
    pub rejects: PathBuf,
    /// The file of the checkpoint; `None` for a source that cannot be resumed.
    pub checkpoint: Option<PathBuf>,
    /// Whether to continue from the checkpoint.
    pub resume: bool,
    /// Whether rows and checkpoints reach the disk before they count, so that they survive the end of
    /// the machine and not of the process only.
    pub fsync: bool,
    /// Running numbers from the store, for several loaders; by default each import counts by its policy, from the first
    /// number on.
    pub numbers: Option<StoreNumbers>,
    /// The bytes of the largest cell, its row, family and qualifier included (default 10 MiB, as `HBase`'s); a row with a larger
    /// one is rejected.
    pub max_cell_bytes: usize,
    /// The timeout of one call.
    pub timeout: Duration,
}

impl ImportOptions {
    /// The defaults, with a file for rejected rows.
    pub fn new(store: impl Into<String>, rejects: impl Into<PathBuf>) -> Self {
        Self {
            store: store.into(),
            max_errors: 50,
            on_duplicate: OnDuplicate::default(),
            check_table: false,
            rejects: rejects.into(),
            checkpoint: None,
            resume: false,
            fsync: false,
            numbers: None,
            max_cell_bytes: MAX_CELL_BYTES,
            timeout: Duration::from_secs(30),
        }
    }

    /// The durability of writes, blocks of running numbers among them.
    const fn durability(&self) -> Durability {
        if self.fsync {
            Durability::FsyncWal
        } else {
            Durability::UseDefault
        }
    }

    fn store_numbers(&self) -> Option<StoreNumbers> {
        let numbers = self.numbers.clone()?;
        Some(numbers.with_durability(self.durability()))
    }
}

/// Imports a source into a table.
///
/// Rows are written with the timestamp at which the import started, plus one millisecond per batch: a row that is
/// written again after an interruption is the same cell, and the rows of this import can be distinguished from all others. The
/// timestamp is of this machine's clock: cells of the table with a later one, of a clock ahead of it, hide the imported cells
/// of the same column; [`Report::newer_cells_ms`] reports them.
///
/// `progress` is called after each acknowledged batch.
///
/// # Errors
/// Errors of the source, the store and files; more rejected rows than allowed. Rows up to the last
/// checkpoint are then written, and the import can be resumed.
pub async fn import(
    mut source: Box<dyn Source>,
    plan: Plan,
    backend: Arc<dyn Backend>,
    options: &ImportOptions,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Report> {
    let started = Instant::now();
    source.use_columns(&plan.used_columns());
    // A missing checkpoint is reported before a missing table.
    let resumed = options
        .resume
        .then(|| start::checkpoint(&*source, &plan, options));
    let resumed = resumed.transpose()?;
    table::check(&plan, &*backend, options).await?;
    let newer_cells_ms = clock::newest_ahead(&*backend, &plan.table).await;
    let new_rejects = start::new_rejects(options)?;
    let (checkpoint, file) = match resumed {
        Some(resumed) => resumed,
        None => start::checkpoint(&*source, &plan, options)?,
    };
    let resumed_after = options.resume.then_some(checkpoint.counts.rows);
    table::check_last_key(&checkpoint, &plan, &*backend, options).await?;
    let seen = start::seek(&mut *source, &checkpoint, options).await?;
    let old_rejects = || RejectFile::resume(&options.rejects, checkpoint.rejects_bytes);
    let rejects = new_rejects.map_or_else(old_rejects, Ok)?;
    let encoder = encoder(&*source, &plan, &checkpoint, options);
    let (name, total) = (source.name().to_owned(), source.total());
    let run = Run {
        started,
        total,
        read_before: source.progress(),
        resumed_after: resumed_after.unwrap_or(0),
        max_errors: options.max_errors,
    };
    let admission = Admission::new(&plan, seen, options, &checkpoint);
    let writer = Writer::new(backend, &plan, options, checkpoint, file, rejects);
    let batches = Batches::start(source, encoder)?;
    let mut report = writer.run(batches, admission, &run, progress).await?;
    report.source = name;
    report.skipped = plan.skipped;
    report.resumed_after = resumed_after;
    report.newer_cells_ms = newer_cells_ms;
    Ok(report)
}

/// An encoder that continues behind a checkpoint.
fn encoder(
    source: &dyn Source,
    plan: &Plan,
    checkpoint: &Checkpoint,
    options: &ImportOptions,
) -> Encoder {
    let end = BatchEnd {
        position: checkpoint.position.clone(),
        keys_made: checkpoint.keys_made,
    };
    let order = source.order().to_vec();
    let (timestamp, batches) = (checkpoint.timestamp, checkpoint.batches);
    let store = options.store_numbers().zip(plan.keys.running_number());
    let numbers = store.map(|(store, number)| Numbers::new(store, number, &checkpoint.numbers));
    Encoder::new(plan.clone(), order, timestamp, batches, end)
        .with_numbers(numbers)
        .with_max_cell_bytes(options.max_cell_bytes)
}

/// Encodes a source as [`import`] does, writes nothing, and reports what would be written. Running numbers are those of
/// the policy: numbers from the store are taken by imports only.
///
/// # Errors
/// Errors of the source, and of the store if it is read.
pub async fn dry_run(
    source: Box<dyn Source>,
    plan: Plan,
    options: &DryOptions,
) -> Result<DryReport> {
    dry::run(source, plan, options).await
}
