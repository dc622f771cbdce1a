//! `index`: the indexes that have tables of their own.

mod args;
mod build;
mod drop;
mod lag;
mod list;
mod progress;
mod ready;
mod report;
mod schema;
mod status;
mod store;
mod verify;

pub(crate) use args::IndexCommand;
pub(super) use store::state_of;

use hbase_index::Verification;

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

pub(super) async fn run(command: &IndexCommand, output: Output) -> Result<Status, CliError> {
    match command {
        IndexCommand::List(args) => list::run(args, output).await,
        IndexCommand::Status(args) => status::run(args, output).await,
        IndexCommand::Lag(args) => lag::run(args, output).await,
        IndexCommand::Build(args) => build::run(args, output).await,
        IndexCommand::Verify(args) => verify::run(args, Verification::Report, output).await,
        IndexCommand::Repair(args) => verify::run(args, Verification::Repair, output).await,
        IndexCommand::Drop(args) => drop::run(args, output).await,
    }
}
