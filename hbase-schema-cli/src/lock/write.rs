//! `lock`: creates the file, and runs the crate's test that writes it.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use hbase_model::lock::LockFile;
use serde::Serialize;

use crate::cli::LockArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::text::counted;

/// The name of the test that the macro `lock!` generates.
const TEST: &str = "hbase_lock";

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
    if !lock.exists() {
        // The macro includes the file.
        fs::write(lock, "").map_err(|error| cannot("create", lock, &error))?;
    }
    let before = read(lock)?;
    run_test(args, ("HBASE_LOCK", OsStr::new("write")))?;
    let after = read(lock)?;
    let file: LockFile = after
        .parse()
        .map_err(|error| CliError::findings(error).at(lock.display()))?;
    output.print(&Written {
        lock: lock.display().to_string(),
        tables: file.tables().count(),
        changed: before != after,
    })
}

pub(super) fn read(lock: &Path) -> Result<String, CliError> {
    fs::read_to_string(lock).map_err(|error| cannot("read", lock, &error))
}

fn cannot(does: &str, lock: &Path, error: &io::Error) -> CliError {
    CliError::cannot(&format!("{does} the lock"), error).at(lock.display())
}

/// Runs `cargo test hbase_lock` with a variable, which says what it writes.
pub(super) fn run_test(args: &LockArgs, variable: (&str, &OsStr)) -> Result<(), CliError> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ran = Command::new(cargo)
        .args(["test", "--manifest-path"])
        .arg(args.path.join("Cargo.toml"))
        .args(&args.cargo)
        .arg(TEST)
        .env_remove("HBASE_LOCK")
        .env(variable.0, variable.1)
        .output()
        .map_err(|error| CliError::cannot("run cargo", &error))?;
    let text = String::from_utf8_lossy(&ran.stdout);
    let did_run = text
        .lines()
        .any(|line| line.starts_with("test ") && line.contains(TEST));
    if ran.status.success() && did_run {
        return Ok(());
    }
    if ran.status.success() {
        let error = CliError::findings("no test wrote the lock").at(args.path.display());
        return Err(error
            .expected("`hbase_schema::lock![…]` in the crate, whose test `hbase_lock` writes it")
            .help("write `hbase_schema::lock![Order, Customer];` in `lib.rs` or `main.rs`, with each struct that derives `HTable`"));
    }
    Err(failure(&text, &String::from_utf8_lossy(&ran.stderr)).at(args.path.display()))
}

/// The error of the test, or of the compiler.
fn failure(out: &str, error: &str) -> CliError {
    let changes = out
        .split_once("hbase.lock stays as it is:")
        .map(|(_, rest)| rest);
    let end = |rest: &str| {
        let ends = ["\nstack backtrace:", "\nnote: "];
        let ends = ends.iter().filter_map(|end| rest.find(end));
        ends.min().unwrap_or(rest.len())
    };
    let changes = changes.map(|rest| &rest[..end(rest)]);
    match changes {
        Some(changes) => {
            let what = "the lock stays as it is, since these changes need an exception";
            CliError::findings(format_args!("{what}:\n\n{}", changes.trim()))
        }
        None => CliError::findings(format_args!(
            "`cargo test {TEST}` failed:\n{}{}",
            error.trim_end(),
            tail(out)
        )),
    }
}

/// The output of a test that failed, if it is one.
fn tail(out: &str) -> String {
    let from = out.find("\nfailures:").unwrap_or(out.len());
    out[from..].trim_end().to_owned()
}
