//! A command line that is wrong, or that asks for help.

use std::ffi::OsStr;

use clap::error::{ContextKind, Error};

use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

/// Prints what is wrong, or the help that was asked for.
pub(crate) fn refuse(error: &Error) -> Status {
    if !error.use_stderr() {
        // Whoever has closed the standard output does not want the help.
        let _ = error.print();
        return Status::Yes;
    }
    if asks_for_json(std::env::args_os().skip(1)) {
        return Output::new(true).refuse(&described(error));
    }
    let _ = error.print();
    Status::Usage
}

/// `--json`, which is an option only before `--`.
fn asks_for_json(arguments: impl Iterator<Item = impl AsRef<OsStr>>) -> bool {
    let mut options = arguments.take_while(|argument| argument.as_ref() != "--");
    options.any(|argument| argument.as_ref() == "--json")
}

/// Its first paragraph is what is wrong; what follows says the usage.
fn described(error: &Error) -> CliError {
    let text = error.to_string();
    let mut paragraphs = text.trim().split("\n\n");
    let what = paragraphs.next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let what: Vec<&str> = what.lines().map(str::trim).collect();
    let described = CliError::usage(what.join(" "));
    match error.get(ContextKind::Usage) {
        Some(usage) => described.help(usage.to_string().replace("Usage:", "usage:").trim()),
        None => described.help("`hbase-schema --help` lists what there is"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_asked_for_by_its_option_alone() {
        let asked = |text: &str| asks_for_json(text.split(' '));
        assert!(asked("ping --json"));
        assert!(!asked("key decode a.rs A -- --json"));
        assert!(!asked("ddl --format json"));
    }
}
