//! The command `hbase-schema`; `hbase-schema --help` lists its options.
//!
//! | command | purpose |
//! |---|---|
//! | `check PATH` | reports all errors in the tables of a file or a crate, and advice |
//! | `lock PATH` | writes the lock of a crate's tables; with `--check`, compares the sources with it |
//! | `ddl PATH` | prints tables as a shell script, JSON, Markdown, or statements for Hive and Phoenix |
//! | `explain PATH NAME` | shows the layout of a table's row key, and the cost of each query |
//! | `key encode`, `key decode` | encodes and decodes row keys |
//! | `splits PATH NAME --sample FILE` | shows how rows are distributed over the regions |
//! | `diff PATH --url URL` | shows differences between the declared tables and those of a store |
//! | `apply PATH --url URL` | creates and alters the tables of a store as declared |
//! | `index list`, `index status`, `index lag` | shows the indexes that have tables of their own, and the entries that wait to be deleted |
//! | `index build`, `index verify`, `index repair`, `index drop` | creates, fills, checks, repairs and drops them |
//! | `policy new`, `check`, `preview` | makes, checks and previews row-key policies |
//! | `policy push`, `pull`, `list` | keeps row-key policies in a store |
//! | `ping` | checks whether a store can be reached, and reports the step that fails |
//! | `import --from SOURCE --to URL --table NAME` | imports a file of CSV, JSON lines or Parquet |
//! | `export --from URL --schema PATH --table NAME` | exports the rows of a struct's table to a file |
//! | `completions SHELL` | prints a shell completion script |
//!
//! Results go to the standard output, errors to the standard error. With `--json` both are JSON: a result is
//! one document, an error one object `{"error": …}` with the members status, what, where, expected, found and
//! help. Each line of the standard error is one object, even if a command prints progress events or notes.
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
#[cfg(feature = "import")]
mod import;
mod key;
mod key_error;
mod key_text;
mod live;
mod lock;
mod output;
mod picture;
mod policy;
mod seconds;
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
        Err(error) => return usage::report(&error).into(),
    };
    cli.color.write_global();
    let output = Output::new(cli.json);
    let status = dispatch(cli.command, output).unwrap_or_else(|error| output.print_error(&error));
    status.into()
}

fn dispatch(command: Command, output: Output) -> Result<Status, CliError> {
    match command {
        Command::Check(args) => check::run(&args, output),
        Command::Lock(args) => lock::run(&args, output),
        Command::Ddl(args) => ddl::run(&args, output),
        Command::Explain(args) => explain::run(&args, output),
        Command::Key(command) => key::run(&command, output),
        Command::Splits(args) => splits::run(&args, output),
        Command::Policy(command) => policy::run(&command, output),
        Command::Live(command) => live::run(&command, output),
        #[cfg(feature = "import")]
        Command::Import(command) => import::run(&command, output),
        #[cfg(feature = "import")]
        Command::Export(args) => import::run_export(&args, output),
        Command::Completions(args) => completions::run(&args, output),
    }
}
