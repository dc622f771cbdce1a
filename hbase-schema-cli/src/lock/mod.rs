//! `lock`: writes the lock of a crate's tables, compares the sources with it, or records it in the tables of a store.

mod adopt;
mod cargo;
mod check;
mod compare;
mod facts;
mod package;
mod sources;
mod write;

use crate::cli::LockArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::live::block_on;
use crate::output::Output;

pub(crate) fn run(args: &LockArgs, output: Output) -> Result<Status, CliError> {
    let path = package::lock_of(&args.path)?;
    if args.check {
        return check::run(&args.path, &path, output);
    }
    if let Some(url) = args.url.as_deref().filter(|_| args.adopt) {
        return block_on(adopt::run(args, &path, url, output));
    }
    write::run(args, &path, output)
}
