//! The command line.
#![expect(
    clippy::doc_markdown,
    reason = "help texts are printed as they are, without backticks"
)]

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hbase_schema_build::DateRange;
use serde::Serialize;

#[cfg(feature = "import")]
use crate::import::{ExportArgs, ImportCommand};
use crate::live::LiveCommand;
use crate::policy::PolicyCommand;
use crate::seconds::seconds;

const EXIT: &str = "\
Exit statuses:
  0  success: no errors, no differences
  1  errors, differences, hot regions, or invalid rows or tables were found
  2  invalid command line: an unknown option, table or key part, an invalid value
  3  a file or a store could not be read, written or reached
  4  an import was ended by its maximum of rejected rows: it is not complete
  130  an import was interrupted (Ctrl-C): it is not complete";

const ABOUT: &str =
    "Checks, explains and describes HBase tables declared as Rust structs with `#[derive(HTable)]`";

#[derive(Debug, Parser)]
#[command(name = "hbase-schema", version, about = ABOUT, after_help = EXIT, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print results and errors as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
}

// The compiler does not report these places for a new command: the tables of commands in `lib.rs` and in the project's
// `README.md`, and `tests/it/completions.rs`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report all errors in the tables of a file or a crate, and advice
    Check(CheckArgs),
    /// Write the lock of a crate's tables, or compare the sources with it
    Lock(LockArgs),
    /// Print tables as a shell script, JSON, Markdown, or statements for Hive and Phoenix
    Ddl(DdlArgs),
    /// Show a table: key layout, regions, families, columns, and the cost of each query
    Explain(ExplainArgs),
    /// Encode and decode row keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Show how the rows of a sample are distributed over a table's regions
    Splits(SplitsArgs),
    /// Make, check and preview row-key policies, and keep them in a store
    #[command(subcommand)]
    Policy(PolicyCommand),
    #[command(flatten)]
    Live(LiveCommand),
    /// Import a file or a database into a table, with row keys by a policy or a struct
    #[cfg(feature = "import")]
    Import(Box<ImportCommand>),
    /// Export the rows of a struct's table to a file
    #[cfg(feature = "import")]
    Export(ExportArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Report errors only, no advice
    #[arg(long)]
    pub(crate) no_advice: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LockArgs {
    /// The directory of a crate
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Compare the sources with the lock, without compiling them
    #[arg(long)]
    pub(crate) check: bool,
    /// Record the layouts of the crate's structs in the tables of a store, as the lock has them
    #[arg(long, requires = "url", conflicts_with = "check")]
    pub(crate) adopt: bool,
    /// The store: `embedded:DIR`, `hbase://HOST:PORT` or `hbase+zk://HOST:PORT/ZNODE`
    #[arg(long, requires = "adopt", conflicts_with = "check")]
    pub(crate) url: Option<String>,
    /// The dates of tables whose name contains one: `20151226`, or `20151201..20151231`
    #[arg(
        long,
        value_name = "DATES",
        requires = "adopt",
        conflicts_with = "check"
    )]
    pub(crate) dates: Option<DateRange>,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds(), requires = "adopt", conflicts_with = "check")]
    pub(crate) timeout: Duration,
    /// Arguments of `cargo test`, which writes the lock or the facts, such as `--features x`
    #[arg(last = true, conflicts_with = "check")]
    pub(crate) cargo: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DdlArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Print only this table: the struct's name, or the table's with or without its namespace
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,
    /// The dates of tables whose name contains one: `20151226`, or `20151201..20151231`
    #[arg(long, value_name = "DATES")]
    pub(crate) dates: Option<DateRange>,
    /// The output format
    #[arg(long, value_enum, default_value_t = DdlFormat::Shell)]
    pub(crate) format: DdlFormat,
    /// How Hive and Phoenix map the row key
    #[arg(long, value_enum, default_value_t = KeyMapping::Parts)]
    pub(crate) key: KeyMapping,
    /// Write the files of split points that the scripts read into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) splits_to: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DdlFormat {
    /// A script for HBase's shell, which stops at the first error
    Shell,
    /// A description, which this command and other languages read
    Json,
    /// A page of documentation
    Markdown,
    /// External tables for Hive
    Hive,
    /// Views for Phoenix
    Phoenix,
}

/// How Hive and Phoenix map the row key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyMapping {
    /// One typed column or field per key part; not every key can be mapped so
    Parts,
    /// One column for the whole key
    Whole,
}

/// A declared table.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The table: the struct's name, or the table's with or without its namespace
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Write an SVG picture of the row key
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Encode a row key from the values of its parts
    Encode(EncodeArgs),
    /// Decode a row key and verify its salt
    Decode(DecodeArgs),
}

#[derive(Debug, Args)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// The value of each key part; bytes as \xNN, times as 2015-12-26T12:24:00
    #[arg(value_name = "PART=VALUE")]
    pub(crate) values: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// The row key as HBase's shell prints it, with \xNN; or in hex after 0x
    #[arg(allow_hyphen_values = true)]
    pub(crate) key: String,
    /// Read the row key as hex
    #[arg(long)]
    pub(crate) hex: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SplitsArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// A CSV file whose header names the key parts; `-` for the standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) sample: PathBuf,
    /// Read one row key per line, as HBase's shell prints it
    #[arg(long)]
    pub(crate) keys: bool,
    /// Read the row keys as hex
    #[arg(long, requires = "keys")]
    pub(crate) hex: bool,
    /// The column with the size of each row in bytes
    #[arg(long, value_name = "COLUMN", conflicts_with = "keys")]
    pub(crate) bytes: Option<String>,
    /// The multiple of the mean above which a region is hot, if chance does not explain it
    #[arg(long, value_name = "TIMES", default_value_t = 2.0, value_parser = times)]
    pub(crate) hot: f64,
    /// Write an SVG chart of the rows by region
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Show all regions, even if there are many
    #[arg(long)]
    pub(crate) all: bool,
    /// The maximum number of invalid rows to show
    #[arg(long, alias = "show-unfit", value_name = "N", default_value_t = 10)]
    pub(crate) show_invalid: usize,
}

fn times(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(times) if times > 1.0 && times < 1e9 => Ok(times),
        _ => Err("expected a number above 1, such as 2.0".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
