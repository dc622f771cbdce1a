//! Runs an import: reads, encodes and writes concurrently, within bounds.

mod admit;
mod checkpoint;
mod checkpoint_file;
mod clock;
mod create;
mod dry;
mod encode;
mod identity;
mod numbers;
mod options;
mod report;
mod retry;
mod seen;
mod send;
mod stages;
mod start;
mod table;
mod write;

pub use create::create_table;
pub use dry::{DryReport, KeyLengths, Sample, SampleCell};
pub use numbers::StoreNumbers;
pub use options::{DryOptions, ImportOptions, OnDuplicate};
pub use report::{Counts, Progress, Report};

use std::sync::Arc;
use std::time::Instant;

use hbase_backend::Backend;

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

/// Imports a source into a table.
///
/// Rows are written with the time at which the import started, plus one millisecond per batch. So a row that is
/// written again after an interruption has the same cells, and the rows of this import can be distinguished
/// from all others. The time is this machine's: if another clock is ahead, its later cells in the table hide
/// the imported cells of the same row and column; [`Report::newer_cells_ms`] reports them.
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
    // Before the checkpoint: if the rejects file cannot be created, no checkpoint is left to resume or
    // remove.
    let new_rejects = start::new_rejects(options)?;
    let (checkpoint, file) = match resumed {
        Some(resumed) => resumed,
        None => start::checkpoint(&*source, &plan, options)?,
    };
    table::check_last_key(&checkpoint, &plan, &*backend, options).await?;
    let seen = start::seek(&mut *source, &checkpoint, options).await?;
    let old_rejects = || RejectFile::resume(&options.rejects, checkpoint.rejects_bytes);
    let rejects = new_rejects.map_or_else(old_rejects, Ok)?;
    let encoder = encoder(&*source, &plan, &checkpoint, options);
    let run = Run {
        started,
        source: source.name().to_owned(),
        skipped: plan.skipped.clone(),
        newer_cells_ms,
        total: source.total(),
        read_before: source.progress(),
        resumed_after: options.resume.then_some(checkpoint.counts.rows),
        max_errors: options.max_errors,
    };
    let admission = Admission::new(&plan, seen, options, &checkpoint);
    let writer = Writer::new(backend, &plan, options, checkpoint, file, rejects);
    let batches = Batches::start(source, encoder)?;
    writer.run(batches, admission, &run, progress).await
}

/// An encoder that continues after a checkpoint.
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

/// Encodes a source as [`import`] does, writes nothing, and reports what would be written. Running numbers are
/// the policy's: only imports take numbers from the store.
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
