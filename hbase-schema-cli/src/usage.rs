//! Invalid command lines, and requests for help.

use std::ffi::OsStr;

use clap::error::{ContextKind, Error};

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

/// Prints the error or the requested help.
pub(crate) fn report(error: &Error) -> Status {
    if !error.use_stderr() {
        // A closed standard output leaves nowhere to print to.
        let _ = error.print();
        return Status::Success;
    }
    if wants_json(std::env::args_os().skip(1)) {
        return Output::new(true).print_error(&described(error));
    }
    let _ = error.print();
    Status::Usage
}

/// Whether `--json` is set; it is an option only before `--`.
fn wants_json(arguments: impl Iterator<Item = impl AsRef<OsStr>>) -> bool {
    let mut options = arguments.take_while(|argument| argument.as_ref() != "--");
    options.any(|argument| argument.as_ref() == "--json")
}

/// The first paragraph is the error, the rest is the usage.
fn described(error: &Error) -> CliError {
    let text = error.to_string();
    let mut paragraphs = text.trim().split("\n\n");
    let what = paragraphs.next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let what: Vec<&str> = what.lines().map(str::trim).collect();
    let described = CliError::usage(what.join(" "));
    match error.get(ContextKind::Usage) {
        Some(usage) => described.help(usage.to_string().replace("Usage:", "usage:").trim()),
        None => described.help("`hbase-schema --help` lists the commands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_requested_by_its_option_alone() {
        let wants = |text: &str| wants_json(text.split(' '));
        assert!(wants("ping --json"));
        assert!(!wants("key decode a.rs A -- --json"));
        assert!(!wants("ddl --format json"));
    }
}
