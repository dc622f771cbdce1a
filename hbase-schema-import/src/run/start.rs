//! Starts a run at the first row, or after a checkpoint.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::checkpoint::Checkpoint;
use super::checkpoint_file::{CheckpointFile, hashes_path};
use super::identity::ImportIdentity;
use super::options::ImportOptions;
use super::seen::Seen;
use crate::error::{ImportError, Result};
use crate::plan::Plan;
use crate::reject::RejectFile;
use crate::source::Source;

/// The checkpoint to continue from, or a new one, and its file.
pub(super) fn checkpoint(
    source: &dyn Source,
    plan: &Plan,
    options: &ImportOptions,
) -> Result<(Checkpoint, Option<CheckpointFile>)> {
    let identity = source.identity();
    let Some(path) = &options.checkpoint else {
        if options.resume {
            let why = identity
                .err()
                .unwrap_or_else(|| "no checkpoint is named".to_owned());
            return Err(cannot_resume(source, &why));
        }
        let import = import_identity(
            plan,
            options,
            crate::SourceIdentity {
                name: source.name().to_owned(),
                fingerprint: String::new(),
            },
        );
        return Ok((Checkpoint::new(import, next_millisecond()), None));
    };
    let identity = identity.map_err(|why| cannot_resume(source, &why))?;
    let import = import_identity(plan, options, identity);
    if options.resume {
        let checkpoint = Checkpoint::read(path, &import)?;
        let file = CheckpointFile::resume(path, options.fsync, &checkpoint)?;
        return Ok((checkpoint, Some(file)));
    }
    start_new(path, options, import)
}

/// Writes the first checkpoint before the first row, so that a run that ends early can be resumed.
fn start_new(
    path: &Path,
    options: &ImportOptions,
    import: ImportIdentity,
) -> Result<(Checkpoint, Option<CheckpointFile>)> {
    let mut file = CheckpointFile::create(path, options.fsync)?;
    let checkpoint = Checkpoint::new(import, next_millisecond());
    file.write(&checkpoint)?;
    Ok((checkpoint, Some(file)))
}

fn import_identity(
    plan: &Plan,
    options: &ImportOptions,
    source: crate::SourceIdentity,
) -> ImportIdentity {
    ImportIdentity {
        store: options.store.clone(),
        table: plan.table.to_string(),
        source,
        plan: match &options.numbers {
            Some(_) if plan.has_running_numbers() => {
                format!("{}, numbers of the store", plan.fingerprint)
            }
            _ => plan.fingerprint.clone(),
        },
        on_duplicate: options.on_duplicate.name().to_owned(),
        check_table: Some(options.check_table),
    }
}

fn cannot_resume(source: &dyn Source, why: &str) -> ImportError {
    ImportError::source(
        source.name(),
        None,
        format!("an import of this source cannot be resumed: {why}"),
    )
}

/// The next millisecond since 1970: later than all cells that this clock has stamped.
fn next_millisecond() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis() + 1).unwrap_or(i64::MAX)
    })
}

/// Loads the keys that were imported before the checkpoint; the source continues after it.
pub(super) async fn seek(
    source: &mut dyn Source,
    checkpoint: &Checkpoint,
    options: &ImportOptions,
) -> Result<Seen> {
    let mut seen = Seen::new();
    if let (Some(path), true) = (&options.checkpoint, options.resume) {
        seen.load(&hashes_path(path), checkpoint.key_hashes)?;
        if checkpoint.counts.rows > 0 {
            source.seek(&checkpoint.position).await?;
        }
    }
    Ok(seen)
}

/// The rejects file of a new import; `None` for a resumed one. The checkpoint is checked first: if an earlier
/// run can be resumed, its rejects file must stay.
pub(super) fn new_rejects(options: &ImportOptions) -> Result<Option<RejectFile>> {
    if options.resume {
        return Ok(None);
    }
    if let Some(path) = &options.checkpoint {
        CheckpointFile::check_new(path)?;
    }
    RejectFile::new(&options.rejects).map(Some)
}
