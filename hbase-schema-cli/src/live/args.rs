//! Their part of the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum LiveCommand {
    /// Shows where a store's tables differ from the source's
    Diff(DiffArgs),
    /// Makes a store's tables as the source has them
    Apply(ApplyArgs),
    /// Says whether a store can be reached, and what is wrong if not
    Ping(PingArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// A `.rs` file, a crate's directory, or a JSON description
    pub(crate) path: PathBuf,
    /// The store: `memory:`, `embedded:DIR`, `thrift://HOST:PORT`, `hbase://HOST:PORT` …
    #[arg(long)]
    pub(crate) url: String,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// A `.rs` file, a crate's directory, or a JSON description
    pub(crate) path: PathBuf,
    /// The store: `memory:`, `embedded:DIR`, `thrift://HOST:PORT`, `hbase://HOST:PORT` …
    #[arg(long)]
    pub(crate) url: String,
    /// Says what would be done, and does nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Does also what loses data, such as dropping a family
    #[arg(long)]
    pub(crate) allow_destructive: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct PingArgs {
    /// The store: `memory:`, `embedded:DIR`, `thrift://HOST:PORT`, `hbase://HOST:PORT` …
    #[arg(long)]
    pub(crate) url: Option<String>,
    /// An `hbase-site.xml` that says where the store is
    #[arg(long, value_name = "FILE")]
    pub(crate) site: Option<PathBuf>,
    /// A `.properties` file that says where the store is
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Option<PathBuf>,
}
