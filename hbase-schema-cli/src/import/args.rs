//! The arguments of `import`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use hbase_schema_import::{Condition, OnDuplicate};

use crate::seconds::seconds;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct ImportCommand {
    #[command(subcommand)]
    pub(crate) other: Option<OtherCommand>,
    #[command(flatten)]
    pub(crate) source: Option<SourceArgs>,
    #[command(flatten)]
    pub(crate) args: Option<ImportArgs>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OtherCommand {
    /// Print a first mapping, and write a first policy, from the first rows of a source
    Guess(GuessArgs),
}

/// The source of an import or a guess.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// The source: a file of CSV or JSON lines, also compressed by gzip or zstd, or of Parquet; `-` for the standard input; or a database:
    /// `sqlite:PATH`, `postgres://USER@HOST/DATABASE`, `mysql://USER@HOST/DATABASE` or `odbc:CONNECTION STRING`
    #[arg(long, value_name = "SOURCE")]
    pub(crate) from: String,
    /// The format of the source (default: by the file's name)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<FileFormat>,
    /// The table of a database: its name, or `SCHEMA.NAME`
    #[arg(long, value_name = "NAME", conflicts_with = "query")]
    pub(crate) source_table: Option<String>,
    /// The query of a database, instead of a table
    #[arg(long, value_name = "SQL")]
    pub(crate) query: Option<String>,
    /// A file with the password of the database (default: the variable `HBASE_SCHEMA_SOURCE_PASSWORD`, if it is set)
    #[arg(long, value_name = "FILE")]
    pub(crate) source_password_file: Option<PathBuf>,
    /// The longest wait for a database, and for its next row, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds())]
    pub(crate) source_timeout: Duration,
}

#[derive(Debug, Args)]
pub(crate) struct GuessArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// A mapping with the format of the source
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// The family of the cells
    #[arg(long, value_name = "FAMILY", default_value = "D1")]
    pub(crate) family: String,
    /// The file of the policy, which must not exist; the key is the first column of integers or text that is
    /// unique in the sample, otherwise the first unique column
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
}

// Neither the group nor the source is a flattened struct here: clap leaves the group of a struct that contains one empty,
// and never finds an optional struct whose group is empty.
#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches of a command line are independent"
)]
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("keys").args(["policy", "schema"]).required(true)))]
pub(crate) struct ImportArgs {
    /// Columns of a database whose values are unique and not NULL, by which `--resume` continues (default: those of the
    /// primary key or of a unique index)
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    pub(crate) order_by: Vec<String>,
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT` or `hbase+zk://HOST:PORT/ZNODE`
    #[arg(long, value_name = "URL")]
    pub(crate) to: String,
    /// The table: its name or, with `--schema`, also the struct's
    #[arg(long, value_name = "NAME")]
    pub(crate) table: String,
    /// A row-key policy: a file, or the name of a policy in the store, which `policy push` wrote
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) policy: Option<String>,
    /// A `.rs` file, a crate's directory, or a description in JSON, with the table's struct
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: Option<PathBuf>,
    /// A mapping of source columns to cells and key parts, as TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// The family of the columns that the mapping does not mention, for `--policy`
    #[arg(long, value_name = "FAMILY", requires = "policy")]
    pub(crate) family: Option<String>,
    /// Encode everything and write nothing; show samples, key lengths and the spread over regions
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Create the table if it is missing, and the store of `embedded:DIR`; `--dry-run` creates neither
    #[arg(long)]
    pub(crate) create: bool,
    /// The rules for the names of a table that `--create` creates for a policy
    #[arg(long, value_enum, default_value_t = Naming::Strict, value_name = "RULES", requires = "policy")]
    pub(crate) naming: Naming,
    /// What happens to a row whose key was imported before
    #[arg(long, value_enum, default_value_t = Duplicates::Error, value_name = "RULE")]
    pub(crate) on_duplicate: Duplicates,
    /// Treat rows that were in the table before the import as duplicates too; reads the table for each row
    #[arg(long)]
    pub(crate) check_table: bool,
    /// The maximum number of rejected rows; more end the import, after their batch
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) max_errors: u64,
    /// The file of rejected rows, which must not exist (default: `TABLE.rejects.csv` in this directory)
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
    /// The file of the checkpoint (default: `TABLE.checkpoint.json` in this directory)
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Continue an import that did not end, from its checkpoint
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) resume: bool,
    /// Sync rows and checkpoints to the disk, so that they also survive a crash of the machine
    #[arg(long)]
    pub(crate) fsync: bool,
    /// The maximum bytes of a cell that the store accepts (`hbase.server.keyvalue.maxsize`); rows with a larger
    /// one are rejected
    #[arg(long, value_name = "BYTES", default_value_t = 10 << 20, value_parser = clap::value_parser!(u32).range(1..=1 << 30))]
    pub(crate) max_cell_bytes: u32,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

