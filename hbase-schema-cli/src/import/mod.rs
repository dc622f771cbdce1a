//! `import` and `export`: copies relational tables and files into a table, and back.

mod args;
mod export;
mod guess;
mod interrupt;
mod keys;
mod names;
mod part_file;
mod policy;
mod prepare;
mod progress;
mod result;
mod source;
mod store;

pub(crate) use args::{ExportArgs, ImportArgs, ImportCommand};
use args::{OtherCommand, SourceArgs};
pub(crate) use export::run_export;

use std::path::{Path, PathBuf};

use hbase_schema::Connection;
use hbase_schema_import::{
    DryOptions, ImportError, ImportOptions, Input, Mapping, Plan, Progress, Report, Source,
    StoreNumbers, dry_run, import,
};

use self::interrupt::{interrupted, unless_interrupted};
use self::keys::TableKeys;
use self::progress::Shown;
use self::result::{DryResult, ImportResult};
use self::store::Store;
use crate::error::CliError;
use crate::exit::Status;
use crate::live::reach;
use crate::output::Output;

/// Runs the command. Reading and encoding have their own threads; writes use the runtime's.
pub(crate) fn run(command: &ImportCommand, output: Output) -> Result<Status, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| CliError::cannot("start the event loop", &error))?;
    let ran = match (&command.other, &command.source, &command.args) {
        (Some(OtherCommand::Guess(args)), ..) => runtime.block_on(guess::run(args, output)),
        (None, Some(from), Some(args)) => runtime.block_on(run_import(from, args, output)),
        (None, ..) => Err(CliError::usage("found no source").help("set `--from`")),
    };
    // A driver's call that exceeded its timeout still holds a thread, and cannot be cancelled.
    runtime.shutdown_background();
    ran
}

async fn run_import(
    from: &SourceArgs,
    args: &ImportArgs,
    output: Output,
) -> Result<Status, CliError> {
    check_resumable(&from.from, args)?;
    let mut store = Store::new(args);
    let run = run_on(from, args, &mut store, output).await;
    let closed = store.close().await;
    let outcome = run?;
    closed?;
    match outcome {
        Outcome::Dry(result) => output.print(&result),
        Outcome::Imported(result) => output.print(&result),
    }
}

/// The result, which is printed once the store is closed.
enum Outcome {
    Dry(DryResult),
    Imported(ImportResult),
}

async fn run_on(
    from: &SourceArgs,
    args: &ImportArgs,
    store: &mut Store<'_>,
    output: Output,
) -> Result<Outcome, CliError> {
    let keys = TableKeys::read(args, store).await?;
    let mut mapping = read_mapping(args.map.as_deref())?;
    if let Some(family) = &args.family {
        mapping.family = Some(family.clone());
    }
    let target = keys.target();
    let expected = target.columns(&mapping);
    let source = source::open(from, &args.order_by, &mapping, &expected).await?;
    let plan = Plan::build(&*source, &mapping, &target)?;
    names::check(args, store, &plan).await?;
    source::note_numbers(args, &plan, output);
    if args.dry_run {
        return run_dry(args, store, &keys, source, plan).await;
    }
    check_store(args)?;
    let mut options = options(args, &plan, &*source);
    source::note_order(&from.from, &*source, output);
    let db = store.open().await?;
    // A resumed import must find its table: a new one would lack the rows that were already written.
    if args.create && !args.resume {
        prepare::create(db, &keys, &plan).await?;
    }
    if plan.has_running_numbers() {
        let numbers = StoreNumbers::open(db.backend(), plan.table(), options.timeout).await;
        options.numbers = Some(numbers?);
    }
    let report = import_rows(source, plan, db, &options, output).await?;
    Ok(Outcome::Imported(ImportResult(report)))
}

/// Imports the rows, and shows the progress.
async fn import_rows(
    source: Box<dyn Source>,
    plan: Plan,
    db: &Connection,
    options: &ImportOptions,
    output: Output,
) -> Result<Report, CliError> {
    let mut shown = Shown::new(output);
    let mut is_begun = !options.resume;
    let mut update = |progress: &Progress| {
        is_begun = true;
        shown.update(progress);
    };
    let imported = import(source, plan, db.backend(), options, &mut update);
    let imported = unless_interrupted(Box::pin(imported)).await;
    shown.end();
    match imported {
        Some(imported) => imported.map_err(|error| failed_midway(&error, options, is_begun)),
        None => Err(interrupted(options)),
    }
}

/// Called before the first read, which would wait for input.
fn check_resumable(from: &str, args: &ImportArgs) -> Result<(), CliError> {
    let input = Input::parse(from);
    if !args.resume || !input.is_read_once() {
        return Ok(());
    }
    let identity = input.identity();
    identity.map(drop).map_err(|why| {
        CliError::usage(format_args!("the import cannot be resumed: {why}"))
            .at(input.name())
            .help("import from a file")
    })
}

