//! Interrupts: Ctrl-C ends an import between two batches; a second one ends it at once.

use std::future::{Future, pending};

use hbase_schema_import::ImportOptions;

use crate::error::CliError;
use crate::exit::Status;

/// Awaits a future; `None` if the process is interrupted before it is done. A second interrupt ends the
/// process, whatever it waits for.
pub(super) async fn unless_interrupted<T>(future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        // The interrupt is polled first: once the future has started, an interrupt must not end the whole
        // process.
        biased;
        () = interrupt() => {
            tokio::spawn(async {
                interrupt().await;
                std::process::exit(Status::Interrupted.code().into());
            });
            None
        }
        done = future => Some(done),
    }
}

/// Completes at the next Ctrl-C; never, if the system does not report it.
async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        pending::<()>().await;
    }
}

/// The error of an import that was interrupted.
pub(super) fn interrupted(options: &ImportOptions) -> CliError {
    let error = CliError::interrupted("the import was interrupted: it is not complete");
    match options.checkpoint.as_ref().filter(|path| path.exists()) {
        Some(path) => error.at(path.display()).help(
            "the same command with `--resume` continues after the last row that the store has \
             acknowledged; to start over, remove the checkpoint, the file `.keys` beside it and the rejects file",
        ),
        None => error.help(
            "it has no checkpoint, and cannot be resumed: remove the rejects file, if there is one, and start over",
        ),
    }
}