impl ImportArgs {
    pub(super) fn max_cell_bytes(&self) -> usize {
        usize::try_from(self.max_cell_bytes).unwrap_or(usize::MAX)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`
    #[arg(long, value_name = "URL")]
    pub(crate) from: String,
    /// A `.rs` file, a crate's directory, or a description in JSON, with the table's struct
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: PathBuf,
    /// The table: its name or the struct's
    #[arg(long, value_name = "NAME")]
    pub(crate) table: String,
    /// The file, which must not exist; CSV and JSON lines are compressed if it ends with `.gz` or `.zst`; `-` for the
    /// standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(crate) to: String,
    /// The format of the file (default: by its name, otherwise CSV)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<FileFormat>,
    /// The compression of a Parquet file (default: snappy)
    #[cfg(feature = "parquet")]
    #[arg(long, value_enum, value_name = "CODEC")]
    pub(crate) compression: Option<PageCompression>,
    /// Only rows that pass this condition, such as `at >= 2015-12-26`, `peer ^= 138`, `DURATION_S = 60`, `peer
    /// is null`; with several, all of them. Conditions on the first key parts narrow the scan
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<Condition>,
    /// Only rows with this value of a key part; parts without gaps from the first one on
    #[arg(long, value_name = "PART=VALUE", conflicts_with_all = ["start_row", "stop_row"])]
    pub(crate) part: Vec<String>,
    /// Only rows from this key on; bytes that are not text as `\x00`
    #[arg(long, value_name = "KEY")]
    pub(crate) start_row: Option<String>,
    /// Only rows before this key
    #[arg(long, value_name = "KEY")]
    pub(crate) stop_row: Option<String>,
    /// The maximum number of rows
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// The maximum number of rows that are left out because they cannot be decoded; one more ends the export,
    /// and no file is written
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) max_errors: u64,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

/// The formats of files.
// The compiler does not report these places for a new format: `of_name`, the help texts in this file, and the table of
// commands in `lib.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// CSV
    Csv,
    /// CSV with tabs as delimiters, unless the mapping has another one
    Tsv,
    /// JSON lines: one object per line
    Jsonl,
    /// Parquet
    #[cfg(feature = "parquet")]
    Parquet,
}

/// The compression of Parquet files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[cfg(feature = "parquet")]
pub(crate) enum PageCompression {
    /// None
    None,
    /// Snappy
    #[default]
    Snappy,
    /// gzip
    Gzip,
    /// zstd
    Zstd,
}

impl FileFormat {
    /// The format by a file's name, which is passed without the suffix of its compression.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = name.strip_suffix(".gz").unwrap_or(name);
        let name = name.strip_suffix(".zst").unwrap_or(name);
        match name.rsplit_once('.')?.1 {
            "csv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            #[cfg(feature = "parquet")]
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// The rules for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Naming {
    /// Upper case, digits and `_`, and bounds on the length, like a struct's names by default
    Strict,
    /// The same without bounds on the length
    AnyLength,
    /// Only the rules of the store itself
    Hbase,
}

/// The rules for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Duplicates {
    /// Reject the later row
    Error,
    /// Keep the first row
    Keep,
    /// Replace the earlier row
    Replace,
}

impl From<Duplicates> for OnDuplicate {
    fn from(rule: Duplicates) -> Self {
        match rule {
            Duplicates::Error => Self::Error,
            Duplicates::Keep => Self::Keep,
            Duplicates::Replace => Self::Replace,
        }
    }
}
