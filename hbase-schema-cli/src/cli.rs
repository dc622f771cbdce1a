//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use serde::Serialize;

use crate::live::LiveCommand;

const EXIT: &str = "\
Exit statuses:
  0  the answer is there, and it is yes: nothing wrong, nothing different
  1  the answer is no: mistakes, differences, hot regions, rows or tables that do not fit
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
    /// Finds every mistake in the tables of a file or a crate, and gives advice
    Check(CheckArgs),
    /// Prints tables as statements and texts
    Ddl(DdlArgs),
    /// Draws a table: its key, regions, families and columns, and what each question costs
    Explain(ExplainArgs),
    /// Makes row keys of values, and takes row keys apart
    #[command(subcommand)]
    Key(KeyCommand),
    /// Shows how the rows of a sample spread over a table's regions
    Splits(SplitsArgs),
    #[command(flatten)]
    Live(LiveCommand),
    /// Prints a script that completes this command's options in a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// SpannedErrors only, no advice
    #[arg(long)]
    pub(crate) no_advice: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DdlArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Only this table: the struct's name, or the table's with or without its namespace
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = DdlFormat::Shell)]
    pub(crate) format: DdlFormat,
    /// How Hive and Phoenix see the row key
    #[arg(long, value_enum, default_value_t = KeyAs::Parts)]
    pub(crate) key: KeyAs,
    /// Writes the files of splits that statements need into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) splits_to: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DdlFormat {
    /// A script for the shell, which ends at the first error
    Shell,
    /// A description that this command and other languages read
    Json,
    /// A page for people
    Markdown,
    /// External tables of Hive
    Hive,
    /// Views of Phoenix
    Phoenix,
}

/// How Hive and Phoenix see the row key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyAs {
    /// Its parts, each with its type; not every key can be parted there
    Parts,
    /// One column
    Whole,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The table: the struct's name, or the table's with or without its namespace
    pub(crate) name: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Makes the row key of these values
    Encode(EncodeArgs),
    /// Reads the values out of a row key, its salt checked
    Decode(DecodeArgs),
}

#[derive(Debug, Args)]
pub(crate) struct EncodeArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The table: the struct's name, or the table's with or without its namespace
    pub(crate) name: String,
    /// A value of every part of the key; bytes as \xNN, times as 2015-12-26T12:24:00
    #[arg(value_name = "PART=VALUE")]
    pub(crate) values: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DecodeArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The table: the struct's name, or the table's with or without its namespace
    pub(crate) name: String,
    /// The key as the shell prints it, with \xNN; or in hex behind 0x
    #[arg(allow_hyphen_values = true)]
    pub(crate) key: String,
    /// The key is in hex
    #[arg(long)]
    pub(crate) hex: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SplitsArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The table: the struct's name, or the table's with or without its namespace
    pub(crate) name: String,
    /// CSV with a header that names the parts of the key; `-` for the standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) sample: PathBuf,
    /// The sample is one key a line, as the shell prints it
    #[arg(long)]
    pub(crate) keys: bool,
    /// The keys of the sample are in hex
    #[arg(long, requires = "keys")]
    pub(crate) hex: bool,
    /// The column that says how many bytes a row has
    #[arg(long, value_name = "COLUMN", conflicts_with = "keys")]
    pub(crate) bytes: Option<String>,
    /// A region is hot above this multiple of the mean, and above what chance would make
    #[arg(long, value_name = "TIMES", default_value_t = 2.0, value_parser = times)]
    pub(crate) hot: f64,
    /// Draws the rows by region as an SVG
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Shows every region, where there are many
    #[arg(long)]
    pub(crate) all: bool,
    /// How many of the rows that do not fit are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) show_unfit: usize,
}

fn times(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(times) if times > 1.0 && times < 1e9 => Ok(times),
        _ => Err("expected a number above 1, as 2.0".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
