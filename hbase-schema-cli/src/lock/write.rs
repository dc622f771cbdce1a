//! `lock`: creates the file, and runs the crate's test that writes it.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hbase_model::lock::{LockError, LockFile};
use hbase_schema_syntax::source::read_sources;
use serde::Serialize;

use super::cargo::run_test;
use super::sources::only_list;
use crate::cli::LockArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::text::counted;

/// A lock that was written.
#[derive(Serialize)]
struct Written {
    lock: String,
    tables: usize,
    changed: bool,
}

impl CommandResult for Written {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let tables = counted(self.tables as u64, "table");
        let state = if self.changed { "written" } else { "as it was" };
        writeln!(out, "{}: {tables}, {state}", self.lock)
    }
}

pub(super) fn run(args: &LockArgs, lock: &Path, output: Output) -> Result<Status, CliError> {
    require_one_list(&args.path)?;
    let is_new = !lock.exists();
    if is_new {
        // The macro includes the file.
        fs::write(lock, "").map_err(|error| cannot("create", lock, &error))?;
    }
    let written = write(args, lock);
    if is_new && written.is_err() && read(lock).is_ok_and(|text| text.is_empty()) {
        // The error that is reported matters more than an empty file that stays.
        let _ = fs::remove_file(lock);
    }
    output.print(&written?)
}

/// Two lists would each write the lock without the structs of the other one.
fn require_one_list(path: &Path) -> Result<(), CliError> {
    match read_sources(path) {
        Ok(sources) => only_list(&sources).map(|_| ()),
        // The compiler reports what is wrong with the sources.
        Err(_) => Ok(()),
    }
}

fn write(args: &LockArgs, lock: &Path) -> Result<Written, CliError> {
    let before = read(lock)?;
    parse(lock, &before)?;
    run_test(args, lock, ("HBASE_LOCK", OsStr::new("write")))?;
    let after = read(lock)?;
    Ok(Written {
        lock: lock.display().to_string(),
        tables: parse(lock, &after)?.tables().count(),
        changed: before != after,
    })
}

/// Parses the text of a lock.
pub(super) fn parse(lock: &Path, text: &str) -> Result<LockFile, CliError> {
    let parsed = text.parse();
    parsed.map_err(|error: LockError| CliError::findings(error).at(lock.display()))
}

pub(super) fn read(lock: &Path) -> Result<String, CliError> {
    fs::read_to_string(lock).map_err(|error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let error = cannot("read", lock, &error);
        if is_missing {
            return error.help("create it by `hbase-schema lock`");
        }
        error
    })
}

pub(super) fn cannot(does: &str, lock: &Path, error: &io::Error) -> CliError {
    CliError::cannot(&format!("{does} the lock"), error).at(lock.display())
}
