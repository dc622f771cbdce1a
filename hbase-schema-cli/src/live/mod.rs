//! Commands that connect to a store: `diff`, `apply`, `ping`.

mod apply;
mod args;
mod comparison;
mod diff;
mod ping;
mod reach;
mod shown;

pub(crate) use args::LiveCommand;

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

/// Runs the command on this thread.
pub(crate) fn run(command: &LiveCommand, output: Output) -> Result<Status, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::cannot("start the event loop", &error))?;
    runtime.block_on(async {
        match command {
            LiveCommand::Diff(args) => diff::run(args, output).await,
            LiveCommand::Apply(args) => apply::run(args, output).await,
            LiveCommand::Ping(args) => ping::run(args, output).await,
        }
    })
}
