//! The command line.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::live::LiveCommand;

const EXIT: &str = "\
Exit statuses:
  0  the answer is there, and it is yes: nothing wrong, nothing different
  1  the answer is no: mistakes, differences, hot regions, rows that do not fit
  2  the command line is wrong: an unknown option, table or part, a value that does not fit
  3  something could not be read, written or reached";

const ABOUT: &str =
    "Checks, explains and describes HBase tables that are Rust structs with `#[derive(HTable)]`";

#[derive(Debug, Parser)]
#[command(name = "hbase-schema", version, about = ABOUT, after_help = EXIT, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Answers and errors as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Live(LiveCommand),
    /// Prints a script that completes this command's options in a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
