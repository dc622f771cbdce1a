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

/// The tables, and the store that they are compared with.
#[derive(Debug, Args)]
pub(crate) struct SidesArgs {
    /// A `.rs` file, a crate's directory, or a JSON description
    pub(crate) path: PathBuf,
    /// The store: `memory:`, `embedded:DIR` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: String,
    /// The tables as they were when their rows were written: keys are compared with theirs. Without
    /// it, the store's splits tell whether a salt was another one
    #[arg(long, value_name = "PATH")]
    pub(crate) before: Option<PathBuf>,
    /// How many seconds one call to the store may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) sides: SidesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) sides: SidesArgs,
    /// Says what would be done, and does nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Does also what loses data, such as dropping a family
    #[arg(long)]
    pub(crate) allow_destructive: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PingArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// How many seconds each step may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,
}

/// Where the store is: the first of these that says it decides.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct StoreArgs {
    /// The store: `memory:`, `embedded:DIR` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: Option<String>,
    /// A `.properties` file that says where the store is
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Option<PathBuf>,
    /// An `hbase-site.xml` that says where the store is
    #[arg(long, value_name = "FILE")]
    pub(crate) site: Option<PathBuf>,
}
