//! `policy`: makes, checks and previews row-key policies, and keeps them in a store.

mod args;
mod check;
mod file;
mod name;
mod new;
mod preview;
mod store;

pub(crate) use args::PolicyCommand;
#[cfg(feature = "import")]
pub(crate) use file::PolicyText;
#[cfg(feature = "import")]
pub(crate) use name::is_path;
#[cfg(feature = "import")]
pub(crate) use store::newest as newest_of_store;

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

pub(crate) fn run(command: &PolicyCommand, output: Output) -> Result<Status, CliError> {
    match command {
        PolicyCommand::New(args) => new::run(args, output),
        PolicyCommand::Check(args) => check::run(args, output),
        PolicyCommand::Preview(args) => preview::run(args, output),
        PolicyCommand::Push(args) => store::push(args, output),
        PolicyCommand::Pull(args) => store::pull(args, output),
        PolicyCommand::List(args) => store::list(args, output),
    }
}
