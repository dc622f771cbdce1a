//! Runs the test that the macro `lock!` generates.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use hbase_schema_syntax::source::read_sources;

use super::sources::{no_list, only_list};
use crate::cli::LockArgs;
use crate::error::CliError;

/// The name of the test that the macro `lock!` generates.
const TEST: &str = "hbase_lock";

/// The program that the command was run by, or the one in the path.
pub(super) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs `cargo test hbase_lock` with a variable, which says what it writes.
pub(super) fn run_test(
    args: &LockArgs,
    lock: &Path,
    variable: (&str, &OsStr),
) -> Result<(), CliError> {
    // Without the other targets if possible: cargo compiles less.
    if let Some(target) = target(args)
        && run_target(args, lock, variable, &[target])?
    {
        return Ok(());
    }
    if run_target(args, lock, variable, &[])? {
        return Ok(());
    }
    Err(no_list(&args.path))
}

/// Whether the test ran in these targets.
fn run_target(
    args: &LockArgs,
    lock: &Path,
    variable: (&str, &OsStr),
    targets: &[&str],
) -> Result<bool, CliError> {
    let ran = Command::new(cargo())
        .args(["test", "--manifest-path"])
        .arg(args.path.join("Cargo.toml"))
        .args(targets)
        .args(&args.cargo)
        .arg(TEST)
        .env_remove("HBASE_LOCK")
        .env(variable.0, variable.1)
        .output()
        .map_err(|error| CliError::cannot("run cargo", &error))?;
    let text = String::from_utf8_lossy(&ran.stdout);
    if ran.status.success() {
        let mut lines = text.lines();
        return Ok(lines.any(|line| line.starts_with("test ") && line.contains(TEST)));
    }
    Err(match changes(&text) {
        Some(changes) => {
            let error = format_args!("the lock stays as it is:\n{changes}");
            CliError::findings(error).at(lock.display())
        }
        None => failure(&text, &String::from_utf8_lossy(&ran.stderr)).at(args.path.display()),
    })
}

/// The targets of the library or of the programs, whichever has `lock!`. `None` if the sources do not show it, or the arguments
/// choose targets.
fn target(args: &LockArgs) -> Option<&'static str> {
    let choices = [
        "--lib",
        "--bin",
        "--example",
        "--test",
        "--bench",
        "--all-targets",
        "--doc",
    ];
    let is_choice = |argument: &String| choices.iter().any(|choice| argument.starts_with(choice));
    if args.cargo.iter().any(is_choice) {
        return None;
    }
    let sources = read_sources(&args.path).ok()?;
    let list = only_list(&sources).ok()??;
    Some(if list.root.ends_with("lib.rs") {
        "--lib"
    } else {
        "--bins"
    })
}

/// The changes that the test lists, and after them what the test harness prints.
fn changes(out: &str) -> Option<&str> {
    let (_, rest) = out.split_once("hbase.lock stays as it is:")?;
    let ends = ["\nstack backtrace:", "\nnote: "];
    let ends = ends.iter().filter_map(|end| rest.find(end));
    Some(rest[..ends.min().unwrap_or(rest.len())].trim())
}

/// The error of the compiler, or of the test.
fn failure(out: &str, error: &str) -> CliError {
    CliError::findings(format_args!(
        "`cargo test {TEST}` failed:\n{}{}",
        error.trim_end(),
        tail(out)
    ))
}

/// The output of a test that failed, if it is one.
fn tail(out: &str) -> String {
    let from = out.find("\nfailures:").unwrap_or(out.len());
    out[from..].trim_end().to_owned()
}
