//! The command `hbase-schema`: what it can do, as `hbase-schema --help` says it too.
//!
//! | command | answers |
//! |---|---|
//! | `check PATH` | what is wrong in the tables of a file or a crate, and what could be better |
//! | `ddl PATH` | the tables as statements and texts |
//! | `explain PATH NAME` | what stands where in a table's key, and what each question costs |
//! | `key encode`, `key decode` | the row key of these values; the values of a row key |
//! | `splits PATH NAME --sample FILE` | how rows spread over the regions |
//! | `diff PATH --url URL` | where a cluster's tables differ from the source's |
//! | `apply PATH --url URL` | makes a cluster's tables as the source has them |
//! | `ping` | whether a cluster can be reached, and what is wrong if not |
//! | `completions SHELL` | a script that completes the command line |
//!
//! Answers go to the standard output, errors to the standard error. With `--json` both are JSON: an
//! answer as one document, an error as one object `{"error": …}` with what, where, expected, found
//! and help.
//!
//! # Exit statuses
//!
#![doc = include_str!("exit.md")]

mod check;
mod cli;
mod columns;
mod completions;
mod ddl;
mod declared;
mod error;
mod exit;
mod explain;
mod key;
mod key_error;
mod key_text;
mod live;
mod output;
mod splits;
mod style;
mod tables;
mod text;
mod usage;

use std::process::ExitCode;

use clap::Parser;
use hbase_schema_syntax::source::on_deep_stack;

pub use exit::Status;

use cli::{Cli, Command};
use error::CliError;
use output::Output;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    on_deep_stack(answer)
}

fn answer() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::refuse(&error).into(),
    };
    cli.color.write_global();
    let output = Output::new(cli.json);
    let status = dispatch(cli.command, output).unwrap_or_else(|error| output.refuse(&error));
    status.into()
}

fn dispatch(command: Command, output: Output) -> Result<Status, CliError> {
    match command {
        Command::Check(args) => check::run(&args, output),
        Command::Ddl(args) => ddl::run(&args, output),
        Command::Explain(args) => explain::run(&args, output),
        Command::Key(command) => key::run(&command, output),
        Command::Splits(args) => splits::run(&args, output),
        Command::Live(command) => live::run(&command, output),
        Command::Completions(args) => completions::run(&args, output),
    }
}
