//! `lock`: writes the lock of a crate's tables, compares the sources with it, or records it in the tables of a store.

mod adopt;
mod check;
mod facts;
mod write;

use std::path::{Path, PathBuf};

use hbase_model::lock::LOCK_FILE;

use crate::cli::LockArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::live::block_on;
use crate::output::Output;

pub(crate) fn run(args: &LockArgs, output: Output) -> Result<Status, CliError> {
    let path = lock_of(&args.path)?;
    if args.check {
        return check::run(&args.path, &path, output);
    }
    if let Some(url) = args.url.as_deref().filter(|_| args.adopt) {
        return block_on(adopt::run(args, &path, url, output));
    }
    write::run(args, &path, output)
}

/// The lock file of a crate's directory.
fn lock_of(path: &Path) -> Result<PathBuf, CliError> {
    if path.join("Cargo.toml").is_file() {
        return Ok(path.join(LOCK_FILE));
    }
    let error = CliError::usage("a lock belongs to a crate").at(path.display());
    Err(error
        .expected("the directory of a crate, with its Cargo.toml")
        .help("pass the directory: `hbase-schema lock PATH`"))
}