/// Rejects three stores. A store that ends with this command would silently lose every row. A store created for
/// a resumed import would lack the rows written before. A store created without `--create` may be in a
/// directory with a mistyped name.
fn check_store(args: &ImportArgs) -> Result<(), CliError> {
    if args.resume || !args.create {
        let help = if args.resume {
            "resume with the store of the run that was interrupted"
        } else {
            "is the directory right? `--create` creates the store and the table"
        };
        let store = reach::require_store(&args.to);
        store.map_err(|error| error.help(help))?;
    }
    if args.to.trim() != "memory:" {
        return Ok(());
    }
    Err(
        CliError::usage("the store `memory:` ends with this command, and with it all rows").help(
            "import into `embedded:DIR` or a cluster; `--dry-run` shows what would be written",
        ),
    )
}

fn read_mapping(path: Option<&Path>) -> Result<Mapping, CliError> {
    Ok(path.map(Mapping::read).transpose()?.unwrap_or_default())
}

async fn run_dry(
    args: &ImportArgs,
    store: &mut Store<'_>,
    keys: &TableKeys,
    source: Box<dyn Source>,
    plan: Plan,
) -> Result<Outcome, CliError> {
    let splits = prepare::split_points(store, args, keys, &plan).await?;
    let obstacle = prepare::obstacle(store, args, &plan).await?;
    let mut options = DryOptions::default();
    options.splits.clone_from(&splits.keys);
    options.on_duplicate = args.on_duplicate.into();
    options.max_cell_bytes = args.max_cell_bytes();
    options.timeout = args.timeout;
    if args.check_table && splits.is_live() {
        options.check_table = Some(store.open().await?.backend());
    }
    Ok(Outcome::Dry(DryResult {
        report: dry_run(source, plan, &options).await?,
        split_points: splits,
        obstacle,
        max_errors: args.max_errors,
    }))
}

fn options(args: &ImportArgs, plan: &Plan, source: &dyn Source) -> ImportOptions {
    // A colon separates drives and ports, so it is replaced in a file's name.
    let stem = plan.table().to_string().replace(':', ".");
    let in_place = |name: &str| PathBuf::from(format!("{stem}.{name}"));
    let rejects = args.rejects.clone();
    let rejects = rejects.unwrap_or_else(|| in_place("rejects.csv"));
    let mut options = ImportOptions::new(&args.to, rejects);
    options.max_errors = args.max_errors;
    options.on_duplicate = args.on_duplicate.into();
    options.check_table = args.check_table;
    options.resume = args.resume;
    options.fsync = args.fsync;
    options.max_cell_bytes = args.max_cell_bytes();
    options.timeout = args.timeout;
    let is_resumable = source.identity().is_ok();
    let path = args.checkpoint.clone();
    options.checkpoint = match (is_resumable, path) {
        (true, path) => Some(path.unwrap_or_else(|| in_place("checkpoint.json"))),
        // If it is named, the import reports why it is impossible.
        (false, path) => path,
    };
    options
}

/// An error before the first row was written.
impl From<ImportError> for CliError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Plan { .. } | ImportError::Mapping { .. } => Self::usage(error)
                .help("nothing was written; `--dry-run` shows what would be written"),
            error => Self::unreachable(error),
        }
    }
}

/// An error of the import itself. `is_begun` is whether this run got past its checkpoint, or has no checkpoint.
fn failed_midway(error: &ImportError, options: &ImportOptions, is_begun: bool) -> CliError {
    let mut files = options.checkpoint.iter();
    let has_checkpoint = files.any(|path| path.exists());
    match error {
        ImportError::Store { error, .. } if is_table_missing(error) => CliError::unreachable(error)
            .help("`--create` creates it, as the struct or the mapping's families declare it"),
        ImportError::TooManyRejects { .. } if has_checkpoint => CliError::incomplete(error).help(
            "`--resume` with a larger `--max-errors` continues; after a correction, remove the checkpoint and the rejects file, and start over",
        ),
        ImportError::TooManyRejects { .. } => CliError::incomplete(error).help(
            "after a correction, or with a larger `--max-errors`, remove the rejects file and start over",
        ),
        ImportError::Checkpoint { .. } => CliError::usage(error),
        // The error of a run that could not continue contains its own help.
        error if !has_checkpoint || !is_begun => CliError::unreachable(error),
        ImportError::Source { .. } => CliError::unreachable(error).help(
            "`--resume` continues after the last row that the store has acknowledged, if the source is unchanged; after a \
             correction of the source, remove the checkpoint and the rejects file, and start over",
        ),
        error => CliError::unreachable(error)
            .help("`--resume` continues after the last row that the store has acknowledged"),
    }
}

fn is_table_missing(error: &hbase_backend::Error) -> bool {
    matches!(error, hbase_backend::Error::TableNotFound { .. })
}
