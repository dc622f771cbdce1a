//! Commands that connect to a store: `diff`, `apply`, `index`, `ping`, `whoami`.

mod apply;
mod args;
mod comparison;
mod diff;
mod former;
mod index;
mod ping;
pub(crate) mod reach;
mod recorded;
mod shown;
mod whoami;

pub(crate) use args::LiveCommand;
pub(crate) use reach::{connect, require_store};

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(command: &LiveCommand, output: Output) -> Result<Status, CliError> {
    block_on(async {
        match command {
            LiveCommand::Diff(args) => diff::run(args, output).await,
            LiveCommand::Apply(args) => apply::run(args, output).await,
            LiveCommand::Index(command) => index::run(command, output).await,
            LiveCommand::Ping(args) => ping::run(args, output).await,
            LiveCommand::Whoami(args) => whoami::run(args, output).await,
        }
    })
}

/// Runs a command on this thread.
pub(crate) fn block_on(
    command: impl Future<Output = Result<Status, CliError>>,
) -> Result<Status, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::cannot("start the event loop", &error))?;
    runtime.block_on(command)
}
